import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CurrencyCode } from '../../src/payment/index.js';
import {
  isCurrencyCode,
  paymentUri,
  qrPayloads,
  tokenContract,
  walletLinks,
} from '../../src/payment/index.js';
import { erc681, transferOf } from '../../src/payment/transfer.js';
import { readErc681, readStandardUri } from './reference-uri-parser.js';
import file from './vectors/payment-uris.json' with { type: 'json' };

interface BuildVector {
  readonly id: string;
  readonly source: string;
  readonly input: {
    readonly code?: string;
    readonly asset?: { readonly chainId: number; readonly contract: string };
    readonly address: string;
    readonly amount?: string;
  };
  readonly expected: { readonly uri?: string | null; readonly error?: string; readonly defaultQr?: string };
}

const build: readonly BuildVector[] = file.build;

function codeOf({ input: { code = '' } }: BuildVector): CurrencyCode {
  if (!isCurrencyCode(code)) throw new Error(`no currency: ${code}`);
  return code;
}

const named = build.filter(({ input }) => input.asset === undefined);
const titleOf = ({ id, input, source }: BuildVector) => `${id}, ${input.code}: ${source}`;

/**
 * Standard forms that this checkout never shows, since wallets misread them: `payment-uri.ts` says which
 * and why.
 */
const isWithheld = (uri: string) => /^tron:|&spl-token=|\/transfer\?address=/.test(uri);

for (const vector of named.filter(({ expected }) => expected.error !== undefined)) {
  test(`refused, ${titleOf(vector)}`, () => {
    const { address, amount = '' } = vector.input;
    assert.throws(() => paymentUri(codeOf(vector), { address, amount }), { name: 'AmountError' });
  });
}

for (const vector of named.filter(({ expected }) => expected.uri === null)) {
  test(`the plain address alone, ${titleOf(vector)}`, () => {
    const { address, amount = '' } = vector.input;
    assert.equal(paymentUri(codeOf(vector), { address, amount }), null);
    assert.deepEqual(qrPayloads(codeOf(vector), { address, amount }), [
      { kind: 'address', text: vector.expected.defaultQr, default: true },
    ]);
  });
}

for (const vector of named) {
  const { uri } = vector.expected;
  const { address, amount } = vector.input;
  if (typeof uri !== 'string') continue;

  if (isWithheld(uri)) {
    test(`standard, but not shown: ${titleOf(vector)}`, () => {
      const payee = { address, amount: amount ?? '' };
      assert.equal(paymentUri(codeOf(vector), payee), null);
      assert.deepEqual(qrPayloads(codeOf(vector), payee), [
        { kind: 'address', text: address, default: true },
      ]);
    });
    continue;
  }

  // Labels and messages are left out of links: they go to wallets that may send them on.
  const withoutWords = uri.replace(/[?&](?:label|message)=[^&]*/g, '');
  if (amount === undefined) {
    test(`with an amount, since a checkout always has one: ${titleOf(vector)}`, () => {
      const built = paymentUri(codeOf(vector), { address, amount: '1' });
      assert.equal(built?.replace(/\?amount=1(0{9})?$/, ''), withoutWords);
    });
  } else {
    test(`built, ${titleOf(vector)}`, () => {
      const code = codeOf(vector);
      assert.equal(paymentUri(code, { address, amount }), withoutWords);
      const first = qrPayloads(code, { address, amount }).find((payload) => payload.default);
      assert.equal(first?.text, vector.expected.defaultQr ?? first?.text);
    });
  }
}

for (const vector of named.filter(({ expected }) => expected.uri?.includes('/transfer?address='))) {
  test(`in links to MetaMask alone, ${titleOf(vector)}`, () => {
    const payee = { address: vector.input.address, amount: vector.input.amount ?? '' };
    const code = codeOf(vector);
    const transfer = transferOf(code, payee, tokenContract(code));
    assert.ok(transfer?.chainId);
    assert.equal(`ethereum:${erc681(transfer.chainId, transfer)}`, vector.expected.uri);
    const link = walletLinks(codeOf(vector), payee).find(({ wallet }) => wallet === 'metamask');
    const href = vector.expected.uri?.replace('ethereum:', 'https://link.metamask.io/send/');
    assert.equal(link?.href, transfer.baseUnits.length > 21 ? undefined : href);
  });
}

for (const { id, source, input, expected } of build.filter((vector) => vector.input.asset)) {
  test(`a token of no currency here, ${id}: ${source}`, () => {
    const { chainId = 0, contract = '' } = input.asset ?? {};
    const uri = `ethereum:${erc681(chainId, { contract, address: input.address, baseUnits: '1' })}`;
    // Addresses keep their original spelling: ERC-681 allows both.
    assert.equal(uri.toLowerCase(), expected.uri?.toLowerCase());
  });
}

interface ParseVector {
  readonly id: string;
  readonly source: string;
  readonly input: { readonly uri: string; readonly validateAddress?: boolean };
  readonly expected: {
    readonly valid: boolean;
    readonly address?: string;
    readonly recipient?: string;
    readonly amount?: string;
    readonly splToken?: string;
  };
}

const parse: readonly ParseVector[] = file.parse;

for (const { id, source, input, expected } of parse) {
  test(`the parser of these tests ${expected.valid ? 'accepts' : 'refuses'} ${id}: ${source}`, () => {
    const read = () => readStandardUri(input.uri, input.validateAddress !== false);
    if (!expected.valid) return assert.throws(read);
    const request = read();
    assert.equal(request.recipient, expected.address ?? expected.recipient);
    if (expected.amount !== undefined) assert.equal(request.amount, expected.amount);
    if (expected.splToken !== undefined) assert.equal(request.token, expected.splToken);
  });
}

interface Erc681Vector {
  readonly id: string;
  readonly source: string;
  readonly input: { readonly uri: string };
  readonly expected: {
    readonly error?: string;
    readonly fields?: object;
    readonly recipient?: string;
    readonly contract?: string;
    readonly chainId?: number;
    readonly baseUnits?: string;
  };
}

const erc681Vectors: readonly Erc681Vector[] = file.erc681;

for (const { id, source, input, expected } of erc681Vectors) {
  test(`the parser of these tests ${expected.error ? 'refuses' : 'parses'} ${id}: ${source}`, () => {
    if (expected.error !== undefined) return assert.throws(() => readErc681(input.uri));
    if (expected.fields) return assert.deepEqual(readErc681(input.uri), expected.fields);
    const { recipient, contract, chainId, baseUnits } = expected;
    assert.deepEqual(readStandardUri(input.uri), { recipient, token: contract, chainId, baseUnits });
  });
}
