import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The samples in other languages, a file each. */
export const DOCS = join(root, '.github/docs');
export const readme = readFileSync(join(root, 'README.md'), 'utf8');
