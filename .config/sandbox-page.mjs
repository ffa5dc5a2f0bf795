// Writes the files of the sandbox's page into one module, so that the sandbox serves them without a file system.
// `--check` fails if the module differs from the files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { writeOrCheck } from './generated.mjs';

const folder = join(root, 'src/sandbox/page');
const names = readdirSync(folder).filter((name) => /\.(?:html|css|js)$/.test(name));
const files = Object.fromEntries(
  names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
await writeOrCheck('.config/sandbox-page.mjs', 'src/sandbox/core/page/generated', {
  'page-files.ts': `/** The files of src/sandbox/page by name. */
export const PAGE_FILES: Readonly<Record<string, string>> = ${JSON.stringify(files)};\n`,
});
