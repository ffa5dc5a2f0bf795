import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from 'bip21';
import ethUrlParser from 'eth-url-parser';
import fc from 'fast-check';
import type { CurrencyCode } from '../../src/payment/index.js';
import {
  chainId,
  CURRENCY_CODES,
  currencyOf,
  paymentUri,
  plainAmount,
  tokenContract,
} from '../../src/payment/index.js';
import { addressOf, HOSTILE_ADDRESSES, payments, REFUSED_AMOUNTS } from './payment-fixtures.js';
import { readStandardUri } from './reference-uri-parser.js';
import { anyCharacter } from '../any-character.js';

/** The currencies with a payment URI, each with the URI of 1.5 coins. */
const URIS: Readonly<Partial<Record<CurrencyCode, string>>> = {
  BTC: 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1.5',
  LTC: 'litecoin:ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w?amount=1.5',
  SOL: 'solana:2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST?amount=1.5',
  TON: 'ton://transfer/UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg?amount=1500000000',
  BNB: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@56?value=1500000000000000000',
  ETH: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=1500000000000000000',
  ETH_ARB: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@42161?value=1500000000000000000',
  ETH_BASE: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@8453?value=1500000000000000000',
  ETH_OPT: 'ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@10?value=1500000000000000000',
  USDT_TON:
    'ton://transfer/UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg' +
    '?jetton=EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs&amount=1500000',
};

const withUri = CURRENCY_CODES.filter((code) => URIS[code] !== undefined);

for (const code of CURRENCY_CODES) {
  const uri = URIS[code] ?? null;
  test(`${code} has ${uri === null ? 'no payment link, since none is safe' : 'its link'}`, () => {
    assert.equal(paymentUri(code, { address: addressOf(code), amount: '1.5' }), uri);
  });
}

/** The parts of a link with a payment of the coin's smallest units. */
function expectedRequest(code: CurrencyCode, address: string, amount: string, units: bigint): object {
  const token = tokenContract(code);
  const { key } = currencyOf(code).network;
  const common = { recipient: address, ...(token !== null && { token }) };
  if (['bitcoin', 'litecoin', 'solana'].includes(key)) return { ...common, amount };
  if (key === 'ton') return { ...common, baseUnits: String(units) };
  return { ...common, baseUnits: String(units), chainId: chainId(code) };
}

for (const code of withUri) {
  test(`a strict reader of the standard finds recipient and amount of a ${code} link unchanged`, () => {
    fc.assert(
      fc.property(payments(code), ({ address, amount, units }) => {
        const uri = paymentUri(code, { address, amount }) ?? '';
        assert.deepEqual(readStandardUri(uri), expectedRequest(code, address, amount, units));
      }),
    );
  });

  test(`a ${code} link has no exponent, no comma and nothing that needs escaping`, () => {
    fc.assert(
      fc.property(payments(code), ({ address, amount }) => {
        const uri = paymentUri(code, { address, amount }) ?? '';
        assert.match(
          uri,
          /^[a-z]+:(\/\/transfer\/)?[\w-]+(@\d+)?\?(jetton=[\w-]+&)?(amount|value)=\d+(\.\d+)?$/,
        );
        assert.equal(new URL(uri).href, uri);
        assert.equal(encodeURI(uri), uri);
      }),
    );
  });
}

for (const code of ['BTC', 'LTC'] as const) {
  test(`bip21 reads the same from a ${code} link`, () => {
    fc.assert(
      fc.property(payments(code), ({ address, amount }) => {
        const uri = paymentUri(code, { address, amount }) ?? '';
        const { address: recipient, options } = decode(uri, currencyOf(code).network.key);
        assert.equal(recipient, address);
        // It returns the nearest float, so the text is compared, too.
        assert.equal(options.amount, Number(amount));
        assert.equal(new URL(uri).searchParams.get('amount'), amount);
      }),
    );
  });
}

for (const code of ['ETH', 'ETH_ARB', 'ETH_BASE', 'ETH_OPT', 'BNB'] as const) {
  test(`eth-url-parser reads the same from a ${code} link`, () => {
    fc.assert(
      fc.property(payments(code), ({ address, amount, units }) => {
        const uri = paymentUri(code, { address, amount }) ?? '';
        const { target_address, parameters } = ethUrlParser.parse(uri);
        assert.equal(target_address, address);
        // From 10^21 on it writes an exponent, though without losing a digit.
        assert.equal(plainAmount(parameters?.['value'] ?? ''), String(units));
        assert.equal(new URL(uri).searchParams.get('value'), String(units));
      }),
    );
  });
}

test('a TON address in plain base64 is written with the letters that links allow', () => {
  assert.equal(
    paymentUri('TON', { address: 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopb+xw2/Lsorhqg', amount: '1' }),
    'ton://transfer/UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopb-xw2_Lsorhqg?amount=1000000000',
  );
});

test('an amount with an exponent or trailing zeros becomes plain digits', () => {
  const of = (amount: string) => paymentUri('BTC', { address: 'bc1qaddress', amount });
  assert.equal(of('1.2e-7'), 'bitcoin:bc1qaddress?amount=0.00000012');
  assert.equal(of('25.10'), 'bitcoin:bc1qaddress?amount=25.1');
});

for (const address of HOSTILE_ADDRESSES) {
  test(`the address ${JSON.stringify(address.slice(0, 30))} gets no link`, () => {
    for (const code of CURRENCY_CODES) assert.equal(paymentUri(code, { address, amount: '1' }), null, code);
  });
}

test('no character with a meaning in a link is accepted in an address', () => {
  const signs = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    /[^\w-]/.test(sign),
  );
  for (const code of withUri) {
    for (const sign of signs) {
      if (currencyOf(code).network.key === 'ton' && '+/'.includes(sign)) continue;
      const address = `${addressOf(code)}${sign}`;
      assert.equal(paymentUri(code, { address, amount: '1' }), null, `${code} ${JSON.stringify(sign)}`);
    }
  }
});

test('an address with a foreign character at any position gets no link', () => {
  const foreign = fc.string({ unit: anyCharacter, minLength: 1 }).filter((text) => /[^\w+/-]/.test(text));
  fc.assert(
    fc.property(fc.constantFrom(...withUri), fc.nat(20), foreign, (code, at, text) => {
      const real = addressOf(code);
      const address = real.slice(0, at) + text + real.slice(at);
      assert.equal(paymentUri(code, { address, amount: '1' }), null);
    }),
  );
});

for (const [amount, reason] of REFUSED_AMOUNTS) {
  test(`an amount ${JSON.stringify(amount.slice(0, 24))} is refused, with and without a link`, () => {
    for (const code of ['BTC', 'LTC', 'USDT_TRC20'] as const)
      assert.throws(() => paymentUri(code, { address: addressOf(code), amount }), {
        name: 'AmountError',
        code: reason,
      });
  });
}

test('an unknown currency is rejected by name', () => {
  for (const code of ['DOGE', 'btc', 'toString', ''] as const) {
    assert.throws(
      // @ts-expect-error -- a caller without types
      () => paymentUri(code, { address: 'bc1qaddress', amount: '1' }),
      (error: Error) => error.name === 'CurrencyError' && error.message.includes(`"${code}"`),
    );
  }
});
