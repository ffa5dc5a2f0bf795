import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateAddress, type AddressFault } from '../../src/payment/addresses/index.js';
import {
  CURRENCY_CODES,
  currencyOf,
  isCurrencyCode,
  type CurrencyCode,
  type NetworkKey,
} from '../../src/payment/index.js';
import { knownContracts } from '../../src/payment/token-contracts.js';
import { base58Check, evm, segwit, solana, ton } from './address-encoder.js';
import file from './vectors/addresses.json' with { type: 'json' };

const EVM: readonly NetworkKey[] = ['bsc', 'ethereum', 'arbitrum', 'base', 'optimism'];

/** Valid by the standard, and still decided here, for the reason that the vector itself warns of. */
const DECIDED: Readonly<Record<string, AddressFault | null>> = {
  P028: 'witness_version',
  P036: 'witness_version',
  P067: 'witness_version',
  P074: 'reserved',
  P095: 'form',
  P059: null,
};

function codesOf(validator: string): readonly CurrencyCode[] {
  return CURRENCY_CODES.filter((code) => {
    const { key } = currencyOf(code).network;
    return validator === 'evm' ? EVM.includes(key) : validator === key;
  });
}

function reasonOf(code: CurrencyCode, address: string): AddressFault | null {
  const check = validateAddress(code, address);
  return check.valid ? null : check.reason;
}

function bytesOf(length: number, fill: number): Uint8Array {
  return new Uint8Array(length).fill(fill);
}

test('every published address vector has the result of its standard', () => {
  let seen = 0;
  for (const { id, kind, input, expected } of file.vectors) {
    if (kind !== 'address' || input.validator === undefined || input.address === undefined) continue;
    const codes = codesOf(input.validator);
    assert.ok(codes.length > 0, id);
    for (const code of codes) {
      const reason = reasonOf(code, input.address);
      if (expected.warn === undefined)
        assert.equal(reason === null, expected.valid, `${id} ${code} ${reason}`);
      else assert.equal(reason, DECIDED[id], `${id} ${code}: ${expected.warn}`);
    }
    seen += 1;
  }
  assert.equal(seen, 105);
});

test('the policy vectors are refused as token contracts', () => {
  const policies = file.vectors.filter(({ kind }) => kind === 'policy');
  assert.equal(policies.length, 3);
  for (const { id, input } of policies) {
    assert.ok(input.code !== undefined && isCurrencyCode(input.code) && input.address !== undefined);
    assert.equal(reasonOf(input.code, input.address), 'token_contract', id);
  }
});

test('a TON address for the main network is accepted bouncing or not, one for tests is not', () => {
  const conversions = file.vectors.filter(({ kind }) => kind === 'ton-convert');
  assert.equal(conversions.length, 4);
  for (const { id, input, expected } of conversions) {
    assert.ok(expected.friendly !== undefined && input.raw !== undefined);
    assert.equal(reasonOf('TON', expected.friendly), input.testOnly ? 'testnet' : null, id);
    assert.equal(reasonOf('TON', input.raw), 'form', `${id}: the raw form has no checksum`);
  }
});

test('the reason names the mistake', () => {
  const hash = bytesOf(20, 7);
  const cases: readonly (readonly [CurrencyCode, string, AddressFault | null])[] = [
    ['BTC', '', 'empty'],
    ['BTC', 'hello', 'form'],
    ['BTC', base58Check(0x30, hash), 'network'],
    ['BTC', base58Check(0x41, hash), 'network'],
    ['LTC', base58Check(0x00, hash), 'network'],
    ['LTC', base58Check(0x05, hash), null],
    ['LTC', segwit('ltcmweb', 0, hash), 'form'],
    ['BTC', base58Check(0x6f, hash), 'testnet'],
    ['LTC', base58Check(0x3a, hash), 'testnet'],
    ['LTC', segwit('tltc', 0, hash), 'testnet'],
    ['BTC', segwit('ltc', 0, hash), 'network'],
    ['BTC', segwit('bc', 0, hash, 'bech32m'), 'checksum'],
    ['BTC', segwit('bc', 1, bytesOf(32, 7), 'bech32'), 'checksum'],
    ['BTC', segwit('bc', 1, bytesOf(20, 7)), 'witness_version'],
    ['BTC', segwit('bc', 2, bytesOf(32, 7)), 'witness_version'],
    ['BTC', segwit('bc', 16, bytesOf(2, 7)), 'witness_version'],
    ['BTC', segwit('bc', 1, bytesOf(1, 7)), 'form'],
    ['BTC', segwit('bc', 1, bytesOf(41, 7)), 'form'],
    ['BTC', segwit('bc', 17, bytesOf(32, 7)), 'form'],
    ['BTC', base58Check(0x00, hash, 3), 'form'],
    ['BTC', base58Check(0x00, hash, 5), 'form'],
    ['TRX', base58Check(0xa0, hash), 'network'],
    ['TRX', `41${'07'.repeat(20)}`, 'form'],
    ['TRX', `0x${'07'.repeat(20)}`, 'form'],
    ['TON', ton(0x11, 1, bytesOf(32, 7)), 'network'],
    ['TON', ton(0x51, -1, bytesOf(32, 7)), null],
    ['TON', ton(0x91, 0, bytesOf(32, 7)), 'testnet'],
    ['TON', ton(0x12, 0, bytesOf(32, 7)), 'form'],
    ['SOL', solana(bytesOf(31, 7)), 'form'],
    ['SOL', solana(bytesOf(33, 7)), 'form'],
  ];
  for (const [code, address, reason] of cases)
    assert.equal(reasonOf(code, address), reason, `${code} ${address}`);
});

