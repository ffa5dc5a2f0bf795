import fc from 'fast-check';
import type { AmountErrorCode, CurrencyCode, NetworkKey } from '../../src/payment/index.js';
import { currencyOf } from '../../src/payment/index.js';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** A published example address of every network. */
const EXAMPLES: Readonly<Record<NetworkKey, string>> = {
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  litecoin: 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w',
  tron: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
  solana: '2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST',
  ton: 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg',
  bsc: EVM,
  ethereum: EVM,
  arbitrum: EVM,
  base: EVM,
  optimism: EVM,
};

export function addressOf(code: CurrencyCode): string {
  return EXAMPLES[currencyOf(code).network.key];
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = '023456789acdefghjklmnpqrstuvwxyz';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Text in the form of a network's addresses; checksums are not tested here. */
function formOf(network: NetworkKey): fc.Arbitrary<string> {
  const letters = (prefix: string, alphabet: string, length: number) =>
    fc
      .string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
      .map((rest) => prefix + rest);
  switch (network) {
    case 'bitcoin':
      return fc.oneof(letters('bc1q', BECH32, 38), letters('bc1p', BECH32, 58), letters('1', BASE58, 32));
    case 'litecoin':
      return fc.oneof(letters('ltc1q', BECH32, 38), letters('L', BASE58, 33));
    case 'tron':
      return letters('T', BASE58, 33);
    case 'solana':
      return letters('', BASE58, 44);
    case 'ton':
      return letters('UQ', BASE64URL, 46);
    default:
      return letters('0x', '0123456789abcdefABCDEF', 40);
  }
}

/** `units` of a coin's smallest unit as decimal text, without trailing zeros. */
function decimalText(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

export interface ExamplePayment {
  readonly address: string;
  readonly amount: string;
  readonly units: bigint;
}

/** Payments of any size that fits the coin, from its smallest unit to twenty million coins. */
export function payments(code: CurrencyCode): fc.Arbitrary<ExamplePayment> {
  const { network, decimals } = currencyOf(code);
  const most = 20_000_000n * 10n ** BigInt(decimals);
  const units = fc.oneof(
    fc.bigInt(1n, 1_000_000n),
    fc.bigInt(1n, most),
    fc.bigInt(1n, 20_000_000n).map((coins) => coins * 10n ** BigInt(decimals)),
  );
  return fc
    .record({ address: formOf(network.key), units })
    .map((payment) => ({ ...payment, amount: decimalText(payment.units, decimals) }));
}

/** Addresses that would escape their position in a link, or lead elsewhere. */
export const HOSTILE_ADDRESSES = [
  '',
  ' ',
  'javascript:alert(1)',
  'bc1qaddress&amount=9',
  'bc1qaddress?amount=9',
  'bc1qaddress#',
  'bc1qaddress;',
  'bc1q address',
  'bc1qaddress\n',
  'bc1qaddress%26amount=9',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1',
  'https://example.com',
  '"><script>',
  'bc1qаddress',
  '\u202ebc1qaddress',
  'a'.repeat(129),
];

/** Amounts that no link may contain, with their errors; for a coin of 8 decimals. */
export const REFUSED_AMOUNTS: readonly (readonly [text: string, code: AmountErrorCode])[] = [
  ['', 'not_a_number'],
  ['0', 'not_positive'],
  ['0.000', 'not_positive'],
  ['-1', 'negative'],
  ['NaN', 'not_a_number'],
  ['Infinity', 'not_a_number'],
  ['1,5', 'comma'],
  ['1.5&amount=9', 'not_a_number'],
  ['9'.repeat(40), 'too_long'],
  ['0.123456789', 'too_many_decimals'],
  ['0.30000000000000004', 'too_many_decimals'],
];
