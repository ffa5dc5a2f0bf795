import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { blocksOf } from '../package/docs-text.js';
import { readme } from '../package/readme-text.js';
import { installed, packed, run } from './projects.js';

const [, OLDEST = ''] = /the types need version (\d\.\d) or newer/.exec(readme) ?? [];
/** The oldest that accepts `require` of an ES module, as Node 20.19 does. */
const REQUIRING = '5.8';

const ENTRIES = [
  ...['', '/define', '/payment', '/session', '/merchant', '/service', '/proxy', '/proxy/node', '/server'],
  ...['/render', '/sandbox'],
].map((entry) => `crypto-checkout${entry}`);

const STATEMENTS = ENTRIES.map((entry, index) => `import * as entry${index} from '${entry}';`);
const USES = ENTRIES.map((_, index) => `void entry${index};`);

describe('the types of the packed package, with libraries checked too,', () => {
  let beside = '';
  let folder = '';

  before(async () => {
    beside = await packed();
    [folder = ''] = await installed(beside, [{ name: 'typescript', folder: 'typescript' }]);
    const [sample] = blocksOf('Guide.mdx').filter(({ file }) => file === 'server.cts');
    writeFileSync(join(folder, 'module.mts'), [...STATEMENTS, ...USES].join('\n'));
    writeFileSync(join(folder, 'required.cts'), [...STATEMENTS, ...USES].join('\n'));
    writeFileSync(join(folder, 'server.cts'), sample?.text ?? assert.fail('no server.cts in the guide'));
  });
  after(() => rmSync(beside, { recursive: true, force: true }));

  const compiles = (version: string, file: string, ...settings: readonly string[]) =>
    run(folder, process.execPath, [
      join(folder, `node_modules/typescript-${version}/bin/tsc`),
      ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', 'node'],
      ...(settings.length > 0 ? settings : ['--module', 'nodenext']),
      file,
    ]);

  for (const version of [OLDEST, 'newest'])
    describe(`in TypeScript ${version}`, () => {
      it('compile in an ES module', async () => {
        await compiles(version, 'module.mts');
        await compiles(version, 'module.mts', '--module', 'esnext', '--moduleResolution', 'bundler');
      });

      it("compile in a CommonJS module, as the guide's sample imports them", async () => {
        await compiles(version, 'server.cts');
      });
    });

  for (const version of [REQUIRING, 'newest'])
    it(`compile in a CommonJS module that requires them, in TypeScript ${version}`, async () => {
      await compiles(version, 'required.cts');
    });

  it('belong to entries that Node requires', async () => {
    const program = `for (const entry of ${JSON.stringify(ENTRIES)}) if (!Object.keys(require(entry)).length && !/define$/.test(entry)) throw new Error(entry);`;
    await run(folder, process.execPath, ['--input-type=commonjs', '--eval', program]);
  });
});
