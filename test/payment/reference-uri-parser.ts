/**
 * Parses payment URIs as strictly as their standards require, independently of the code under test: BIP-321,
 * Solana Pay transfer requests, ERC-681 and TON's transfer links. Numbers stay text.
 */
export interface PaymentRequest {
  readonly recipient: string;
  /** In the coin's own unit. */
  readonly amount?: string;
  /** In the smallest unit. */
  readonly baseUnits?: string;
  readonly chainId?: number;
  /** Contract, mint or jetton master. */
  readonly token?: string;
}

type Parameters = readonly (readonly [key: string, value: string])[];

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[02-9ac-hj-np-z]';
const BITCOIN = new RegExp(`^(?:[13]${BASE58}{25,34}|bc1${BECH32}{39}(?:${BECH32}{20})?)$`);
const LITECOIN = new RegExp(`^(?:[LM3]${BASE58}{25,34}|ltc1${BECH32}{39}(?:${BECH32}{20})?)$`);
const SOLANA = new RegExp(`^${BASE58}{32,44}$`);
const TON = /^[\w-]{48}$/;

/** @throws {Error} if no standard defines it, or its standard forbids it */
export function readStandardUri(uri: string, isAddressChecked = true): PaymentRequest {
  const [, scheme = '', path = '', query = ''] = /^([a-z]+):([^?]*)(?:\?(.*))?$/i.exec(uri) ?? [];
  const parameters = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => [pair.split('=')[0] ?? '', decodeURIComponent(pair.split('=')[1] ?? '')] as const);
  switch (scheme.toLowerCase()) {
    case 'bitcoin':
      return bip321(path, parameters, isAddressChecked ? BITCOIN : /./);
    case 'litecoin':
      return bip321(path, parameters, LITECOIN);
    case 'solana':
      return solanaPay(path, parameters);
    case 'ton':
      return tonTransfer(path, parameters);
    case 'ethereum':
      return erc681(readErc681(uri));
    default:
      throw new Error(`unknown scheme: ${scheme}`);
  }
}

function bip321(path: string, written: Parameters, form: RegExp): PaymentRequest {
  const recipient = path === path.toUpperCase() ? path.toLowerCase() : path;
  if (!form.test(recipient)) throw new Error('address');
  const parameters = written.map(([key, value]) => [key.toLowerCase(), value] as const);
  const once = parameters.map(([key]) => key.replace(/^req-(?=pop$)/, ''));
  for (const key of ['amount', 'label', 'message', 'pop'])
    if (once.filter((each) => each === key).length > 1) throw new Error(`${key} twice`);
  if (once.some((key) => key.startsWith('req-'))) throw new Error('unknown required parameter');
  const amount = valueOf(parameters, 'amount');
  if (amount === undefined) return { recipient };
  if (!/^\d+(\.\d+)?$/.test(amount)) throw new Error('amount');
  if (BigInt(amount.split('.')[0] ?? '') > 21_000_000n) throw new Error('more than there is');
  return { recipient, amount: shortest(amount) };
}

function solanaPay(recipient: string, parameters: Parameters): PaymentRequest {
  if (!SOLANA.test(recipient)) throw new Error('recipient');
  const [amount, token] = [valueOf(parameters, 'amount'), valueOf(parameters, 'spl-token')];
  if (amount !== undefined && !/^(0|[1-9]\d*)(\.\d+)?$/.test(amount)) throw new Error('amount');
  if (token !== undefined && !SOLANA.test(token)) throw new Error('token');
  return { recipient, ...(amount !== undefined && { amount }), ...(token !== undefined && { token }) };
}

function tonTransfer(path: string, parameters: Parameters): PaymentRequest {
  const [, recipient = ''] = /^\/\/transfer\/(.*)$/.exec(path) ?? [];
  if (!TON.test(recipient)) throw new Error('path');
  const [baseUnits, token] = [valueOf(parameters, 'amount'), valueOf(parameters, 'jetton')];
  if (baseUnits !== undefined && !/^\d+$/.test(baseUnits)) throw new Error('amount');
  if (token !== undefined && !TON.test(token)) throw new Error('jetton');
  return { recipient, ...(baseUnits !== undefined && { baseUnits }), ...(token !== undefined && { token }) };
}

/** The parts of an ERC-681 request under the names of eth-url-parser, numbers as whole digits. */
export interface Erc681 {
  readonly target_address: string;
  readonly chain_id?: string;
  readonly function_name?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

const ERC681 = /^ethereum:(?:pay-)?(0x[\da-f]+)(?:@(\d+))?(?:\/(\w+))?(?:\?(.*))?$/i;

/** @throws {Error} if it is not an ERC-681 request, or a number in it is not whole */
export function readErc681(uri: string): Erc681 {
  const [, target, chain, name, query] = ERC681.exec(uri) ?? [];
  if (target === undefined) throw new Error('not ERC-681');
  const pairs = [...new URLSearchParams(query ?? '')].map(([key, value]) => [
    key,
    /^(value|u?int\d+|gas(Limit|Price)?)$/.test(key) ? wholeNumber(value) : value,
  ]);
  return {
    target_address: target,
    ...(chain !== undefined && { chain_id: chain }),
    ...(name !== undefined && { function_name: name }),
    ...(pairs.length > 0 && { parameters: Object.fromEntries(pairs) }),
  };
}

function erc681({ target_address, chain_id, function_name, parameters = {} }: Erc681): PaymentRequest {
  const chain = chain_id === undefined ? {} : { chainId: Number(chain_id) };
  const { address, uint256, value } = parameters;
  if (function_name === undefined)
    return { recipient: target_address, ...chain, ...(value !== undefined && { baseUnits: value }) };
  if (function_name !== 'transfer' || address === undefined || uint256 === undefined)
    throw new Error('not a transfer');
  return { recipient: address, token: target_address, ...chain, baseUnits: uint256 };
}

function wholeNumber(text: string): string {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e(\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (whole === undefined || shift < 0) throw new Error(`not a whole number: ${text}`);
  return String(BigInt(whole + fraction) * 10n ** BigInt(shift));
}

function valueOf(parameters: Parameters, key: string): string | undefined {
  return parameters.find(([each]) => each === key)?.[1];
}

function shortest(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
