import type { Currency } from '../payment/index.js';
import type { Transfer } from '../payment/transfer.js';
import { call, codeOf, REFUSED } from './guards.js';
import type { TransferContext, TransferObstacle, TransferResult, TransferStep } from './wallet.js';

/** A wallet that reads without the payer answers within seconds. Only the payer may take longer. */
const READ_TIMEOUT_MS = 15_000;

/** A validated payment: the address fits the currency, and the contract comes from our own table. */
export interface Payment {
  readonly currency: Currency;
  readonly transfer: Transfer;
}

/** Ends a transfer with its result. */
export class TransferEnd {
  constructor(readonly result: TransferResult) {}
}

export function blocked(obstacle: TransferObstacle): TransferEnd {
  return new TransferEnd({ kind: 'blocked', obstacle });
}

/** Makes the calls of one transfer in order. Makes no further call once the payer has stopped waiting. */
export class Attempt {
  /** Whether the wallet has been asked to send, or to sign what is then sent. */
  isAsked = false;
  isClaiming = false;

  constructor(readonly context: TransferContext) {}

  #assertWanted(): void {
    if (this.context.signal.aborted) throw blocked('stopped');
  }

  step(step: TransferStep, account: string | null, fee: string | null = null): void {
    this.#assertWanted();
    this.context.onStep(step, account, fee);
  }

  /** Calls a method that may open a window of the wallet. Waits as long as the payer needs. */
  async ask(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
    this.#assertWanted();
    const answer = await call(on, method, args);
    this.#assertWanted();
    return answer;
  }

  /** Calls a method that the wallet answers without the payer. Rejects after a time limit. */
  async read(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), READ_TIMEOUT_MS);
    });
    try {
      return await Promise.race([this.ask(on, method, ...args), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Asks the proxy to record that this page is about to call a wallet. Only one page succeeds: `withTransferAsked` in
   * `proxy/domain/transfer.ts` decides.
   */
  async claim(): Promise<void> {
    this.#assertWanted();
    this.isClaiming = true;
    let isClaimed: boolean;
    try {
      isClaimed = await this.context.claim();
    } catch {
      throw blocked('offline');
    } finally {
      this.isClaiming = false;
    }
    if (!isClaimed) throw blocked('claimed');
    this.#assertWanted();
  }

  /** Calls a method that may send money. */
  send(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
    this.#assertWanted();
    this.isAsked = true;
    return call(on, method, args);
  }

  /** Interprets an error. Once the wallet has been asked, any error except a refusal may mean that it has sent the money. */
  resultOf(error: unknown): TransferResult {
    if (error instanceof TransferEnd) return error.result;
    if (codeOf(error) === REFUSED) return { kind: 'refused' };
    if (this.isAsked) return { kind: 'unknown' };
    return { kind: 'blocked', obstacle: OBSTACLES[codeOf(error) ?? 0] ?? 'unsupported' };
  }
}

/** Error codes of EIP-1193 and EIP-1474, for errors before anything was sent. 4902 is MetaMask's own. */
const OBSTACLES: Readonly<Record<number, TransferObstacle>> = {
  [-32002]: 'busy',
  4100: 'account',
  4900: 'network',
  4901: 'network',
  4902: 'network',
};
