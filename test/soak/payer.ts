import { setTimeout as pause } from 'node:timers/promises';
import { addAmounts } from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import type { StatedInvoice } from './part-of-amount.js';
import { createOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import type { SeededRandom } from './seeded-random.js';
import { Page } from './page.js';
import type { PageOptions } from './page.js';
import type { BookedInvoice, ServiceProcess } from './sandbox.js';
import { recordConfirmed, isMoneyShown, recordSent } from './page-observations.js';
import { SOAK_SECRETS } from './settings.js';
import type { OrderHistories, OrderHistory } from './order-history.js';
import { part } from './part-of-amount.js';
import { askBack } from './refund-requests.js';
import { payWithWallet } from './wallet.js';

/** The actions of a payer, with weights. */
const INTENTIONS = {
  'pays exactly': 40,
  'pays in parts': 11,
  'pays too much': 8,
  'pays unconfirmed first': 10,
  'pays late': 6,
  'pays the old address': 6,
  'pays twice': 6,
  'pays when the price has changed': 8,
  'gives up': 5,
  'gives up and pays': 2,
  'vanishes': 6,
} as const;
type Intention = keyof typeof INTENTIONS;

const COINS: readonly [CurrencyCode, ...CurrencyCode[]] = [
  ...(['BTC', 'LTC', 'TRX', 'SOL', 'TON', 'BNB', 'ETH', 'USDT_TRC20', 'USDT_BSC'] as const),
  ...(['USDC_SOL', 'DAI_ERC20', 'XAUT_TON', 'PEPE_ERC20', 'SHIB_BSC'] as const),
];
const PRICES = ['EUR', 'USD', 'GBP', 'JPY', 'TRY', 'AED'] as const;

export interface PayerOptions extends Omit<PageOptions, 'history' | 'random'> {
  readonly random: SeededRandom;
  readonly service: ServiceProcess;
  readonly histories: OrderHistories;
  /** Clock for signing order tokens. */
  readonly nowMs: () => number;
}

/** Simulates the payer of one order until the payment, or until the payer leaves. */
export class Payer {
  readonly intention: Intention;
  readonly #history: OrderHistory;
  readonly #page: Page;
  readonly #price: { readonly amount: number; readonly currency: (typeof PRICES)[number] };

  constructor(
    readonly order: string,
    private readonly options: PayerOptions,
  ) {
    this.intention = options.random.weighted(INTENTIONS);
    this.#history = options.histories.begin(order);
    this.#page = this.#newPage();
    this.#price = { amount: options.random.between(200, 90_000), currency: options.random.one(PRICES) };
  }

  /** Never rejects because of the proxy. */
  async live(): Promise<void> {
    this.#say(this.intention);
    const invoice = await this.#choose();
    if (invoice) await this.#act(invoice);
    this.#history.isPaying = false;
    if (!invoice) return this.#say('sees no invoice and leaves');
    await this.#page.until(({ state }) => ENDS.has(state), this.options.random.between(1000, 15_000));
    const newPage = () => this.#newPage();
    const patienceMs = this.options.random.between(500, 6000);
    await askBack({ ...this.options, history: this.#history, newPage, patienceMs });
  }

  async #choose(): Promise<StatedInvoice | null> {
    const { random } = this.options;
    const token = await this.#token(this.#price.amount);
    const tabs = [this.#page, ...(random.percent(8) ? [this.#newPage(), this.#newPage()] : [])];
    const opened = await Promise.all(tabs.map((tab) => tab.insist(() => tab.open(token))));
    if (!opened.some(({ is }) => is === 'checkout')) return null;
    const coin = random.one(COINS);
    if (!(await this.#select(coin))) return null;
    const isSwitching = this.intention === 'pays the old address' || random.percent(12);
    const first = isSwitching ? await this.#displayedInvoice() : null;
    if (!isSwitching) return this.#displayedInvoice();
    await this.#select(random.one(COINS));
    const second = await this.#displayedInvoice();
    return this.intention === 'pays the old address' ? (first ?? second) : second;
  }

  /** @param amount in hundredths, or in whole units of a currency without decimals */
  #token(amount: number): Promise<string> {
    const { random, nowMs } = this.options;
    const { currency } = this.#price;
    const cents = String(amount % 100).padStart(2, '0');
    return createOrderToken(
      {
        id: this.order,
        amount: currency === 'JPY' ? String(amount) : `${Math.floor(amount / 100)}.${cents}`,
        currency,
        lifetime: { hours: 0, minutes: random.between(5, 60) },
      },
      { secret: SOAK_SECRETS.orderSecret, clock: { nowMs } },
    );
  }

  /** Selects a coin once, by a double click, or concurrently in several tabs. */
  async #select(coin: CurrencyCode): Promise<boolean> {
    const { random } = this.options;
    this.#say(`chooses ${coin}`);
    const clicks = random.percent(15) ? random.between(2, 5) : 1;
    const pages = Array.from({ length: clicks }, () => (random.percent(50) ? this.#page : this.#newPage()));
    const answers = await Promise.all(pages.map((page) => page.insist(() => page.choose(coin))));
    if (random.percent(10)) await this.#newPage().refresh();
    return answers.some(({ is }) => is === 'checkout');
  }

  /** Resolves with the displayed invoice, or `null` after the payer's patience. */
  async #displayedInvoice(): Promise<StatedInvoice | null> {
    await this.#page.until(({ invoice }) => invoice !== null, this.options.random.between(10_000, 30_000));
    const invoice = this.#history.latest?.invoice ?? null;
    if (invoice === null || invoice.amount === null || invoice.due === null) return null;
    return { ...invoice, amount: invoice.amount, due: invoice.due };
  }

  async #act(invoice: StatedInvoice): Promise<void> {
    await this.#pause(0, 4000);
    switch (this.intention) {
      case 'vanishes':
        return;
      case 'gives up':
        return this.#giveUp();
      case 'gives up and pays':
        await this.#giveUp();
        return this.#send(invoice, invoice.amount);
      case 'pays in parts':
        return this.#payInParts(invoice);
      case 'pays too much':
        return this.#send(
          invoice,
          addAmounts(invoice.amount, part(invoice, this.options.random.between(1, 150))),
        );
      case 'pays unconfirmed first':
        return this.#payUnconfirmed(invoice);
      case 'pays late':
        await this.#page.until(({ state }) => state === 'expired', 90_000);
        return this.#send(invoice, invoice.amount);
      case 'pays twice':
        return this.#payTwice(invoice);
      case 'pays when the price has changed':
        return this.#payAnotherPrice(invoice);
      case 'pays exactly':
      case 'pays the old address':
        return this.#send(invoice, invoice.amount);
    }
  }

  async #giveUp(): Promise<void> {
    this.#say('gives up');
    await this.#page.insist(() => this.#page.cancel(), 5);
  }

  async #payInParts(invoice: StatedInvoice): Promise<void> {
    await this.#send(invoice, part(invoice, this.options.random.between(10, 80)));
    const isSeen = await this.#page.until(isMoneyShown, 20_000);
    const { latest } = this.#history;
    if (!isSeen || this.options.random.percent(20) || latest?.invoice?.id !== invoice.id) return;
    if (latest.invoice.due !== null && latest.invoice.due !== '0')
      await this.#send(invoice, latest.invoice.due, 'the rest');
  }

  /** The shop signs another price, before or after a partial payment. The payer pays the open invoice. */
  async #payAnotherPrice(invoice: StatedInvoice): Promise<void> {
    const { random } = this.options;
    const paidFirst = random.percent(50) ? random.between(10, 80) : 0;
    if (paidFirst > 0) await this.#send(invoice, part(invoice, paidFirst), 'a part');
    if (paidFirst > 0) await this.#page.until(isMoneyShown, 10_000);
    const amount = Math.floor((this.#price.amount * random.between(40, 160)) / 100);
    this.#say(`sees the price ${amount} instead of ${this.#price.amount}`);
    const token = await this.#token(amount);
    await this.#page.insist(() => this.#page.open(token));
    if (random.percent(80)) await this.#send(invoice, part(invoice, 100 - paidFirst), 'the other part');
  }

  async #payUnconfirmed(invoice: StatedInvoice): Promise<void> {
    await this.#send(invoice, invoice.amount, 'unconfirmed');
    if (this.options.random.percent(60)) await this.#page.until(isMoneyShown, 10_000);
    await this.#pause(0, 2000);
    this.#chain('confirms');
    recordConfirmed(this.#history, invoice.id);
    await this.options.service.control('confirmations', { uuid: invoice.id });
  }

  async #payTwice(invoice: StatedInvoice): Promise<void> {
    const others = [...this.#history.shown.entries()].filter(
      ([id, { address }]) => id !== invoice.id && address,
    );
    await this.#send(invoice, invoice.amount);
    await this.#pause(0, 5000);
    const [other] = others;
    if (other) {
      const amount = other[1].amount ?? invoice.amount;
      return this.#send({ ...invoice, id: other[0], ...other[1], amount }, amount);
    }
    for (let times = this.options.random.between(1, 2); times > 0; times -= 1) {
      await this.#send(invoice, part(invoice, this.options.random.between(5, 100)), 'again');
      await this.#pause(0, 5000);
    }
  }

  async #send(invoice: StatedInvoice, amount: string, how = 'once'): Promise<void> {
    const { random } = this.options;
    const send = () => this.#transfer(invoice, amount, how);
    if (!random.percent(25)) return send();
    const newPage = () => this.#newPage();
    await payWithWallet(invoice, { ...this.options, history: this.#history, newPage, send });
    // A part twice is more than the page may know when the payer reads the amount due from it.
    if (amount !== invoice.amount || !random.percent(5)) return;
    await this.#pause(0, 5000);
    await this.#transfer(invoice, amount, 'again, by the address');
  }

  async #transfer(invoice: StatedInvoice, amount: string, how: string): Promise<void> {
    const { service, histories } = this.options;
    const { id, address } = invoice;
    if (address === null) return;
    const isConfirmed = how !== 'unconfirmed';
    const before = this.#history.sent.get(id);
    this.#chain(`sends ${amount} for ${id}, ${how}`);
    recordSent(this.#history, id, amount, isConfirmed);
    const body = { uuid: id, address, amount, confirm: isConfirmed };
    const { invoice: booked } = await service.control<{ invoice: BookedInvoice }>('payments', body);
    const isExact = how === 'the rest' || (!before && amount === invoice.amount && isConfirmed);
    if (isExact && booked.status !== 'paid')
      histories.report('exact', this.order, `${amount} was due on ${id}, which is ${booked.status} after it`);
  }

  async #pause(leastMs: number, mostMs: number): Promise<void> {
    const ms = this.options.random.between(leastMs, mostMs);
    await pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }

  #newPage(): Page {
    const { random } = this.options;
    return new Page({ ...this.options, history: this.#history, random: random.of(String(random.share())) });
  }

  #say(what: string): void {
    this.options.histories.log(this.#history, 'payer', what);
  }

  #chain(what: string): void {
    this.options.histories.log(this.#history, 'chain', what);
  }
}

const ENDS: ReadonlySet<Checkout['state']> = new Set(['paid', 'overpaid', 'canceled', 'expired']);
