import type {
  CheckoutSession,
  InvoiceTime,
  RefundInput,
  RefundRequestResult,
  SessionSnapshot,
  SolanaTransferResult,
  TransferReportResult,
} from '../src/checkout/session.js';
import type { Checkout, CheckoutRefund, TransferRequest } from '../src/protocol/index.js';
import { NOW } from './fixtures.js';

type Ready = Extract<SessionSnapshot, { phase: 'ready' }>;

export function ready(checkout: Checkout, changes: Partial<Omit<Ready, 'phase' | 'checkout'>> = {}): Ready {
  return {
    phase: 'ready',
    checkout,
    pending: null,
    problem: null,
    changing: false,
    connection: 'live',
    ...changes,
  };
}

/** A scripted session: it shows the state that a script sets and records the actions of the payer. */
export class ScriptedSession implements CheckoutSession {
  /** Every step of the payer, such as `choose USDT_TRC20`. */
  readonly steps: string[] = [];
  nowMs: number | null = Date.parse(NOW);
  #snapshot: SessionSnapshot;
  readonly #listeners = new Set<() => void>();

  constructor(snapshot: SessionSnapshot) {
    this.#snapshot = snapshot;
  }

  get snapshot(): SessionSnapshot {
    return this.#snapshot;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  show(snapshot: SessionSnapshot): void {
    this.#snapshot = snapshot;
    for (const listener of [...this.#listeners]) listener();
  }

  serverNowMs(): number | null {
    return this.nowMs;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  choose(currency: string, email?: string, { lifetime, replaces }: InvoiceTime = {}): Promise<void> {
    const time = [lifetime, replaces && `instead of ${replaces}`];
    return this.#did('choose', currency, email, ...time.map((word) => word ?? undefined));
  }

  change(changing: boolean): void {
    void this.#did('change', String(changing));
    if (this.#snapshot.phase === 'ready') this.show({ ...this.#snapshot, changing, problem: null });
  }

  cancel(): Promise<void> {
    return this.#did('cancel');
  }

  /** As the proxy does if one page calls a wallet. */
  async reportTransfer(request: TransferRequest): Promise<TransferReportResult> {
    const { state, transfer: id, wallet = null, transaction = null } = request;
    await this.#did('report', state, transaction ?? undefined);
    if (this.#snapshot.phase !== 'ready') return { ok: true, transfer: null };
    const { checkout } = this.#snapshot;
    const before = checkout.transfer ?? { id: (id ?? 0) + 1, wallet, askedAt: NOW, endsAt: null };
    const transfer = state === 'refused' ? null : { ...before, state, transaction };
    this.show({ ...this.#snapshot, checkout: { ...checkout, transfer, version: checkout.version + 1 } });
    return { ok: true, transfer };
  }

  /** As the proxy does for a payee that has received no such token yet. */
  solanaTransfer(): Promise<SolanaTransferResult> {
    const checkout = this.#snapshot.phase === 'ready' ? this.#snapshot.checkout : null;
    const address = checkout?.wallets?.solana && checkout.invoice?.address;
    if (!address) {
      const problem = { code: 'not_found', retryable: false } as const;
      return Promise.resolve({ ok: false, problem, retryAfterMs: 0 });
    }
    const block = { blockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N', lastValidBlockHeight: 1 };
    const accounts = { isTokenAccount: false, tokenProgram: null, createsAccount: true };
    return Promise.resolve({ ok: true, transfer: { address, ...block, ...accounts } });
  }

  /** As the proxy does for the browser that got the address. */
  async requestRefund({ invoice, address, amount, email }: RefundInput): Promise<RefundRequestResult> {
    await this.#did('refund', String(invoice), amount, address, email ?? undefined);
    if (this.#snapshot.phase !== 'ready') return { ok: true, refund: null };
    const { checkout } = this.#snapshot;
    const items = (checkout.refunds?.items ?? []).map((item): CheckoutRefund =>
      item.invoice === invoice
        ? {
            ...{ ...item, state: 'requested', proven: true, requestedAt: NOW },
            address: `${address.slice(0, 4)}…${address.slice(-4)}`,
          }
        : item,
    );
    const refunds = { asksEmail: false, ...checkout.refunds, items };
    this.show({ ...this.#snapshot, checkout: { ...checkout, refunds, version: checkout.version + 1 } });
    return { ok: true, refund: items.find((item) => item.invoice === invoice) ?? null };
  }

  renewOrder(order: string): void {
    void this.#did('renew', order);
  }

  refresh(): void {
    void this.#did('refresh');
  }

  #did(...step: readonly (string | undefined)[]): Promise<void> {
    this.steps.push(step.filter((word) => word !== undefined).join(' '));
    return Promise.resolve();
  }
}
