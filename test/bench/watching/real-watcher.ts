import type { CheckoutRecord } from '../../../src/proxy/checkouts/record.js';
import type { FakeService, Workshop } from '../../proxy/workshop.js';
import { openWorkshop } from '../../proxy/workshop.js';
import type { Payer } from './payers.js';
import { TICK_MS } from './simulation.js';

/** What the proxy's own watcher asks of a service that answers at once. */
export interface Asked {
  readonly calls: number;
  readonly creationLooks: number;
  /** From the payment to the screen of each payer who looked, in milliseconds, in the order of the payments' sight. */
  readonly seenMs: readonly number[];
}

interface Page {
  readonly payer: Payer;
  readonly checkoutId: string;
  readonly invoiceId: string;
  stream: ReadableStream<Uint8Array> | null;
  status: 'created' | 'paid' | 'canceled';
}

/** The real watcher, store and pages, in a time that the program moves. */
export class RealWatcher {
  readonly #pages: Page[] = [];
  readonly #seenMs: number[] = [];
  readonly #startMs: number;

  private constructor(private readonly shop: Workshop) {
    this.#startMs = shop.clock.now;
  }

  /** @param payers of a time that begins at 0, in the order in which they come */
  static async run(payers: Iterable<Payer>, untilMs: number): Promise<Asked> {
    const ends: (() => unknown)[] = [];
    const shop = await openWorkshop(
      { after: (end) => void (end && ends.push(end as () => unknown)) },
      ':memory:',
    );
    try {
      return await new RealWatcher(shop).#run([...payers], untilMs);
    } finally {
      for (const end of ends) await end();
    }
  }

  async #run(payers: readonly Payer[], untilMs: number): Promise<Asked> {
    const { parts, service, clock } = this.shop;
    const coming = [...payers];
    let creationLooks = 0;
    for (let nowMs = TICK_MS; nowMs <= untilMs; nowMs += TICK_MS) {
      for (let next = coming[0]; next && next.createdAtMs <= nowMs; next = coming[0]) {
        coming.shift();
        clock.now = this.#startMs + next.createdAtMs;
        await this.#open(next);
        creationLooks += 1;
      }
      clock.now = this.#startMs + nowMs;
      await this.#live(service, nowMs);
      await parts.watcher.round();
      await this.#look(nowMs);
    }
    for (const { stream } of this.#pages) await stream?.cancel();
    return { calls: service.asked.length - creationLooks, creationLooks, seenMs: this.#seenMs };
  }

  async #open(payer: Payer): Promise<void> {
    const { parts, order, record } = this.shop;
    const made = await order(`A-${this.#pages.length + 1}`);
    const stream = parts.streams.open(parts.view(await record(made.checkoutId)));
    this.#pages.push({ ...made, payer, stream, status: 'created' });
  }

  /** Payers pay, deadlines pass, pages are closed. */
  async #live(service: FakeService, nowMs: number): Promise<void> {
    for (const page of this.#pages) {
      const { paysAtMs, expiresAtMs, leavesAtMs } = page.payer;
      const status = paysAtMs <= nowMs ? 'paid' : expiresAtMs <= nowMs ? 'canceled' : 'created';
      if (status !== page.status) {
        page.status = status;
        service.set(page.invoiceId, status === 'paid' ? { status, amountPaid: '1' } : { status });
      }
      if (leavesAtMs <= nowMs) await this.#close(page);
    }
  }

  async #look(nowMs: number): Promise<void> {
    for (const page of this.#pages.filter(({ stream, status }) => stream && status === 'paid')) {
      if (!isPaid(await this.shop.record(page.checkoutId))) continue;
      if (page.payer.paysAtMs < page.payer.expiresAtMs) this.#seenMs.push(nowMs - page.payer.paysAtMs);
      await this.#close(page);
    }
  }

  async #close(page: Page): Promise<void> {
    await page.stream?.cancel();
    page.stream = null;
  }
}

function isPaid({ invoices }: CheckoutRecord): boolean {
  return invoices.some(({ money }) => money.settled === 'paid');
}
