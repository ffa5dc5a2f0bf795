import { type CurrencyCode, currencyOf, type FiatCode } from '../../../payment/index.js';
import type { LedgerContext } from './change.js';
import type { Period, Records } from './records.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { CoinPrice, Invoice, Transaction } from './invoice.js';
import { statusAt, totalsOf, unsentUnits } from './invoice.js';
import { type FeePayer, payableIn, quoteIn } from './quote.js';
import { fiatToUsd, toUnits, USD_DECIMALS, usdToFiat } from './rates.js';
import { DailySums, type Statistics } from './statistics.js';

export interface Pricing {
  /** The currency of `amount`. The service document is contradictory: USD, or the order's `currency`. */
  readonly priceReading: 'order-currency' | 'usd';
  readonly feePaidBy: FeePayer;
}

/** The validated body of "Create invoice". */
export interface CreateRequest {
  /** As sent, in `fiat` or in USD: see `Pricing.priceReading`. */
  readonly amount: string;
  readonly fiat: FiatCode;
  readonly orderId: string | null;
  readonly email: string | null;
  readonly lifetimeMs: number;
  /** Without duplicates; all coins if it is empty. */
  readonly offers: readonly CurrencyCode[];
  /** One of the offers, or `null` if the payer chooses. */
  readonly currency: CurrencyCode | null;
}

export interface Payment {
  /** In the coin's smallest unit. Default: the amount due less the pending transactions. */
  readonly units: bigint | undefined;
  readonly confirmed: boolean;
}

/** All invoices and their transactions. */
export class Ledger {
  readonly #idsByAddress = new Map<string, string>();
  readonly #sums = new DailySums();

  constructor(
    private readonly context: LedgerContext,
    private readonly pricing: Pricing,
    readonly records: Records<Invoice>,
  ) {}

  create(request: CreateRequest): Invoice {
    const { amount, orderId, email, fiat } = request;
    const isUsd = this.pricing.priceReading === 'usd';
    const usdAmount = isUsd ? toUnits(amount, USD_DECIMALS) : fiatToUsd(amount, fiat);
    const fiatAmount = isUsd ? usdToFiat(amount, fiat) : amount;
    const coin = request.currency === null ? null : this.#price(request.currency, usdAmount);
    const id = this.#unusedId();
    const createdAtMs = this.records.nowMs();
    const money = { fiat, fiatAmount, usdAmount, offers: request.offers, coin, transactions: [] };
    const times = { createdAtMs, expiresAtMs: createdAtMs + request.lifetimeMs };
    const unset = { canceledAtMs: null, confirmedByHandAtMs: null };
    return this.#record({ type: 'up', id, orderId, email, ...money, ...times, ...unset });
  }

