import type { CheckoutInvoice } from '../../protocol/index.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { checkoutIn } from '../../checkout/state.js';
import type { WalletAction, WalletEffect } from '../../checkout/wallet-flow.js';
import { reportTransfer, walletSources } from '../../checkout/wallet-requests.js';
import { exactAmount, currencyOf } from '../../payment/index.js';
import { requestTransfer } from '../../wallets/request-transfer.js';
import type { BrowserWallet, TransferContext, TransferResult } from '../../wallets/wallet.js';

/** By invoice: the last stopped attempt of this page. It may still hold its lock for a moment. */
const stopped = new Map<string, Promise<unknown>>();

interface Attempt {
  readonly number: number;
  readonly wallet: BrowserWallet;
  readonly session: CheckoutSession;
  readonly invoice: CheckoutInvoice & { readonly address: string };
  /** The id of the transfer that the page knows. The proxy refuses the claim if another one was recorded meanwhile. */
  readonly transfer: number | null;
}

/**
 * The requests of one element to wallets, and what the proxy learns about them. How long a payer waits for an answer, and when they
 * may pay again: `checkout/wallet-screen.ts`.
 */
export class WalletAttempts {
  /** Aborts running attempts, by their number. */
  readonly #stops = new Map<number, AbortController>();
  /** By the id of a transfer: the session and the invoice to report it with. */
  readonly #reports = new Map<number, { readonly session: CheckoutSession; readonly invoice: string }>();

  perform(effect: WalletEffect): void {
    if (effect.type === 'stop') return this.#stops.get(effect.number)?.abort();
    const { state, transfer, transaction } = effect;
    const known = this.#reports.get(transfer);
    if (known) void reportTransfer(known.session, { state, transfer, transaction, invoice: known.invoice });
  }

  /** Asks the wallet. `send` gets each step and the end, and once more the result of a call that was stopped. */
  async start(attempt: Attempt, send: (action: WalletAction) => void): Promise<void> {
    const { number, wallet, session, invoice } = attempt;
    const { due } = invoice;
    if (due === null) throw new TypeError('The invoice states no amount to send.');
    const stop = new AbortController();
    this.#stops.set(number, stop);
    let transfer: number | null = null;
    const end = (result: TransferResult, isAfterStop: boolean) =>
      send({ type: 'ended', number, result, wallet, transfer, isAfterStop });
    const claim = async (): Promise<boolean> => {
      const answer = await session.reportTransfer({
        ...{ state: 'asked', invoice: invoice.id, transfer: attempt.transfer, wallet: wallet.name },
      });
      if (!answer.ok) {
        if (answer.problem.code !== 'transfer_conflict') throw new Error(answer.problem.code);
        session.refresh();
        return false;
      }
      if (!answer.transfer) return false;
      const { id, endsAt } = answer.transfer;
      transfer = id;
      this.#reports.set(id, { session, invoice: invoice.id });
      send({ type: 'transferRecorded', number, transfer: id, endsAt });
      // A part may have arrived since the payer pressed the button.
      return checkoutIn(session.snapshot)?.invoice?.due === due;
    };
    const context: TransferContext = {
      ...walletSources(session),
      signal: stop.signal,
      nowMs: () => session.serverNowMs() ?? Date.now(),
      onStep: (step, account, fee) => send({ type: 'stepReached', number, step, account, fee }),
      claim,
      onLateResult: (result) => end(result, true),
    };
    const { currency, address } = invoice;
    const { amount } = exactAmount(due, currencyOf(currency).decimals);
    const request = () => requestTransfer(wallet, { currency, address, amount }, context);
    const asking = Promise.resolve(stopped.get(invoice.id)).then(() => alone(invoice.id, request));
    stop.signal.addEventListener('abort', () => stopped.set(invoice.id, asking));
    const result = await asking;
    this.#stops.delete(number);
    end(result ?? { kind: 'blocked', obstacle: 'claimed' }, false);
  }
}

/** Runs `work`; returns `null` if another tab is running it for this invoice. Without locks, the proxy decides. */
async function alone<T>(invoice: string, work: () => Promise<T>): Promise<T | null> {
  if (!('locks' in navigator)) return work();
  let running: Promise<T> | null = null;
  try {
    return await navigator.locks.request(
      `crypto-checkout:wallet:${invoice}`,
      { ifAvailable: true },
      (lock) => lock && (running = work()),
    );
  } catch (error) {
    if (running) throw error;
    // The page must not use locks, for example because it has no origin.
    return work();
  }
}
