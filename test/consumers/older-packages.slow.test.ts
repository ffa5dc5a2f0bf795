import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { installed, packed, run } from './projects.js';

/** Another project that has older packages of its own, and its React and Vue. */
const PROJECTS = [
  { name: 'react-16-vue-2', react: '16.14.0', vue: '2.7.16', versions: {} },
  {
    name: 'react-17-vue-3',
    ...{ react: '17.0.2', vue: '3.4.38' },
    versions: { 'react': '17.0.2', 'react-dom': '17.0.2', 'vue': '3.4.38' },
  },
];

describe('beside packages that are older than the ones it supports', () => {
  let beside = '';
  let folders: readonly string[] = [];

  before(async () => {
    beside = await packed();
    // A conflict of versions ends `npm install` with ERESOLVE.
    folders = await installed(
      beside,
      PROJECTS.map(({ name, versions }) => ({ name, folder: 'older-packages', versions })),
    );
  });
  after(() => rmSync(beside, { recursive: true, force: true }));

  /** The message of the error that a program of the project ends with. */
  const failureOf = (folder: string, program: string): Promise<string> =>
    run(folder, process.execPath, [
      '--input-type=module',
      '--eval',
      `try { ${program}; console.log('works'); } catch (error) { console.log(error.message); }`,
    ]);
  const store = (url: string) => `
    const { createCheckoutProxy } = await import('crypto-checkout/proxy');
    const proxy = createCheckoutProxy({
      service: { url: 'http://127.0.0.1:9', apiKey: 'k', shopId: 's' },
      orderSecrets: ['0123456789abcdef0123456789abcdef'],
      onEvent: async () => {},
      store: '${url}',
    });
    await proxy.start()`;

  for (const [index, { name, react, vue }] of PROJECTS.entries())
    describe(name, () => {
      const folder = () => folders[index] ?? assert.fail('not installed');

      it('installs, and builds a page with the tag', async () => {
        await build({ root: folder(), configFile: false, logLevel: 'error' });
        assert.ok(readdirSync(join(folder(), 'dist/assets')).some((file) => file.endsWith('.js')));
      });

      for (const entry of ['react', 'react/merchant'])
        it(`says which React crypto-checkout/${entry} needs`, async () => {
          const message = await failureOf(folder(), `await import('crypto-checkout/${entry}')`);
          assert.match(message, /needs React 18 or newer/);
          assert.ok(message.includes(react), message);
        });

      for (const entry of ['vue', 'vue/merchant'])
        it(`says which Vue crypto-checkout/${entry} needs`, async () => {
          const message = await failureOf(folder(), `await import('crypto-checkout/${entry}')`);
          assert.match(message, /needs Vue 3\.5 or newer/);
          assert.ok(message.includes(vue), message);
        });
    });

  it('says which libsql the store needs', async () => {
    const message = await failureOf(folders[0] ?? '', store(':memory:'));
    assert.match(message, /needs libsql 0\.5\.29 or newer, and 0\.4\.\d+ is installed/);
  });

  it('says which pg the store needs', async () => {
    const message = await failureOf(folders[0] ?? '', store('postgres://shop@127.0.0.1:9/shop'));
    assert.match(message, /needs pg 8\.16\.0 or newer, and 7\.18\.2 is installed/);
  });
});
