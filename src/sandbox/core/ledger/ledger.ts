import type { CurrencyCode } from '../../../payment/index.js';
import { currencyOf } from '../../../payment/index.js';
import type { MovableClock } from '../base/clock.js';
import type { OnChange } from './change.js';
import type { Period } from './period.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { Identifiers } from '../chain/identifiers.js';
import { payableIn } from './coin-choice.js';
import type { CoinPrice, Invoice, Transaction } from './invoice.js';
import { statusAt, totalsOf, unsentUnits } from './invoice.js';
import type { Balances } from './balances.js';
import { DailySums } from './daily-sums.js';
import type { FeePayer } from './quote.js';
import { quoteIn } from './quote.js';
import type { FiatCode } from './rates.js';
import { fiatToUsd, toUnits, USD_DECIMALS, usdToFiat } from './rates.js';
import type { Records } from './records.js';
import type { Statistics } from './statistics.js';

export interface Pricing {
  /** `amount` of a creation is "stated in USD", or in the order's own `currency`: the document says both. */
  readonly priceReading: 'order-currency' | 'usd';
  readonly feePaidBy: FeePayer;
}

/** What "Create invoice" may ask for. */
export interface CreateRequest {
  /** As it was sent: in `fiat` or in USD, by the reading that the sandbox plays. */
  readonly amount: string;
  readonly fiat: FiatCode;
  readonly orderId: string | null;
  readonly email: string | null;
  readonly lifetimeMs: number;
  /** Each once; empty: every coin. */
  readonly offers: readonly CurrencyCode[];
  /** One of the offers, or `null` where the payer chooses. */
  readonly currency: CurrencyCode | null;
}

export interface Payment {
  /** In the coin's smallest unit; what is due and not yet under way when `undefined`. */
  readonly units: bigint | undefined;
  readonly confirmed: boolean;
}

/** Every invoice, and all the money that has come for it. */
export class Ledger {
  readonly #idsByAddress = new Map<string, string>();
  readonly #sums = new DailySums();

  constructor(
    private readonly clock: MovableClock,
    private readonly identifiers: Identifiers,
    private readonly pricing: Pricing,
    private readonly balances: Balances,
    private readonly onChange: OnChange,
    readonly records: Records<Invoice>,
  ) {}

  async create(request: CreateRequest): Promise<Invoice> {
    const { amount, orderId, email, fiat } = request;
    const isUsd = this.pricing.priceReading === 'usd';
    const usdAmount = isUsd ? toUnits(amount, USD_DECIMALS) : fiatToUsd(amount, fiat);
    const fiatAmount = isUsd ? usdToFiat(amount, fiat) : amount;
    const coin = request.currency === null ? null : await this.#price(request.currency, usdAmount);
    const id = await this.#freshId();
    const createdAtMs = this.records.nowMs();
    const money = { fiat, fiatAmount, usdAmount, offers: request.offers, coin, transactions: [] };
    const times = { createdAtMs, expiresAtMs: createdAtMs + request.lifetimeMs };
    const marks = { canceledAtMs: null, confirmedByHandAtMs: null };
    return this.#record({ type: 'up', id, orderId, email, ...money, ...times, ...marks });
  }

