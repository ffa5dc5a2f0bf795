import { setTimeout as pause } from 'node:timers/promises';
import { addAmounts, currencyOf, exactAmount } from '../../src/payment/index.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../src/protocol/index.js';
import { createOrderToken } from '../../src/proxy/domain/tokens.js';
import type { Chance } from './seeded-random.js';
import { Page } from './page.js';
import type { PageOptions } from './page.js';
import type { BookedInvoice, ServiceProcess } from './sandbox.js';
import { confirms, isMoneyShown, sends } from './page-observations.js';
import { SOAK_SECRETS } from './settings.js';
import type { Stories, Story } from './order-history.js';

/** What a payer does in the end. */
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

export interface PayerOptions extends Omit<PageOptions, 'story' | 'chance'> {
  readonly chance: Chance;
  readonly service: ServiceProcess;
  readonly stories: Stories;
  /** The token of the order is signed at this time. */
  readonly nowMs: () => number;
}

/** One order, from the first page to the money, or to where the payer loses interest. */
export class Payer {
  readonly intention: Intention;
  readonly #story: Story;
  readonly #page: Page;
  readonly #price: { readonly amount: number; readonly currency: (typeof PRICES)[number] };

  constructor(
    readonly order: string,
    private readonly options: PayerOptions,
  ) {
    this.intention = options.chance.weighted(INTENTIONS);
    this.#story = options.stories.begin(order);
    this.#page = this.#newPage();
    this.#price = { amount: options.chance.between(200, 90_000), currency: options.chance.one(PRICES) };
  }

  /** Never rejects for what the proxy does. */
  async live(): Promise<void> {
    this.#say(this.intention);
    const invoice = await this.#choose();
    if (!invoice) return this.#say('sees no invoice, and goes');
    await this.#act(invoice);
    await this.#page.until(({ state }) => ENDS.has(state), this.options.chance.between(1000, 15_000));
  }

  async #choose(): Promise<CheckoutInvoice | null> {
    const { chance } = this.options;
    const token = await this.#token(this.#price.amount);
    const tabs = [this.#page, ...(chance.percent(8) ? [this.#newPage(), this.#newPage()] : [])];
    const opened = await Promise.all(tabs.map((tab) => tab.insist(() => tab.open(token))));
    if (!opened.some(({ is }) => is === 'checkout')) return null;
    const coin = chance.one(COINS);
    if (!(await this.#wish(coin))) return null;
    const isSwitching = this.intention === 'pays the old address' || chance.percent(12);
    const first = isSwitching ? await this.#awaited() : null;
    if (!isSwitching) return this.#awaited();
    await this.#wish(chance.one(COINS));
    const second = await this.#awaited();
    return this.intention === 'pays the old address' ? (first ?? second) : second;
  }

  /** @param amount in hundredths; of a currency without decimals, so many whole ones */
  #token(amount: number): Promise<string> {
    const { chance, nowMs } = this.options;
    const { currency } = this.#price;
    const cents = String(amount % 100).padStart(2, '0');
    return createOrderToken(
      {
        id: this.order,
        amount: currency === 'JPY' ? String(amount) : `${Math.floor(amount / 100)}.${cents}`,
        currency,
        lifetime: { hours: 0, minutes: chance.between(5, 60) },
      },
      { secret: SOAK_SECRETS.orderSecret, clock: { nowMs } },
    );
  }

  /** Once, by a double click, or in several tabs at once. */
  async #wish(coin: CurrencyCode): Promise<boolean> {
    const { chance } = this.options;
    this.#say(`chooses ${coin}`);
    const clicks = chance.percent(15) ? chance.between(2, 5) : 1;
    const pages = Array.from({ length: clicks }, () => (chance.percent(50) ? this.#page : this.#newPage()));
    const answers = await Promise.all(pages.map((page) => page.insist(() => page.choose(coin))));
    if (chance.percent(10)) await this.#newPage().look();
    return answers.some(({ is }) => is === 'checkout');
  }

  /** The invoice that is shown, once one is. */
  async #awaited(): Promise<CheckoutInvoice | null> {
    await this.#page.until(({ invoice }) => invoice !== null, this.options.chance.between(10_000, 30_000));
    return this.#story.latest?.invoice ?? null;
  }

  async #act(invoice: CheckoutInvoice): Promise<void> {
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
          addAmounts(invoice.amount, part(invoice, this.options.chance.between(1, 150))),
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

  async #payInParts(invoice: CheckoutInvoice): Promise<void> {
    await this.#send(invoice, part(invoice, this.options.chance.between(10, 80)));
    const isSeen = await this.#page.until(isMoneyShown, 20_000);
    const { latest } = this.#story;
    if (!isSeen || this.options.chance.percent(20) || latest?.invoice?.id !== invoice.id) return;
    if (latest.invoice.due !== '0') await this.#send(invoice, latest.invoice.due, 'the rest');
  }

