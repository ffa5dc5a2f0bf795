import { createCheckoutSession } from '../../src/checkout/index.js';
import type { CheckoutSession, EventSourceLike } from '../../src/checkout/index.js';
import type { Checkout, Problem, ProblemCode } from '../../src/protocol/index.js';
import { PROBLEMS } from '../../src/protocol/index.js';
import { createMovableClock, createSandbox } from '../../src/sandbox/core/index.js';
import { toCheckout } from './to-checkout.js';
import type { InvoiceReport } from './to-checkout.js';

/** Not a secret: nothing but this page knows this sandbox. */
const ACCOUNT = { apiKey: 'story', withdrawalKey: 'story-withdrawals', shopId: 'story' };
const SANDBOX = 'https://sandbox.invalid/_sandbox';

type Tell = (event: { readonly data: string }) => void;

/**
 * A shop, its proxy and the payment service in one page, without a network: the sandbox's core keeps the books and
 * the time, and this tells of them as a proxy does, to a session like that of any page.
 */
export class LiveShop {
  readonly session: CheckoutSession;
  readonly #clock = createMovableClock();
  readonly #sandbox = createSandbox({ ...ACCOUNT, clock: this.#clock, seed: 'live story' });
  readonly #streams = new Set<Tell>();
  readonly #invoices: string[] = [];
  #isCancelAsked = false;
  #version = 0;

  constructor() {
    const open = (tell: Tell) => this.#open(tell);
    class Stream implements EventSourceLike {
      close = () => {};
      addEventListener(type: string, listener: Tell): void {
        if (type === 'checkout') this.close = open(listener);
      }
    }
    this.session = createCheckoutSession({
      ...{ endpoint: '/live', order: 'A-1001', eventSource: Stream },
      fetch: (input, init) => this.#answer(new Request(new URL(String(input), location.href), init)),
    });
  }

  /** The chain delivers money on the present invoice: exactly what is due unless `sum` says otherwise. */
  async deliver(sum?: 'half' | 'too much', confirm = true): Promise<void> {
    const uuid = this.#present();
    const suggestions = (await this.#report(uuid)).payment?.suggestions;
    const amount = sum === 'half' ? suggestions?.short : sum && suggestions?.over;
    await this.#control('/payments', { uuid, confirm, ...(amount ? { amount } : {}) });
    await this.#tell();
  }

  /** What was seen on the chain is confirmed. */
  async confirm(): Promise<void> {
    await this.#control('/confirmations', { uuid: this.#present() });
    await this.#tell();
  }

  async passTime(seconds: number): Promise<void> {
    await this.#control('/clock', { advance: seconds });
    await this.#tell();
  }

  /** To a moment after the deadline of the present invoice. */
  async passDeadline(): Promise<void> {
    const { expiresAt } = await this.#report(this.#present());
    await this.passTime(Math.max(0, Math.ceil((Date.parse(expiresAt) - this.#clock.nowMs()) / 1000)) + 1);
  }

  #present(): string {
    const [uuid] = this.#invoices.slice(-1);
    if (uuid === undefined) throw new Error('Choose a currency first: there is no address to pay to');
    return uuid;
  }

  #open(tell: Tell): () => void {
    this.#streams.add(tell);
    void this.#checkout().then((checkout) => tell({ data: JSON.stringify(checkout) }));
    return () => this.#streams.delete(tell);
  }

  async #tell(): Promise<void> {
    this.#version += 1;
    const data = JSON.stringify(await this.#checkout());
    for (const tell of this.#streams) tell({ data });
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname.endsWith('/invoice')) {
      const { currency }: { readonly currency: string } = await request.json();
      const refused = await this.#makeInvoice(currency);
      if (refused) return refused;
    }
    if (request.method === 'POST' && pathname.endsWith('/cancel')) await this.#cancel();
    return Response.json(await this.#checkout());
  }

  async #makeInvoice(currency: string): Promise<Response | null> {
    if ((await this.#checkout()).invoice?.transactions.length) return refusal('payment_in_progress');
    const { invoice } = await this.#control<{ readonly invoice: InvoiceReport }>('/invoices', {
      ...{ amount: '49.00', currency: 'EUR', order_id: 'A-1001' },
      add_fields: { cryptocurrency: currency, time_to_pay: { minutes: 30 } },
    });
    this.#invoices.push(invoice.uuid);
    await this.#tell();
    return null;
  }

  async #cancel(): Promise<void> {
    this.#isCancelAsked = true;
    await this.#control('/cancellations', { uuid: this.#present() });
    await this.#tell();
  }

  async #checkout(): Promise<Checkout> {
    const invoices = await Promise.all(this.#invoices.map((uuid) => this.#report(uuid)));
    return toCheckout(invoices, {
      ...{ nowMs: this.#clock.nowMs(), version: this.#version, isCancelAsked: this.#isCancelAsked },
    });
  }

  async #report(uuid: string): Promise<InvoiceReport> {
    const { invoice } = await this.#control<{ readonly invoice: InvoiceReport }>(`/invoices?uuid=${uuid}`);
    return invoice;
  }

  async #control<T>(path: string, body?: object): Promise<T> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const reply = await this.#sandbox.handle(new Request(SANDBOX + path, init));
    if (reply.kind !== 'response') throw new Error('The sandbox has cut the line');
    if (reply.response.ok) return reply.response.json();
    const { error }: { readonly error: string } = await reply.response.json();
    throw new Error(error);
  }
}

function refusal(code: ProblemCode): Response {
  const { status, retryable, title } = PROBLEMS[code];
  const problem: Problem = { type: 'about:blank', title, status, code, retryable, requestId: 'live' };
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } });
}