  /** Returns an unused id: two of 100,000 random ids with eight characters may be equal. */
  #unusedId(): string {
    for (;;) {
      const id = this.context.identifiers.invoiceId();
      if (!this.records.find(id)) return id;
    }
  }

  #price(code: CurrencyCode, usd: bigint): CoinPrice {
    const currency = currencyOf(code);
    const address = this.context.identifiers.address(currency.network.key);
    return { ...quoteIn(currency, usd, this.pricing.feePaidBy), address };
  }

  /** Returns an invoice. @param id with or without `INV-` @throws {RequestError} also for the id of a withdrawal */
  find(id: string): Invoice {
    const invoice = this.records.find(id);
    if (!invoice)
      throw new RequestError(`invoice ${formatValue(id)} is unknown. Send the uuid of a created invoice.`);
    return invoice;
  }

  findByAddress(address: string): Invoice {
    const id = this.#idsByAddress.get(address);
    if (id === undefined)
      throw new RequestError(
        `address ${formatValue(address)} is unknown. Send the address of an invoice or of a static wallet.`,
      );
    return this.find(id);
  }

  /** Cancels an invoice. @throws {RequestError} unless it is `created` */
  cancel(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.context.clock.nowMs();
    const status = statusAt(invoice, nowMs);
    if (status !== 'created')
      throw new RequestError(`${invoice.id} is ${status}. Cancel an invoice only while it is created.`);
    this.#record({ ...invoice, canceledAtMs: nowMs });
  }

  /** Sets currency, address and amounts of an invoice. Does nothing if this coin is already chosen. @throws {RequestError} */
  choose(id: string, code: CurrencyCode): void {
    const invoice = this.find(id);
    payableIn(invoice, code, this.context.clock.nowMs());
    if (!invoice.coin) this.#record({ ...invoice, coin: this.#price(code, invoice.usdAmount) });
  }

  /** Adds a transaction to the invoice's address, in any status. @throws {RequestError} */
  pay(id: string, { units, confirmed }: Payment): Transaction {
    const invoice = this.find(id);
    const { network } = payableIn(invoice, undefined, this.context.clock.nowMs());
    // Generated even if the payment is rejected: later ids must not depend on that.
    const transactionId = this.context.identifiers.transactionId(network.key);
    const sent = units ?? unsentUnits(invoice);
    if (sent === 0n) throw new RequestError(`nothing is due on ${invoice.id}. Send an amount.`);
    const seenAtMs = this.context.clock.nowMs();
    const confirmedAtMs = confirmed ? seenAtMs : null;
    const transaction = { id: transactionId, units: sent, seenAtMs, confirmedAtMs };
    this.#record({ ...invoice, transactions: [...invoice.transactions, transaction] });
    return transaction;
  }

  /**
   * Confirms all pending transactions, or only one.
   * @throws {RequestError} if none is pending, or if `transactionId` is unknown or confirmed
   */
  confirm(id: string, transactionId?: string): void {
    const invoice = this.find(id);
    const nowMs = this.context.clock.nowMs();
    const isNamed = (transaction: Transaction) =>
      transactionId === undefined || transaction.id === transactionId;
    const named = invoice.transactions.filter(isNamed);
    if (transactionId !== undefined && named.length === 0)
      throw new RequestError(
        `transaction ${formatValue(transactionId)} is unknown. Send one that "payments" has returned for ${invoice.id}.`,
      );
    if (named.every(({ confirmedAtMs }) => confirmedAtMs !== null))
      throw new RequestError(
        transactionId === undefined
          ? `${invoice.id} has no unconfirmed transaction. Pay with "confirm": false first.`
          : `transaction ${formatValue(transactionId)} is already confirmed. Send one that is not.`,
      );
    const transactions = invoice.transactions.map((transaction) =>
      isNamed(transaction) && transaction.confirmedAtMs === null
        ? { ...transaction, confirmedAtMs: nowMs }
        : transaction,
    );
    this.#record({ ...invoice, transactions });
  }

  /** Marks an invoice as paid, regardless of the amount received. @throws {RequestError} if it is already paid */
  confirmByHand(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.context.clock.nowMs();
    const status = statusAt(invoice, nowMs);
    if (status === 'paid' || status === 'overpaid')
      throw new RequestError(
        `${invoice.id} is already ${status}. Confirm by hand only an invoice that is not paid.`,
      );
    this.#record({ ...invoice, confirmedByHandAtMs: nowMs });
  }

  statistics(period: Period): Statistics {
    return this.#sums.statistics(period, this.records.nowMs());
  }

  /** Stores a version without notifying `onChange`. */
  restore(invoice: Invoice, recordedAtMs: number): Invoice {
    const previous = this.records.find(invoice.id);
    this.#credit(previous, invoice);
    this.#sums.replace(previous, invoice);
    if (invoice.coin) this.#idsByAddress.set(invoice.coin.address, invoice.id);
    return this.records.put(invoice, recordedAtMs);
  }

  #record(invoice: Invoice): Invoice {
    const previous = this.records.find(invoice.id);
    const recordedAtMs = this.records.nowMs();
    this.context.onChange({ kind: 'invoice', invoice, recordedAtMs, ...(previous ? { previous } : {}) });
    return this.restore(invoice, recordedAtMs);
  }

  /** Only confirmed transactions change the balance. */
  #credit(previous: Invoice | undefined, invoice: Invoice): void {
    const before = previous ? totalsOf(previous) : { paid: 0n, credited: 0n };
    const after = totalsOf(invoice);
    if (invoice.coin && after.paid !== before.paid)
      this.context.balances.move(invoice.coin.currency, after.credited - before.credited);
  }
}
