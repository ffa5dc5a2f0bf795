// TIP-1193, and the older interfaces of TronLink. The wallet's own `tronWeb` builds, signs and broadcasts one transfer.
import { parseBase58Check } from '../payment/addresses/base58check.js';
import { type Attempt, blocked, TransferEnd, type Payment } from './attempt.js';
import { transferCall } from './calldata.js';
import { fundsOf } from './funds.js';
import { codeOf, integerOf, itemsOf, read, REFUSED, textOf } from './guards.js';
import type { BrowserWallet, TransferResult } from './wallet.js';

const ACCOUNT = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const TRANSACTION = /^[\da-f]{64}$/i;
/** TIP-474: the last digits of the id of the genesis block. */
const GENESIS_END = /2b6653dc$/i;
const MAINNET = '0x2b6653dc';

/** Maximum wait for `tronWeb`, which a wallet puts into the page some time after it has connected. */
const TRON_WEB_WAIT_MS = 2_000;
const TRON_WEB_STEP_MS = 50;

const TRX = { symbol: 'TRX', decimals: 6 };
/** Maximum that the transfer of a token may burn, in sun. TronWeb itself uses the same limit. */
const FEE_LIMIT = 150_000_000;
/** Size of a signed transfer in bytes. */
const BYTES = { coin: 268n, token: 345n };

/** TronLink sends these messages instead of a code if the payer refuses: on desktop, iOS and Android. */
const REFUSALS = /^(?:Confirmation declined by user|cancel|cancle)$/;

/** A number that TronWeb leaves out is zero. */
const countOf = (value: unknown) => integerOf(value) ?? 0n;

class TronWeb {
  constructor(
    readonly wallet: BrowserWallet,
    readonly attempt: Attempt,
  ) {}

  /** Read each time, because a change of the network replaces it. */
  part(name: string): unknown {
    return read(read(this.wallet.provider, 'tronWeb'), name);
  }

  get account(): string | null {
    return textOf(read(this.part('defaultAddress'), 'base58'), ACCOUNT);
  }

  read(part: 'trx' | 'transactionBuilder', method: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.attempt.read(this.part(part), method, ...args);
  }

  async isOnMainnet(): Promise<boolean> {
    const block = await this.read('trx', 'getBlockByNumber', 0);
    return textOf(read(block, 'blockID'), GENESIS_END) !== null;
  }

  /** Calls a view function of a contract. */
  async view(contract: string, signature: string, parameters: readonly object[]): Promise<bigint> {
    const answer = await this.constantCall(contract, signature, parameters);
    const word = textOf(itemsOf(read(answer, 'constant_result'))[0], TRANSACTION);
    if (word === null) throw blocked('token');
    return BigInt(`0x${word}`);
  }

  constantCall(contract: string, signature: string, parameters: readonly object[]): Promise<unknown> {
    const args = [contract, signature, {}, parameters, this.account];
    return this.read('transactionBuilder', 'triggerConstantContract', ...args);
  }
}

export async function transfer(
  wallet: BrowserWallet,
  payment: Payment,
  attempt: Attempt,
): Promise<TransferResult> {
  const tronWeb = new TronWeb(wallet, attempt);
  attempt.step('connecting', null);
  const from = await connect(tronWeb);
  if (!(await tronWeb.isOnMainnet())) await switchToMainnet(tronWeb, from);
  attempt.step('checking', from);
  await check(tronWeb, payment, from);
  const built = await build(tronWeb, payment, from);
  await attempt.claim();
  if (!(await tronWeb.isOnMainnet()) || tronWeb.account !== from) throw blocked('changed');
  attempt.step('confirming', from);
  const signed = await attempt.send(tronWeb.part('trx'), 'sign', built).catch((error) => {
    throw textOf(error, REFUSALS) === null && textOf(read(error, 'message'), REFUSALS) === null
      ? error
      : new TransferEnd({ kind: 'refused' });
  });
  // A payer who has stopped waiting may have paid in another way: drop what the wallet has signed since then.
  const answer = await attempt.send(tronWeb.part('trx'), 'sendRawTransaction', signed);
  if (read(answer, 'result') !== true) return { kind: 'unknown' };
  const transaction = textOf(read(answer, 'txid'), TRANSACTION) ?? textOf(read(signed, 'txID'), TRANSACTION);
  return { kind: 'sent', transaction };
}

async function connect(tronWeb: TronWeb): Promise<string> {
  const { wallet, attempt } = tronWeb;
  if (wallet.dialect === 'tron-link') {
    const answer = await attempt.ask(wallet.provider, 'request', { method: 'tron_requestAccounts' });
    // TronLink resolves with codes that others throw. 4000: it already shows a request.
    const code = codeOf(answer);
    if (code === REFUSED) throw new TransferEnd({ kind: 'refused' });
    if (code === 4000) throw blocked('busy');
  } else if (wallet.dialect !== 'tron-web') {
    await attempt.ask(wallet.provider, 'request', { method: 'eth_requestAccounts' });
  }
  for (let waited = 0; waited < TRON_WEB_WAIT_MS && tronWeb.account === null; waited += TRON_WEB_STEP_MS)
    await new Promise((resolve) => setTimeout(resolve, TRON_WEB_STEP_MS));
  const { account } = tronWeb;
  if (account === null) throw blocked('account');
  return account;
}

/** TIP-3326. Older wallets do not support it, so the payer has to switch by hand. */
async function switchToMainnet(tronWeb: TronWeb, from: string): Promise<void> {
  const { wallet, attempt } = tronWeb;
  attempt.step('switching', from);
  const params = [{ chainId: MAINNET }];
  await attempt
    .ask(wallet.provider, 'request', { method: 'wallet_switchEthereumChain', params })
    .catch((error) => {
      if (error instanceof TransferEnd || [REFUSED, -32002].includes(codeOf(error) ?? 0)) throw error;
    });
  if (!(await tronWeb.isOnMainnet())) throw blocked('network');
}