  /** The shop signs another price, before or after a part has come; the payer pays the invoice that is open. */
  async #payAnotherPrice(invoice: CheckoutInvoice): Promise<void> {
    const { chance } = this.options;
    const paidFirst = chance.percent(50) ? chance.between(10, 80) : 0;
    if (paidFirst > 0) await this.#send(invoice, part(invoice, paidFirst), 'a part');
    if (paidFirst > 0) await this.#page.until(isMoneyShown, 10_000);
    const amount = Math.floor((this.#price.amount * chance.between(40, 160)) / 100);
    this.#say(`sees the price ${amount} in the place of ${this.#price.amount}`);
    const token = await this.#token(amount);
    await this.#page.insist(() => this.#page.open(token));
    if (chance.percent(80)) await this.#send(invoice, part(invoice, 100 - paidFirst), 'the other part');
  }

  async #payUnconfirmed(invoice: CheckoutInvoice): Promise<void> {
    await this.#send(invoice, invoice.amount, 'unconfirmed');
    if (this.options.chance.percent(60)) await this.#page.until(isMoneyShown, 10_000);
    await this.#pause(0, 2000);
    this.#chain('confirms');
    confirms(this.#story, invoice.id);
    await this.options.service.control('confirmations', { uuid: invoice.id });
  }

  async #payTwice(invoice: CheckoutInvoice): Promise<void> {
    const others = [...this.#story.shown.entries()].filter(
      ([id, { address }]) => id !== invoice.id && address,
    );
    await this.#send(invoice, invoice.amount);
    await this.#pause(0, 5000);
    const [other] = others;
    if (other) return this.#send({ ...invoice, id: other[0], ...other[1] }, other[1].amount);
    for (let times = this.options.chance.between(1, 2); times > 0; times -= 1) {
      await this.#send(invoice, part(invoice, this.options.chance.between(5, 100)), 'again');
      await this.#pause(0, 5000);
    }
  }

  async #send(invoice: CheckoutInvoice, amount: string, how = 'once'): Promise<void> {
    const { service, stories } = this.options;
    const { id, address } = invoice;
    if (address === null) return;
    const isConfirmed = how !== 'unconfirmed';
    const before = this.#story.sent.get(id);
    this.#chain(`sends ${amount} for ${id}, ${how}`);
    sends(this.#story, id, amount, isConfirmed);
    const body = { uuid: id, address, amount, confirm: isConfirmed };
    const { invoice: booked } = await service.control<{ invoice: BookedInvoice }>('payments', body);
    const isExact = how === 'the rest' || (!before && amount === invoice.amount && isConfirmed);
    if (isExact && booked.status !== 'paid')
      stories.break('exact', this.order, `${amount} was asked for by ${id}, which is ${booked.status} now`);
  }

  async #pause(leastMs: number, mostMs: number): Promise<void> {
    const ms = this.options.chance.between(leastMs, mostMs);
    await pause(ms, undefined, { signal: this.options.ending }).catch(() => undefined);
  }

  #newPage(): Page {
    const { chance } = this.options;
    return new Page({ ...this.options, story: this.#story, chance: chance.of(String(chance.share())) });
  }

  #say(what: string): void {
    this.options.stories.note(this.#story, 'payer', what);
  }

  #chain(what: string): void {
    this.options.stories.note(this.#story, 'chain', what);
  }
}

const ENDS: ReadonlySet<Checkout['state']> = new Set(['paid', 'overpaid', 'canceled', 'expired']);

/** So many hundredths of what is asked for, as exact as the coin is. */
function part({ amount, currency }: CheckoutInvoice, hundredths: number): string {
  const { decimals } = currencyOf(currency);
  const units = (BigInt(exactAmount(amount, decimals).baseUnits) * BigInt(hundredths)) / 100n;
  return exactAmount(`${units > 0n ? units : 1n}e-${decimals}`, decimals).amount;
}
