import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { findWrongArrows } from '../../.config/boundaries.mjs';

const base = mkdtempSync(join(tmpdir(), 'crypto-checkout-house-'));
after(() => rmSync(base, { recursive: true, force: true }));

/** A house with just this one file beside three empty floors. */
function wrongArrows(path: string, text: string): readonly string[] {
  rmSync(base, { recursive: true, force: true });
  for (const floor of ['src', 'stories', 'server-example']) mkdirSync(join(base, floor), { recursive: true });
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
  return findWrongArrows(base);
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
  ['a computed import', 'src/elements/a/a.ts', `await import(name);`],
  ['an upward arrow', 'src/controllers/a.ts', `import '../elements/a/a.js';`],
  ['Node in a browser room', 'src/checkout/a.ts', `import 'node:fs';`],
  ["Node in the sandbox's core", 'src/sandbox/core/a.ts', `import 'node:fs';`],
  ['a second importer of qrcode', 'src/elements/a/a.ts', `import qr from 'qrcode';`],
  [
    'values of the service in the sandbox',
    'src/sandbox/core/a.ts',
    `import { x } from '../../service/index.js';`,
  ],
  ['an unknown room', 'src/utils/a.ts', `import '../payment/index.js';`],
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
  ['a neighbour in the same room', 'src/payment/a.ts', `import './b.js';`],
  ['the package in the example', 'server-example/a.ts', `import { x } from 'crypto-checkout/proxy';`],
];

describe('the house', () => {
  for (const [name, path, text] of forbidden) {
    it(`refuses ${name}`, () => assert.equal(wrongArrows(path, text).length, 1));
  }
  for (const [name, path, text] of allowed) {
    it(`allows ${name}`, () => assert.deepEqual(wrongArrows(path, text), []));
  }
});