  /** Eight characters: among a hundred thousand, two may be the same. */
  async #freshId(): Promise<string> {
    for (;;) {
      const id = await this.identifiers.invoiceId();
      if (!this.records.find(id)) return id;
    }
  }

  async #price(code: CurrencyCode, usd: bigint): Promise<CoinPrice> {
    const currency = currencyOf(code);
    const address = await this.identifiers.address(currency.network.key);
    return { ...quoteIn(currency, usd, this.pricing.feePaidBy), address };
  }

  /** By id, with or without `INV-`. @throws {RequestError} also for a withdrawal */
  find(id: string): Invoice {
    const invoice = this.records.find(id);
    if (!invoice)
      throw new RequestError(
        `${formatValue(id)} is not known as an invoice. Send the uuid of an invoice's creation.`,
      );
    return invoice;
  }

  findByAddress(address: string): Invoice {
    const id = this.#idsByAddress.get(address);
    if (id === undefined)
      throw new RequestError(
        `address ${formatValue(address)} is not known. Send the address of an invoice or of a static wallet.`,
      );
    return this.find(id);
  }

  /** "Cancel invoice". @throws {RequestError} unless it is `created` */
  cancel(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.clock.nowMs();
    const status = statusAt(invoice, nowMs);
    if (status !== 'created')
      throw new RequestError(`${invoice.id} is ${status}: only a created invoice can be canceled`);
    this.#record({ ...invoice, canceledAtMs: nowMs });
  }

  /** Fixes currency, address and amounts of an invoice. Does nothing where this coin is chosen already. @throws {RequestError} */
  async choose(id: string, code: CurrencyCode): Promise<void> {
    const asked = this.find(id);
    payableIn(asked, code, this.clock.nowMs());
    if (asked.coin) return;
    const coin = await this.#price(code, asked.usdAmount);
    // Another call may have chosen meanwhile.
    const invoice = this.find(id);
    payableIn(invoice, code, this.clock.nowMs());
    if (!invoice.coin) this.#record({ ...invoice, coin });
  }

  /** The chain delivers money to the invoice's address, in whatever state it is. @throws {RequestError} */
  async pay(id: string, { units, confirmed }: Payment): Promise<Transaction> {
    const { network } = payableIn(this.find(id), undefined, this.clock.nowMs());
    const transactionId = await this.identifiers.transactionId(network.key);
    const invoice = this.find(id);
    const sent = units ?? unsentUnits(invoice);
    if (sent === 0n) throw new RequestError(`nothing is due on ${invoice.id}. Send an amount.`);
    const seenAtMs = this.clock.nowMs();
    const confirmedAtMs = confirmed ? seenAtMs : null;
    const transaction = { id: transactionId, units: sent, seenAtMs, confirmedAtMs };
    this.#record({ ...invoice, transactions: [...invoice.transactions, transaction] });
    return transaction;
  }

  /** Confirms every transfer that waits for it. @throws {RequestError} when none does */
  confirm(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.clock.nowMs();
    if (totalsOf(invoice).pending === 0n) {
      throw new RequestError(
        `${invoice.id} has no unconfirmed transaction. Pay with "confirm": false first.`,
      );
    }
    const transactions = invoice.transactions.map((transaction) =>
      transaction.confirmedAtMs === null ? { ...transaction, confirmedAtMs: nowMs } : transaction,
    );
    this.#record({ ...invoice, transactions });
  }

  /** The merchant takes it as paid, whatever has come. @throws {RequestError} when it is paid already */
  confirmByHand(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.clock.nowMs();
    const status = statusAt(invoice, nowMs);
    if (status === 'paid' || status === 'overpaid')
      throw new RequestError(`${invoice.id} is ${status}. Confirm by hand what is not paid.`);
    this.#record({ ...invoice, confirmedByHandAtMs: nowMs });
  }

  /** "Invoice statistics" as they are now. */
  statistics(period: Period): Statistics {
    return this.#sums.statistics(period, this.records.nowMs());
  }

  /** A version that was recorded before: it is no news. */
  restore(invoice: Invoice, recordedAtMs: number): Invoice {
    const former = this.records.find(invoice.id);
    this.#credit(former, invoice);
    this.#sums.replace(former, invoice);
    if (invoice.coin) this.#idsByAddress.set(invoice.coin.address, invoice.id);
    return this.records.put(invoice, recordedAtMs);
  }

  #record(invoice: Invoice): Invoice {
    const former = this.records.find(invoice.id);
    const recordedAtMs = this.records.nowMs();
    this.onChange({ kind: 'invoice', invoice, recordedAtMs, ...(former ? { former } : {}) });
    return this.restore(invoice, recordedAtMs);
  }

  /** Unconfirmed money does not count: the balance follows the confirmed transactions. */
  #credit(former: Invoice | undefined, invoice: Invoice): void {
    const before = former ? totalsOf(former) : { paid: 0n, received: 0n };
    const after = totalsOf(invoice);
    if (invoice.coin && after.paid !== before.paid)
      this.balances.move(invoice.coin.currency, after.received - before.received);
  }
}
