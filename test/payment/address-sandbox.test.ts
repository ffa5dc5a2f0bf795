import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateAddress } from '../../src/payment/addresses/index.js';
import { CURRENCY_CODES, currencyOf } from '../../src/payment/index.js';
import { createIdentifiers } from '../../src/sandbox/core/chain/identifiers.js';

const SEEDS = Array.from({ length: 200 }, (_, index) => `seed ${index}`);

test('the proxy would display every address that the sandbox creates', () => {
  for (const seed of SEEDS) {
    const identifiers = createIdentifiers(seed);
    for (const code of CURRENCY_CODES) {
      const address = identifiers.address(currencyOf(code).network.key);
      assert.deepEqual(validateAddress(code, address), { valid: true }, `${seed}, ${code}: ${address}`);
    }
  }
});
