import type { Currency } from '../payment/index.js';
import type { Transfer } from '../payment/transfer.js';
import { call, codeOf, REFUSED } from './guards.js';
import type { TransferContext, TransferObstacle, TransferResult, TransferStep } from './wallet.js';

/** A wallet that reads for itself answers within seconds. Only the payer may take longer. */
const READ_TIMEOUT_MS = 15_000;

/** The checked payment: the address is of the currency, and the contract comes from our own table. */
export interface Order {
  readonly currency: Currency;
  readonly transfer: Transfer;
}

/** Ends a transfer with its result. */
export class Ended {
  constructor(readonly result: TransferResult) {}
}

export function blocked(obstacle: TransferObstacle): Ended {
  return new Ended({ kind: 'blocked', obstacle });
}

/** The calls of one transfer, in their order. Nothing is called any more once the payer has stopped waiting. */
export class Attempt {
  /** Whether the wallet has been asked to send, or to sign what is then sent. */
  isAsked = false;
  isClaiming = false;

  constructor(readonly context: TransferContext) {}

  #assertWanted(): void {
    if (this.context.signal.aborted) throw blocked('stopped');
  }

  step(step: TransferStep, account: string | null): void {
    this.#assertWanted();
    this.context.onStep(step, account);
  }

  /** Calls what may open a window of the wallet: as long as the payer needs. */
  async ask(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
    this.#assertWanted();
    const answer = await call(on, method, args);
    this.#assertWanted();
    return answer;
  }

  /** Calls what the wallet answers by itself. Rejects after a time limit. */
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
   * `proxy/domain/wallet-transfer.ts` decides.
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

  /** Calls what may send money. */
  send(on: unknown, method: string, ...args: readonly unknown[]): Promise<unknown> {
    this.#assertWanted();
    this.isAsked = true;
    return call(on, method, args);
  }

  /** Interprets an error. After the wallet has been asked, all but a refusal may mean that it has sent. */
  resultOf(error: unknown): TransferResult {
    if (error instanceof Ended) return error.result;
    if (codeOf(error) === REFUSED) return { kind: 'refused' };
    if (this.isAsked) return { kind: 'unknown' };
    return { kind: 'blocked', obstacle: OBSTACLES[codeOf(error) ?? 0] ?? 'unsupported' };
  }
}

/** Codes of EIP-1193 and EIP-1474 before anything was sent; 4902 is a habit of MetaMask's. */
const OBSTACLES: Readonly<Record<number, TransferObstacle>> = {
  [-32002]: 'busy',
  4100: 'account',
  4900: 'network',
  4901: 'network',
  4902: 'network',
};
