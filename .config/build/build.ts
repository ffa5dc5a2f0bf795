// Builds dist: browser entries, server entries, the self-contained file, and the types.
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { root } from '../bootstrap.mjs';
import { run } from '../processes.mjs';
import { designTokens } from './design-tokens.js';
import { writeElementsFiles } from './elements-files.js';
import { writeFrameworkTypes } from './framework-types.js';
import { addMissingLicenses } from './license-texts.js';
import { writeMessageTypes } from './message-types.js';
import { writeManifest } from './manifest.js';
import { writeOpenApi } from './openapi.js';
import { pruneTypes } from './prune-types.js';

const quiet = process.argv.includes('--quiet');
const logLevel = quiet ? 'error' : 'warn';
rmSync(join(root, 'dist'), { recursive: true, force: true });
// Written in parallel with the rest, which takes as long. `npm test` checks them.
const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
const types = run(process.execPath, [tsc, '-p', join(root, '.config/tsconfig.build.json'), '--noCheck']);
/** What the bundler has written for pages. */
const forPages: Rolldown.RolldownOutput['output'][number][] = [];
for (const mode of ['browser', 'merchant', 'server', 'single-file']) {
  const bundles = await build({ root, mode, logLevel });
  if (mode !== 'server' && Array.isArray(bundles)) forPages.push(...bundles.flatMap(({ output }) => output));
}
const served = await writeElementsFiles(logLevel);
// The drawings are no package that the bundler knows.
const drawings = readFileSync(join(root, 'src/adapters/icons/NOTICE.md'), 'utf8');
for (const name of ['browser', 'merchant', 'server', 'single-file', 'elements', 'merchant-elements']) {
  const licenses = join(root, 'dist', `licenses-${name}.md`);
  addMissingLicenses(licenses);
  if (name !== 'server') appendFileSync(licenses, `\n${drawings}`);
}
cpSync(join(root, 'src/styles/themes'), join(root, 'dist/themes'), { recursive: true });
await writeManifest();
writeFileSync(join(root, 'dist/tokens.json'), `${JSON.stringify(designTokens(), null, 2)}\n`);
writeOpenApi();
if ((await types).code !== 0) process.exit(1);
writeMessageTypes();
writeFrameworkTypes();
pruneTypes();

/**
 * All files that a page may load, with the hash for its tag or its import map (W3C Subresource Integrity; HTML,
 * "Import maps"): the files of this folder, and those that the proxy serves below its base path.
 */
const dist = join(root, 'dist');
const themes = readdirSync(join(dist, 'themes'));
const scripts = forPages.map(({ fileName }) => fileName).filter((name) => name.endsWith('.js'));
const names = [...scripts, ...themes.map((name) => `themes/${name}`)].sort();
const inFolder = names.map((name): readonly [string, string] => {
  const digest = createHash('sha384').update(readFileSync(join(dist, name)));
  return [name, `sha384-${digest.digest('base64')}`];
});
const hashed = [...inFolder, ...served].sort(([one], [other]) => (one < other ? -1 : 1));
/** What a page with a rendered checkout adds to its policy. */
const render = (await import(pathToFileURL(join(dist, 'render.js')).href)) as {
  styleSources(): Promise<string>;
};
const integrity = { ...Object.fromEntries(hashed), 'style-src': await render.styleSources() };
writeFileSync(join(dist, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
if (!quiet) console.log(`dist/integrity.json  ${hashed.length} hashes`);
await import('./texts.js');
