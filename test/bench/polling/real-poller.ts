import { toWebStream } from '../../../src/proxy/http/web.js';
import { parseOrder } from '../../../src/proxy/domain/order.js';
import { isPaid } from '../../../src/proxy/domain/merge-status-reports.js';
import { TICK_MS } from '../../../src/proxy/domain/poll-schedule.js';
import type { InstrumentedShop } from './instrumented-shop.js';
import { openInstrumentedShop } from './instrumented-shop.js';
import type { Payer } from './payers.js';

/** The calls of the proxy's own poller to a sandbox that responds immediately. */
export interface RecordedRequest {
  /** Calls of the rounds, as the sandbox has counted them. */
  readonly calls: number;
  readonly creationLooks: number;
  /** From the payment to the screen of each payer with an open page, in milliseconds, in the order of detection. */
  readonly seenMs: readonly number[];
}

interface Page {
  readonly payer: Payer;
  readonly checkoutId: string;
  readonly invoiceId: string;
  stream: ReadableStream<Uint8Array> | null;
  hasPaid: boolean;
}

/** The real poller, store, client and pages, with the sandbox, on a clock that the program moves. */
export class RealPoller {
  readonly #pages: Page[] = [];
  readonly #seenMs: number[] = [];
  readonly #startMs: number;

  private constructor(private readonly shop: InstrumentedShop) {
    this.#startMs = shop.clock.now;
  }

  /** @param payers of a time that begins at 0, in the order of their arrival; their times are multiples of a tick */
  static async run(payers: Iterable<Payer>, untilMs: number): Promise<RecordedRequest> {
    const shop = await openInstrumentedShop();
    try {
      return await new RealPoller(shop).#run([...payers], untilMs);
    } finally {
      await shop.parts.stop();
    }
  }

  async #run(payers: readonly Payer[], untilMs: number): Promise<RecordedRequest> {
    const { parts, clock } = this.shop;
    const coming = [...payers];
    for (let nowMs = TICK_MS; nowMs <= untilMs; nowMs += TICK_MS) {
      clock.now = this.#startMs + nowMs;
      await this.#live(nowMs);
      for (let next = coming[0]; next && next.createdAtMs <= nowMs; next = coming[0]) {
        coming.shift();
        await this.#open(next);
      }
      await this.#live(nowMs);
      await parts.poller.pollDue();
      await this.#poll(nowMs);
    }
    for (const { stream } of this.#pages) await stream?.cancel();
    const creationLooks = this.#pages.length;
    const calls = (await this.shop.informationCalls()) - creationLooks;
    return { calls, creationLooks, seenMs: this.#seenMs };
  }

  async #open(payer: Payer): Promise<void> {
    const { parts, clock } = this.shop;
    const terms = parseOrder({ id: `A-${this.#pages.length + 1}`, amount: '49.00', currency: 'EUR' });
    const { record } = await parts.checkouts.openCheckout({ terms, issuedAtMs: clock.now });
    const chosen = await parts.invoices.choose(record.id, { currency: 'BTC', email: null });
    await parts.poller.drain();
    const [invoice] = chosen.invoices;
    if (invoice?.stage !== 'open') throw new Error('no invoice was created');
    const stream = toWebStream(parts.streams.open(parts.serialize(chosen)));
    const { serviceId: invoiceId } = invoice;
    this.#pages.push({ checkoutId: record.id, invoiceId, payer, stream, hasPaid: false });
  }

  /** Payers pay, pages are closed; deadlines pass in the sandbox. */
  async #live(nowMs: number): Promise<void> {
    for (const page of this.#pages) {
      if (!page.hasPaid && page.payer.paysAtMs <= nowMs) {
        page.hasPaid = true;
        await this.shop.pay(page.invoiceId);
      }
      if (page.stream && page.payer.leavesAtMs <= nowMs) await this.#close(page);
    }
  }

  async #poll(nowMs: number): Promise<void> {
    for (const page of this.#pages.filter(({ stream, hasPaid }) => stream && hasPaid)) {
      const { invoices } = await this.shop.parts.checkouts.findCheckout(page.checkoutId);
      if (!invoices.some(({ money }) => isPaid(money))) continue;
      if (page.payer.paysAtMs < page.payer.expiresAtMs) this.#seenMs.push(nowMs - page.payer.paysAtMs);
      await this.#close(page);
    }
  }

  async #close(page: Page): Promise<void> {
    await page.stream?.cancel();
    page.stream = null;
  }
}
