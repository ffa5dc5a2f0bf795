// Wallet Standard: one `signAndSendTransaction`. A wallet has no methods to read the network. So the proxy reads the blockhash, and
// whether the payee is a token account.
import { validateAddress } from '../payment/addresses/index.js';
import { isOnCurve, solanaBytes, solanaText } from '../payment/addresses/solana-accounts.js';
import type { CurrencyCode } from '../payment/index.js';
import { type Attempt, blocked, type Payment } from './attempt.js';
import { itemsOf, read } from './guards.js';
import { coinTransfer, tokenTransfer } from './solana-transaction.js';
import type { BrowserWallet, SolanaState, TransferResult } from './wallet.js';

const CHAIN = 'solana:mainnet';
const MAX_UNITS = 2n ** 64n - 1n;
const SIGNATURE_BYTES = 64;

/** Rent of the account for a token, of either program, and the fee of the transaction, rounded up. */
const ACCOUNT_FEE = '≈ 0.0021 SOL';

/** Tokens of Token-2022 (developer.paypal.com). */
const TOKEN_2022: readonly CurrencyCode[] = ['PYUSD_SOL'];

const bytesOf = (text: unknown) => (typeof text === 'string' ? solanaBytes(text) : null);

export async function transfer(
  { provider }: BrowserWallet,
  payment: Payment,
  attempt: Attempt,
): Promise<TransferResult> {
  attempt.step('connecting', null);
  const feature = (name: string) => read(read(provider, 'features'), name);
  const connected = await attempt.ask(feature('standard:connect'), 'connect');
  const [account] = [...itemsOf(read(connected, 'accounts')), ...itemsOf(read(provider, 'accounts'))];
  const from = payerOf(read(account, 'address'));
  if (from === null) throw blocked('account');
  const chains = read(account, 'chains');
  if (chains !== undefined && !itemsOf(chains).includes(CHAIN)) throw blocked('network');
  const address = solanaText(from);
  attempt.step('checking', address);
  const state = await stateOf(attempt);
  const transaction = transactionOf(payment, from, state);
  await attempt.claim();
  const isThere = itemsOf(read(provider, 'accounts')).some((one) => read(one, 'address') === address);
  if (!isThere) throw blocked('changed');
  attempt.step('confirming', address, state.createsAccount ? ACCOUNT_FEE : null);
  const sending = feature('solana:signAndSendTransaction');
  const input = { account, chain: CHAIN, transaction };
  const answer = await attempt.send(sending, 'signAndSendTransaction', input);
  const signature = signatureOf(read(itemsOf(answer)[0], 'signature'));
  return { kind: 'sent', transaction: signature };
}

/** Only an account with a key can pay, so the account of a program cannot. */
function payerOf(address: unknown): Uint8Array | null {
  return typeof address === 'string' && validateAddress('SOL', address).valid ? solanaBytes(address) : null;
}

async function stateOf({ context }: Attempt): Promise<SolanaState> {
  if (!context.solanaState) throw blocked('unsupported');
  const state = await context.solanaState().catch(() => {
    throw blocked('offline');
  });
  if (state === null) throw blocked('unsupported');
  return state;
}

function transactionOf({ currency, transfer }: Payment, from: Uint8Array, state: SolanaState): Uint8Array {
  const blockhash = bytesOf(state.blockhash);
  const to = bytesOf(transfer.address);
  const units = BigInt(transfer.baseUnits);
  if (blockhash === null) throw blocked('offline');
  if (to === null || units > MAX_UNITS) throw blocked('invalid');
  const { isTokenAccount } = state;
  // Tokens for a program's account would go where no one looks for them. Coins in a token account would stay there.
  const isPayable =
    transfer.contract === null ? !isTokenAccount && isOnCurve(to) : isTokenAccount || isOnCurve(to);
  if (!isPayable) throw blocked('unsupported');
  const coins = { from, to, units, blockhash };
  if (transfer.contract === null) return coinTransfer(coins);
  const mint = bytesOf(transfer.contract);
  if (mint === null) throw blocked('invalid');
  const isToken2022 = TOKEN_2022.includes(currency.code);
  return tokenTransfer({ ...coins, mint, decimals: currency.decimals, isToken2022, isTokenAccount });
}

/** Returns 64 bytes in base58; `null` for anything else. */
function signatureOf(bytes: unknown): string | null {
  const values = itemsOf(bytes);
  const isSignature =
    read(bytes, 'length') === SIGNATURE_BYTES &&
    values.every((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256);
  return isSignature ? solanaText(Uint8Array.from(values, Number)) : null;
}
