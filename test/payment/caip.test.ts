import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caipIds, CURRENCY_CODES, isConfirmed, type CurrencyCode } from '../../src/payment/index.js';

/** The syntax of CAIP-2 and CAIP-19. */
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const CAIP19 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/;

const USUAL: readonly (readonly [CurrencyCode, string])[] = [
  ['BTC', 'bip122:000000000019d6689c085ae165831e93/slip44:0'],
  ['LTC', 'bip122:12a765e31ffd4059bada1e25190f6e98/slip44:2'],
  ['ETH', 'eip155:1/slip44:60'],
  ['ETH_BASE', 'eip155:8453/slip44:60'],
  ['BNB', 'eip155:56/slip44:714'],
  ['USDT_ERC20', 'eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['USDT_TRC20', 'tron:728126428/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['USDC_SOL', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['TON', 'tvm:-239/slip44:607'],
];

describe('the names of a currency in other systems', () => {
  for (const [code, caip19] of USUAL) {
    it(`are the usual ones for ${code}`, () => {
      assert.deepEqual(caipIds(code), { caip2: caip19.replace(/\/.*/, ''), caip19 });
    });
  }

  it('have the form that CAIP-2 and CAIP-19 require, and differ for all currencies', () => {
    const ids = CURRENCY_CODES.map((code) => caipIds(code));
    for (const { caip2, caip19 } of ids) {
      assert.match(caip2, CAIP2);
      if (caip19 !== null) assert.match(caip19, CAIP19);
    }
    const assets = ids.flatMap(({ caip19 }) => caip19 ?? []);
    assert.equal(new Set(assets).size, assets.length);
  });

  it('have no asset if the contract is not confirmed, and none for a token on TON', () => {
    assert.deepEqual(
      CURRENCY_CODES.filter((code) => caipIds(code).caip19 === null),
      CURRENCY_CODES.filter((code) => !isConfirmed(code) || code === 'USDT_TON'),
    );
  });
});
