import { validateAddress } from '../payment/addresses/index.js';
import { currencyOf, tokenContract } from '../payment/index.js';
import { transferOf } from '../payment/transfer.js';
import { Attempt, blocked, type Payment } from './attempt.js';
import { familyOf } from './support.js';
import type {
  BrowserWallet,
  TransferContext,
  TransferRequest,
  TransferResult,
  WalletFamily,
} from './wallet.js';

/** Requests the transfer from a wallet of one family. Throws errors that `Attempt.resultOf` understands. */
export type FamilyTransfer = (
  wallet: BrowserWallet,
  payment: Payment,
  attempt: Attempt,
) => Promise<TransferResult>;

const FAMILIES: Readonly<Record<WalletFamily, () => Promise<{ readonly transfer: FamilyTransfer }>>> = {
  evm: () => import('./evm.js'),
  tron: () => import('./tron.js'),
  solana: () => import('./solana.js'),
  bitcoin: () => import('./bitcoin.js'),
  ton: () => import('./ton.js'),
};

/**
 * Requests exactly one transfer from a wallet: the amount in the currency to the address. First checks what could make it fail, and
 * reports what is missing. Never rejects. Ends when `context.signal` aborts. If the wallet answers after that, the result goes to
 * `context.onLateResult`.
 */
export function requestTransfer(
  wallet: BrowserWallet,
  request: TransferRequest,
  context: TransferContext,
): Promise<TransferResult> {
  const { signal } = context;
  const attempt = new Attempt(context);
  return new Promise((resolve) => {
    let isOver = false;
    const stop = () => {
      // A claim expires, and nothing is sent after that.
      if (attempt.isClaiming) return;
      isOver = true;
      resolve(attempt.isAsked ? { kind: 'unknown' } : { kind: 'blocked', obstacle: 'stopped' });
    };
    signal.addEventListener('abort', stop, { once: true });
    void run(wallet, request, attempt).then((result) => {
      signal.removeEventListener('abort', stop);
      if (!isOver) resolve(result);
      else if (attempt.isAsked) context.onLateResult(result);
    });
  });
}

async function run(
  wallet: BrowserWallet,
  request: TransferRequest,
  attempt: Attempt,
): Promise<TransferResult> {
  try {
    const payment = paymentOf(wallet, request);
    const { transfer } = await FAMILIES[wallet.family]().catch(() => {
      throw blocked('offline');
    });
    return await transfer(wallet, payment, attempt);
  } catch (error) {
    return attempt.resultOf(error);
  }
}

function paymentOf(wallet: BrowserWallet, { currency: code, address, amount }: TransferRequest): Payment {
  if (familyOf(code) !== wallet.family) throw blocked('unsupported');
  if (!validateAddress(code, address).valid) throw blocked('invalid');
  try {
    const transfer = transferOf(code, { address, amount }, tokenContract(code));
    if (transfer) return { currency: currencyOf(code), transfer };
  } catch {
    // The amount is not valid in this currency.
  }
  throw blocked('invalid');
}
