// Bitcoin wallets have one of two interfaces: JSON-RPC as in Sats Connect, or UniSat's own methods. The wallet selects inputs and
// fee, so the fee cannot be read beforehand.
import { validateAddress } from '../payment/addresses/index.js';
import { type Attempt, blocked, TransferEnd, type Payment } from './attempt.js';
import { fundsOf } from './funds.js';
import { codeOf, integerOf, itemsOf, read, textOf } from './guards.js';
import type { BrowserWallet, TransferResult } from './wallet.js';

const TRANSACTION = /^[\da-f]{64}$/i;

/** Sats Connect: the payer refused. */
const SATS_REFUSED = -32000;
/** Sats Connect: no access to the account. */
const SATS_NO_ACCESS = -32002;

const UNISAT_MAINNET = 'BITCOIN_MAINNET';

export async function transfer(
  wallet: BrowserWallet,
  payment: Payment,
  attempt: Attempt,
): Promise<TransferResult> {
  const satoshis = Number(payment.transfer.baseUnits);
  if (!Number.isSafeInteger(satoshis)) throw blocked('invalid');
  const send = wallet.dialect === 'unisat' ? sendByUnisat : sendBySats;
  const answer = await send(wallet, payment, satoshis, attempt);
  return { kind: 'sent', transaction: textOf(answer, TRANSACTION) };
}

/** Returns the result of a JSON-RPC answer, or throws its error. */
function resultOf(answer: unknown): unknown {
  const error = read(answer, 'error');
  if (error === undefined || error === null) return read(answer, 'result');
  if (codeOf(error) === SATS_REFUSED) throw new TransferEnd({ kind: 'refused' });
  throw error;
}

/** Some wallets reject with the response that others resolve with. */
async function resultOfCall(answer: Promise<unknown>): Promise<unknown> {
  try {
    return resultOf(await answer);
  } catch (error) {
    if (codeOf(error) === SATS_REFUSED) throw new TransferEnd({ kind: 'refused' });
    resultOf(error);
    throw error;
  }
}

/** Ends if the account has less than the amount. A wallet that does not return its balance says so itself. */
async function checkBalance(balance: Promise<unknown>, { currency, transfer }: Payment): Promise<void> {
  const available = integerOf(read(await balance.catch(() => null), 'total'));
  const units = BigInt(transfer.baseUnits);
  if (available !== null && available < units)
    throw new TransferEnd({ kind: 'short', payment: fundsOf(currency, units, available), fee: null });
}

/** `request` takes two arguments instead of the one of EIP-1193. Leather uses other field names, and amounts as text. */
async function sendBySats(
  { provider, dialect }: BrowserWallet,
  payment: Payment,
  satoshis: number,
  attempt: Attempt,
): Promise<unknown> {
  const isLeather = dialect === 'leather';
  attempt.step('connecting', null);
  const connected = resultOfCall(
    isLeather
      ? attempt.ask(provider, 'request', 'getAddresses', { network: 'mainnet' })
      : attempt.ask(provider, 'request', 'wallet_connect', { addresses: ['payment'], network: 'Mainnet' }),
  ).catch((error) => {
    throw codeOf(error) === SATS_NO_ACCESS ? blocked('account') : error;
  });
  const from = accountOf(await connected);
  if (!isLeather) {
    attempt.step('checking', from);
    // The connection permits it without another question to the payer (docs.xverse.app, permissions). Leather has no such method.
    await checkBalance(resultOfCall(attempt.read(provider, 'request', 'getBalance', undefined)), payment);
  }
  await attempt.claim();
  attempt.step('confirming', from);
  const { address } = payment.transfer;
  const recipients = [{ address, amount: isLeather ? String(satoshis) : satoshis }];
  const parameters = isLeather ? { recipients, network: 'mainnet' } : { recipients };
  return read(await resultOfCall(attempt.send(provider, 'request', 'sendTransfer', parameters)), 'txid');
}

/** Returns the payer's address on Bitcoin's main network. A wallet on a test network has none. */
function accountOf(connected: unknown): string {
  const network = read(read(read(connected, 'network'), 'bitcoin'), 'name');
  const isElsewhere = typeof network === 'string' && network.toLowerCase() !== 'mainnet';
  const addresses = itemsOf(read(connected, 'addresses'))
    .filter((entry) => [undefined, 'payment'].some((purpose) => purpose === read(entry, 'purpose')))
    .map((entry) => textOf(read(entry, 'address'), /./))
    .filter((address) => address !== null);
  const address = addresses.find((one) => validateAddress('BTC', one).valid);
  if (addresses.length === 0) throw blocked('account');
  if (isElsewhere || address === undefined) throw blocked('network');
  return address;
}

async function sendByUnisat(
  { provider }: BrowserWallet,
  payment: Payment,
  satoshis: number,
  attempt: Attempt,
): Promise<unknown> {
  attempt.step('connecting', null);
  const from = firstOf(await attempt.ask(provider, 'requestAccounts'));
  if (from === null) throw blocked('account');
  if (!(await isOnMainnet(provider, attempt))) {
    attempt.step('switching', from);
    await attempt.ask(provider, 'switchChain', UNISAT_MAINNET).catch((error) => {
      if (error instanceof TransferEnd || codeOf(error) !== 4200) throw error;
    });
    if (!(await isOnMainnet(provider, attempt))) throw blocked('network');
  }
  // Each network may have a different account.
  const account = firstOf(await attempt.read(provider, 'getAccounts'));
  if (account === null) throw blocked('account');
  attempt.step('checking', account);
  await checkBalance(attempt.read(provider, 'getBalance'), payment);
  await attempt.claim();
  const current = firstOf(await attempt.read(provider, 'getAccounts'));
  if (current !== account || !(await isOnMainnet(provider, attempt))) throw blocked('changed');
  attempt.step('confirming', account);
  return attempt.send(provider, 'sendBitcoin', payment.transfer.address, satoshis);
}

function firstOf(accounts: unknown): string | null {
  return textOf(itemsOf(accounts)[0], /^\w{14,90}$/);
}

/** Fractal uses the same addresses as Bitcoin. Older versions of UniSat report networks only, and call it `unknown`. */
async function isOnMainnet(provider: unknown, attempt: Attempt): Promise<boolean> {
  if (typeof read(provider, 'getChain') !== 'function')
    return (await attempt.read(provider, 'getNetwork')) === 'livenet';
  return read(await attempt.read(provider, 'getChain'), 'enum') === UNISAT_MAINNET;
}
