import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as elements from '../../src/wrapping/framework-elements.js';
import * as ofStaff from '../../src/wrapping/merchant-elements.js';

/** The tags that `work` registers, as if none was defined before. */
async function registeredBy(work: () => unknown): Promise<readonly string[]> {
  const tags = new Set<string>();
  const registry = { get: () => undefined, define: (tag: string) => void tags.add(tag) };
  Object.defineProperty(globalThis, 'customElements', {
    value: registry,
    configurable: true,
    writable: true,
  });
  await work();
  return [...tags].sort();
}

describe('a component', () => {
  // First, since its own module loads others.
  it('defines for a deposit the same elements as the module for plain pages', async () => {
    const plain = await registeredBy(() => import('../../src/define/crypto-deposit.js'));
    assert.ok(plain.length > 1);
    assert.deepEqual(await registeredBy(elements.deposit.define), plain);
  });

  it('defines for the staff the same elements as the module for plain pages', async () => {
    const plain = await registeredBy(() => import('../../src/merchant/entry.js'));
    assert.ok(plain.length > 1);
    assert.deepEqual(await registeredBy(ofStaff.merchant.define), plain);
  });

  for (const { tag, define } of Object.values({ ...elements, ...ofStaff })) {
    it(`defines <${tag}>`, async () => assert.ok((await registeredBy(define)).includes(tag)));
  }
});