/** Checks the token, the balances, and what the transfer would burn. */
async function check(tronWeb: TronWeb, { currency, transfer }: Payment, from: string): Promise<void> {
  const { contract, address, baseUnits } = transfer;
  const units = BigInt(baseUnits);
  const optional = (answer: Promise<unknown>) => answer.catch(() => null);
  const [coins, resources, prices, decimals, tokens, simulation, payee] = await Promise.all([
    tronWeb.read('trx', 'getBalance', from).then(countOf),
    optional(tronWeb.read('trx', 'getAccountResources', from)),
    optional(tronWeb.read('trx', 'getChainParameters')),
    contract && tronWeb.view(contract, 'decimals()', []),
    contract && tronWeb.view(contract, 'balanceOf(address)', [{ type: 'address', value: from }]),
    contract && optional(tronWeb.constantCall(contract, TRANSFER, parametersOf(address, baseUnits))),
    contract === null ? optional(tronWeb.read('trx', 'getAccount', address)) : null,
  ]);
  if (typeof decimals === 'bigint' && decimals !== BigInt(currency.decimals)) throw blocked('token');
  const balance = typeof tokens === 'bigint' ? tokens : coins;
  const rest = contract ? coins : coins - units;
  const fee = feeOf({ resources, prices, simulation, payee, bytes: contract ? BYTES.token : BYTES.coin });
  if (balance < units || rest < (fee ?? 0n))
    throw new TransferEnd({
      kind: 'short',
      payment: fundsOf(currency, units, balance),
      fee: fee === null ? null : fundsOf(TRX, fee, rest),
    });
}

interface Costs {
  readonly resources: unknown;
  readonly prices: unknown;
  readonly simulation: unknown;
  readonly payee: unknown;
  readonly bytes: bigint;
}

/** Returns the sun that the transfer burns for missing energy and bandwidth; `null` if the wallet does not know. */
function feeOf({ resources, prices, simulation, payee, bytes }: Costs): bigint | null {
  if (resources === null || prices === null) return null;
  const resource = (name: string) => countOf(read(resources, name));
  const price = (name: string) =>
    countOf(
      read(
        itemsOf(prices).find((entry) => read(entry, 'key') === name),
        'value',
      ),
    );
  const missing = countOf(read(simulation, 'energy_used')) - resource('EnergyLimit') + resource('EnergyUsed');
  const energy = missing > 0n ? missing * price('getEnergyFee') : 0n;
  const hasBytes =
    resource('freeNetLimit') - resource('freeNetUsed') >= bytes ||
    resource('NetLimit') - resource('NetUsed') >= bytes;
  const bandwidth = hasBytes ? 0n : bytes * price('getTransactionFee');
  // A payment in the coin creates the payee's account, if it does not exist.
  const isNew = payee !== null && read(payee, 'address') === undefined;
  return energy + bandwidth + (isNew ? price('getCreateNewAccountFeeInSystemContract') : 0n);
}

const TRANSFER = 'transfer(address,uint256)';

function parametersOf(address: string, units: string): readonly object[] {
  return [
    { type: 'address', value: address },
    { type: 'uint256', value: units },
  ];
}

/** Lets the wallet's node build a transaction, and verifies that it is exactly this transfer. */
async function build(tronWeb: TronWeb, { transfer }: Payment, from: string): Promise<unknown> {
  const { contract, address, baseUnits } = transfer;
  const units = BigInt(baseUnits);
  if (contract === null) {
    // TronWeb takes the amount as a number.
    const sun = Number(baseUnits);
    if (!Number.isSafeInteger(sun)) throw blocked('unsupported');
    const built = await tronWeb.read('transactionBuilder', 'sendTrx', address, sun, from);
    const value = valueOf(built, 'TransferContract');
    if (!isAccount(read(value, 'to_address'), address) || countOf(read(value, 'amount')) !== units)
      throw blocked('changed');
    return built;
  }
  const args = [contract, TRANSFER, { feeLimit: FEE_LIMIT }, parametersOf(address, baseUnits), from];
  const answer = await tronWeb.read('transactionBuilder', 'triggerSmartContract', ...args);
  const built = read(answer, 'transaction');
  if (read(read(answer, 'result'), 'result') !== true) throw blocked('token');
  const value = valueOf(built, 'TriggerSmartContract');
  const isOurs =
    isAccount(read(value, 'contract_address'), contract) &&
    read(value, 'data') === transferCall(hashOf(address), units) &&
    countOf(read(value, 'call_value')) === 0n;
  if (!isOurs) throw blocked('changed');
  return built;
}

/** Returns the value of the only contract of a transaction, `undefined` if there are several or it is of another type. */
function valueOf(built: unknown, type: string): unknown {
  const contracts = itemsOf(read(read(built, 'raw_data'), 'contract'));
  const [contract] = contracts;
  if (contracts.length !== 1 || read(contract, 'type') !== type) return undefined;
  return read(read(contract, 'parameter'), 'value');
}

/** Returns the 20 bytes of an address, in hexadecimal. */
function hashOf(address: string): string {
  const parsed = parseBase58Check(address);
  if ('fault' in parsed) throw blocked('invalid');
  return Array.from(parsed.hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares addresses. TronWeb uses hexadecimal digits, or base58 as people see it. */
function isAccount(written: unknown, address: string): boolean {
  return written === address || written === `41${hashOf(address)}`;
}
