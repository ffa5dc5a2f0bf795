import { createCheckoutSession } from '../../src/checkout/index.js';
import type { CheckoutSession, EventSourceLike } from '../../src/checkout/index.js';
import type { Checkout, Problem, ProblemCode } from '../../src/protocol/index.js';
import { PROBLEMS } from '../../src/protocol/index.js';
import { createMovableClock, createSandbox } from '../../src/sandbox/core/index.js';
import { toCheckout } from './to-checkout.js';
import type { InvoiceReport } from './to-checkout.js';

/** Not a secret: the sandbox exists only in this page. */
const ACCOUNT = { apiKey: 'story', withdrawalKey: 'story-withdrawals', shopId: 'story' };
const SANDBOX = 'https://sandbox.invalid/_sandbox';

/** Long enough to read that the payment was detected. */
const UNCONFIRMED_MS = 2500;

type Listener = (event: { readonly data: string }) => void;

/**
 * A shop, its proxy and the payment service in one page, without a network: the sandbox's core has the ledger and
 * the clock, and this class reports them as a proxy does, to a session like that of any page.
 */
export class LiveShop {
  readonly session: CheckoutSession;
  readonly #clock = createMovableClock();
  readonly #sandbox = createSandbox({ ...ACCOUNT, clock: this.#clock, seed: 'live story' });
  readonly #streams = new Set<Listener>();
  readonly #invoices: string[] = [];
  #isCancelRequested = false;
  #version = 0;

  constructor() {
    const open = (listener: Listener) => this.#open(listener);
    class Stream implements EventSourceLike {
      close = () => {};
      addEventListener(type: string, listener: Listener): void {
        if (type === 'checkout') this.close = open(listener);
      }
    }
    this.session = createCheckoutSession({
      ...{ endpoint: '/live', order: 'A-1001', eventSource: Stream },
      fetch: (input, init) => this.#answer(new Request(new URL(String(input), location.href), init)),
    });
  }

  /** Sends the amount due, and confirms it after a while, as a network does. */
  async pay(): Promise<void> {
    await this.deliver(undefined, false);
    await new Promise((resolve) => setTimeout(resolve, UNCONFIRMED_MS));
    const { payment } = await this.#report(this.#present());
    if (payment?.transactions.some(({ confirmed }) => !confirmed)) await this.confirm();
  }

  /** Sends money to the current invoice. Default: exactly the amount due. */
  async deliver(sum?: 'half' | 'too much', confirm = true): Promise<void> {
    const uuid = this.#present();
    const suggestions = (await this.#report(uuid)).payment?.suggestions;
    const amount = sum === 'half' ? suggestions?.short : sum && suggestions?.over;
    await this.#control('/payments', { uuid, confirm, ...(amount ? { amount } : {}) });
    await this.#notify();
  }

  /** Confirms the detected transactions. */
  async confirm(): Promise<void> {
    await this.#control('/confirmations', { uuid: this.#present() });
    await this.#notify();
  }

  async passTime(seconds: number): Promise<void> {
    await this.#control('/clock', { advance: seconds });
    await this.#notify();
  }

  /** Advances the clock past the deadline of the current invoice. */
  async passDeadline(): Promise<void> {
    const { expiresAt } = await this.#report(this.#present());
    await this.passTime(Math.max(0, Math.ceil((Date.parse(expiresAt) - this.#clock.nowMs()) / 1000)) + 1);
  }

  #present(): string {
    const [uuid] = this.#invoices.slice(-1);
    if (uuid === undefined) throw new Error('Choose a coin first. Then there is an address to pay to.');
    return uuid;
  }

  #open(listener: Listener): () => void {
    this.#streams.add(listener);
    void this.#checkout().then((checkout) => listener({ data: JSON.stringify(checkout) }));
    return () => this.#streams.delete(listener);
  }

  async #notify(): Promise<void> {
    this.#version += 1;
    const data = JSON.stringify(await this.#checkout());
    for (const listener of this.#streams) listener({ data });
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
    await this.#notify();
    return null;
  }

  async #cancel(): Promise<void> {
    this.#isCancelRequested = true;
    await this.#control('/cancellations', { uuid: this.#present() });
    await this.#notify();
  }

  async #checkout(): Promise<Checkout> {
    const invoices = await Promise.all(this.#invoices.map((uuid) => this.#report(uuid)));
    return toCheckout(invoices, {
      ...{ nowMs: this.#clock.nowMs(), version: this.#version, isCancelRequested: this.#isCancelRequested },
    });
  }

  async #report(uuid: string): Promise<InvoiceReport> {
    const { invoice } = await this.#control<{ readonly invoice: InvoiceReport }>(`/invoices?uuid=${uuid}`);
    return invoice;
  }

  async #control<T>(path: string, body?: object): Promise<T> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const reply = await this.#sandbox.handle(new Request(SANDBOX + path, init));
    if (reply.kind !== 'response') throw new Error('The sandbox did not respond');
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
