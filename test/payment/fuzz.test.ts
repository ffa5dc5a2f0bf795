import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { validateAddress } from '../../src/payment/addresses/index.js';
import {
  addressUrl,
  addAmounts,
  AmountError,
  compareAmounts,
  CURRENCY_CODES,
  CurrencyError,
  currencyOf,
  exactAmount,
  formatFiat,
  isAmount,
  isCurrencyCode,
  isFiatCode,
  isZeroAmount,
  paymentUri,
  plainAmount,
  qrPayloads,
  subtractAmounts,
  transactionUrl,
  walletLinks,
} from '../../src/payment/index.js';
import { mutatedText } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';

const AMOUNTS = ['0.00012345', '49.00', '1e-7', '1000000', '0.30000000000000004', '100.000000000000000001'];
const ADDRESSES = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
  '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
];

/** Only this folder's own errors, each short enough for a log line. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof AmountError || error instanceof CurrencyError, String(error));
    assert.ok(error.message.length < 600, `${error.message.length} characters of message`);
    return null;
  } finally {
    assertUnpolluted();
  }
}

const amount = mutatedText(...AMOUNTS);
const address = mutatedText(...ADDRESSES);
const code = fc.constantFrom(...CURRENCY_CODES);

describe('any text as an amount', () => {
  test('is an amount in plain digits, or an AmountError', () => {
    const property = fc.property(amount, amount, (text, other) => {
      const plain = tried(() => plainAmount(text));
      assert.equal(isAmount(text), plain !== null);
      if (plain !== null) assert.match(plain, /^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      for (const work of [addAmounts, subtractAmounts, compareAmounts]) tried(() => work(text, other));
      tried(() => isZeroAmount(text));
      for (const decimals of [0, 8, 18]) tried(() => exactAmount(text, decimals));
      tried(() => formatFiat(text, 'EUR', 'en'));
    });
    fc.assert(property, { numRuns: 1_500 });
  });

  test('is a currency, or a CurrencyError', () => {
    const property = fc.property(mutatedText('BTC', 'USDT_TRC20', 'EUR'), (text) => {
      assert.equal(typeof isFiatCode(text), 'boolean');
      if (isCurrencyCode(text)) assert.equal(currencyOf(text).code, text);
      tried(() => formatFiat('49.00', text, 'en'));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('takes time in proportion to its length', async () => {
    for (const letter of ['9', '0', '.', '-', 'e', ',', '\u0000', '0.'])
      await assertLinear(20_000, (size) => tried(() => plainAmount(letter.repeat(size))));
  });
});

describe('any text as an address', () => {
  test('gets a result, is never trimmed and never crashes', () => {
    const property = fc.property(code, address, (currency, text) => {
      const { valid } = validateAddress(currency, text);
      assertUnpolluted();
      if (valid) assert.match(text, /^[\w+/-]{25,90}$/);
    });
    fc.assert(property, { numRuns: 3_000 });
  });

  test('controls no link and no code: each is of its own scheme and host, or there is none', () => {
    const property = fc.property(code, address, amount, (currency, to, due) => {
      const payee = { address: to, amount: due };
      const uri = tried(() => paymentUri(currency, payee));
      assert.match(uri ?? 'bitcoin:x', /^(bitcoin|litecoin|ethereum|solana|ton):[\w/+@?&=.:-]+$/);
      const hosts =
        /^https:\/\/(link\.metamask\.io|app\.keeperwallet\.com|link\.trustwallet\.com)\/[\w/@?&=.-]+$/;
      for (const { href } of tried(() => walletLinks(currency, payee)) ?? []) assert.match(href, hosts);
      for (const { text } of tried(() => qrPayloads(currency, payee)) ?? [])
        assert.match(text, /^[\w/+@?&=.:-]+$/);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  test('links to the explorer of its network or not at all', () => {
    const property = fc.property(code, address, (currency, text) => {
      const { key } = currencyOf(currency).network;
      for (const url of [addressUrl(key, text), transactionUrl(key, text)]) {
        if (url === null) continue;
        assert.equal(new URL(url).origin, new URL(transactionUrl(key, 'x') ?? '').origin);
        assert.match(url, /^https:\/\/[\w./%#:?=-]+$/);
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('takes time in proportion to its length', async () => {
    for (const letter of ['1', 'b', '\ud83d\ude00', '0x', 'bc1'])
      await assertLinear(20_000, (size) => {
        const text = letter.repeat(size);
        for (const currency of CURRENCY_CODES) {
          validateAddress(currency, text);
          tried(() => qrPayloads(currency, { address: text, amount: '1' }));
        }
      });
  });
});
