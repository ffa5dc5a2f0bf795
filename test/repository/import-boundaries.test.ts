import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ESLint } from 'eslint';
import { findViolations } from './import-boundaries.js';

const root = join(import.meta.dirname, '../..');
mkdirSync(join(root, '.cache'), { recursive: true });
/** Within the project, so that packages are found. */
const base = mkdtempSync(join(root, '.cache/house-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** The violations in a project with only these files, and empty ones for their imports. */
function violationsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  rmSync(base, { recursive: true, force: true });
  for (const floor of ['src', 'stories', 'server-example']) mkdirSync(join(base, floor), { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of Object.entries(files)) {
    const folder = dirname(join(base, path));
    for (const [, to = ''] of text.matchAll(/'(\.[^']+)\.js'/g))
      write(join(folder, `${to}.ts`), 'export {};');
  }
  for (const [path, text] of Object.entries(files)) write(join(base, path), text);
  return findViolations(base);
}

const forbidden: readonly (readonly [string, string, string])[] = [
  [
    'an element that reaches for the service',
    'src/elements/a/a.ts',
    `import { x } from '../../service/index.js';`,
  ],
  ['even for its types', 'src/checkout/a.ts', `import type { X } from '../service/types.js';`],
  ['a dynamic import', 'src/checkout/a.ts', `await import('../proxy/index.js');`],
  ['a re-export', 'src/protocol/a.ts', `export * from '../checkout/index.js';`],
  [
    'an import type in a type position',
    'src/payment/a.ts',
    `type A = import('../protocol/index.js').Checkout;`,
  ],
  ['an upward arrow', 'src/controllers/a.ts', `import '../elements/a/a.js';`],
  ['Node in a browser room', 'src/checkout/a.ts', `import 'node:fs';`],
  ["Node in the sandbox's core", 'src/sandbox/core/a.ts', `import 'node:fs';`],
  ['a second importer of qrcode', 'src/elements/a/a.ts', `import qr from 'qrcode';`],
  [
    'values of the service in the sandbox',
    'src/sandbox/core/a.ts',
    `import { x } from '../../service/index.js';`,
  ],
  ['a folder without a line', 'src/utils/a.ts', `import '../payment/index.js';`],
  ['a file of such a folder', 'src/payment/a.ts', `import '../utils/b.js';`],
  ['a folder of the proxy above it', 'src/proxy/domain/a.ts', `import type { A } from '../store/store.js';`],
  ['a module that is not there', 'src/payment/a.ts', `import 'nowhere';`],
  ['a package that no folder may import', 'src/payment/a.ts', `import 'vite';`],
  ['a story with the proxy', 'stories/a.ts', `import '../src/proxy/index.js';`],
  ['an example that reaches inside', 'server-example/a.ts', `import '../src/proxy/index.js';`],
];

const allowed: readonly (readonly [string, string, string])[] = [
  ['an element and its flow', 'src/elements/a/a.ts', `import { x } from '../../checkout/index.js';`],
  [
    'the types of the service in the sandbox',
    'src/sandbox/core/a.ts',
    `import type { X } from '../../service/types.js';`,
  ],
  ['Node in the proxy', 'src/proxy/a.ts', `import 'node:fs';`],
  ['a file in the same folder', 'src/payment/a.ts', `import './b.js';`],
  ['the package in the example', 'server-example/a.ts', `import { x } from 'crypto-checkout/proxy';`],
];

const circles: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'a circle of files, even of types',
    {
      'src/payment/a.ts': `import type { B } from './b.js'; export type A = B;`,
      'src/payment/b.ts': `import type { A } from './a.js'; export type B = A;`,
    },
  ],
  [
    'a circle of folders',
    {
      'src/payment/a/one.ts': `import type { B } from '../b/one.js'; export type A = B;`,
      'src/payment/b/one.ts': `export type B = 1;`,
      'src/payment/b/two.ts': `import type { A } from '../a/two.js'; export type C = A;`,
    },
  ],
];

describe('the check of imports', () => {
  for (const [name, path, text] of forbidden) {
    it(`refuses ${name}`, async () => assert.notDeepEqual(await violationsOf({ [path]: text }), []));
  }
  for (const [name, files] of circles) {
    it(`refuses ${name}`, async () => assert.match((await violationsOf(files)).join(), /in a circle/));
  }
  for (const [name, path, text] of allowed) {
    it(`allows ${name}`, async () => assert.deepEqual(await violationsOf({ [path]: text }), []));
  }
  it('refuses a computed import', async () => {
    const eslint = new ESLint({ cwd: root, overrideConfigFile: join(root, '.config/eslint.config.mjs') });
    const [report] = await eslint.lintText('await import(name);', { filePath: 'src/elements/a/a.ts' });
    assert.match(report?.messages.map(({ message }) => message).join() ?? '', /computed/);
  });
});
