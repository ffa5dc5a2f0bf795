import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../.config/bootstrap.mjs';

/**
 * Copies the checkout as it would be after a commit of its present state: tracked files and new ones, without git's own.
 * @returns the names of the copied files
 */
export function copyCheckout(folder: string): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed.filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(folder, file));
  return files;
}
