import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The samples in other languages, a file each. */
/** The samples of shops are in its folders, one per language. */
export const SAMPLES_FOLDER = join(root, 'server-example');
export const SAMPLE_LANGUAGES = ['go', 'java', 'php', 'python', 'ruby', 'typescript'] as const;
export const readme = readFileSync(join(root, 'README.md'), 'utf8');