test('EVM letters in one case carry no checksum, in mixed case they do', () => {
  const account = evm(Buffer.from('5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'hex'));
  assert.equal(account, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  assert.equal(reasonOf('ETH', account), null);
  assert.equal(reasonOf('ETH', account.toLowerCase()), null);
  assert.equal(reasonOf('ETH', `0x${account.slice(2).toUpperCase()}`), null);
  assert.equal(reasonOf('ETH', account.replace('0x5a', '0x5A')), 'checksum');
});

test('the contract of a token is rejected for every currency of its family', () => {
  let seen = 0;
  for (const owner of CURRENCY_CODES) {
    for (const contract of knownContracts(owner)) {
      seen += 1;
      const family = EVM.includes(currencyOf(owner).network.key) ? 'evm' : currencyOf(owner).network.key;
      for (const code of codesOf(family)) {
        for (const spelling of spellingsOf(contract)) {
          assert.equal(validateAddress(code, spelling).valid, false, `${code} to ${owner}: ${spelling}`);
        }
        assert.equal(reasonOf(code, contract), 'token_contract', `${code} to ${owner}`);
      }
    }
  }
  assert.ok(seen >= 32, `${seen} contracts`);
});

/** The same account in every spelling of wallets and explorers. */
function spellingsOf(contract: string): readonly string[] {
  if (contract.startsWith('0x')) {
    return [contract.toLowerCase(), `0x${contract.slice(2).toUpperCase()}`, contract.toUpperCase()];
  }
  if (!contract.startsWith('EQ')) return [contract, ` ${contract}`];
  const bytes = Buffer.from(contract, 'base64url');
  const hash = bytes.subarray(2, 34);
  const forms = [0x11, 0x51].map((flags) => ton(flags, bytes.readInt8(1), hash));
  return [
    ...forms,
    ...forms.map((form) => form.replaceAll('-', '+').replaceAll('_', '/')),
    `0:${hash.toString('hex')}`,
    `0:${hash.toString('hex').toUpperCase()}`,
  ];
}

test('the contract is rejected in every valid spelling', () => {
  const master = Buffer.from('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'base64url').subarray(2, 34);
  const standard = ton(0x51, 0, master).replaceAll('-', '+').replaceAll('_', '/');
  for (const address of [ton(0x11, 0, master), ton(0x51, 0, master), standard]) {
    assert.equal(reasonOf('USDT_TON', address), 'token_contract');
    assert.equal(reasonOf('TON', address), 'token_contract');
  }
  assert.equal(reasonOf('USDT_ERC20', '0xDAC17F958D2EE523A2206206994597C13D831EC7'), 'token_contract');
});

test('accounts without a key are rejected', () => {
  const zero20 = bytesOf(20, 0);
  const small20 = Uint8Array.from(zero20, (_, at) => (at === 19 ? 9 : 0));
  const zero32 = bytesOf(32, 0);
  const cases: readonly (readonly [CurrencyCode, string])[] = [
    ['BTC', base58Check(0x00, zero20)],
    ['BTC', segwit('bc', 0, zero20)],
    ['BTC', segwit('bc', 1, zero32)],
    ['LTC', base58Check(0x30, zero20)],
    ['ETH', evm(zero20)],
    ['ETH', evm(small20)],
    ['USDT_BSC', '0x0000000000000000000000000000000000001000'],
    ['ETH', '0x000000000000000000000000000000000000dEaD'],
    ['ETH_BASE', '0x4200000000000000000000000000000000000006'],
    ['ETH', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
    ['TRX', base58Check(0x41, zero20)],
    ['USDT_TRC20', base58Check(0x41, small20)],
    ['TRX', 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    ['SOL', solana(zero32)],
    ['USDT_SOL', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
    ['SOL', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
    ['SOL', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
    ['SOL', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
    ['SOL', 'So11111111111111111111111111111111111111112'],
    ['SOL', 'SysvarC1ock11111111111111111111111111111111'],
    ['SOL', '1nc1nerator11111111111111111111111111111111'],
    ['TON', ton(0x51, 0, zero32)],
    ['TON', ton(0x11, -1, zero32)],
    ['TON', ton(0x11, -1, bytesOf(32, 0x33))],
    ['TON', ton(0x11, -1, bytesOf(32, 0x55))],
  ];
  for (const [code, address] of cases)
    assert.equal(reasonOf(code, address), 'reserved', `${code} ${address}`);
});

test('similar letters of other alphabets are rejected', () => {
  const capital = segwit('bc', 0, bytesOf(20, 7)).toUpperCase();
  const withKelvin = 'BC1QVYQ0CC6RAHYVSAZFDJE0TWL7EZ82NDMUAC2LHV'.replace('L', '\u212a');
  assert.equal(reasonOf('BTC', capital), null);
  assert.equal(reasonOf('BTC', withKelvin), 'form');
  // The Kelvin sign becomes a plain k in lower case.
  const k = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
  assert.equal(reasonOf('BTC', k), null);
  assert.equal(reasonOf('BTC', k.replace('K', '\u212a')), 'form');
  assert.equal(reasonOf('TRX', 'ТJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'), 'form');
});
