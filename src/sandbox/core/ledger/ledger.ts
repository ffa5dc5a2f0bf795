import type { CurrencyCode } from '../../../payment/index.js';
import { currencyOf } from '../../../payment/index.js';
import type { MovableClock } from '../clock.js';
import type { OnChange } from '../journal/changes.js';
import type { CreateRequest } from '../requests/create-request.js';
import type { Period } from '../requests/list-request.js';
import { Refusal, shown } from '../fields.js';
import type { Identifiers } from '../chain/identifiers.js';
import type { CoinPrice, Invoice, Transaction } from './invoice.js';
import { statusAt, totalsOf, unsentUnits } from './invoice.js';
import type { Balances } from './balances.js';
import { DailySums } from './daily-sums.js';
import {
  divideUp,
  fiatToUsd,
  toUnits,
  transferFeeUnits,
  USD_DECIMALS,
  usdToFiat,
  usdToUnits,
} from './rates.js';
import type { Records } from './records.js';
import type { Statistics } from './statistics.js';

export interface Pricing {
  /** `amount` of a creation is "stated in USD", or in the order's own `currency`: the document says both. */
  readonly priceReading: 'order-currency' | 'usd';
  /** Who bears the transfer fee. */
  readonly feePaidBy: 'client' | 'merchant';
}

export interface Payment {
  /** In the coin's smallest unit; what is due and not yet under way when `undefined`. */
  readonly units: bigint | undefined;
  readonly confirmed: boolean;
}

/** The service charges one hundredth of the amount, to the merchant. */
const SERVICE_FEE_DIVISOR = 100n;

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
    const money = { fiat, fiatAmount, usdAmount, coin, transactions: [] };
    const times = { createdAtMs, expiresAtMs: createdAtMs + request.lifetimeMs, canceledAtMs: null };
    return this.#record({ type: 'up', id, orderId, email, ...money, ...times });
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
    const amount = usdToUnits(usd, currency);
    const transferFee = transferFeeUnits(currency);
    return {
      currency,
      address: await this.identifiers.address(currency.network.key),
      amount,
      amountToPay: this.pricing.feePaidBy === 'client' ? amount + transferFee : amount,
      transferFee,
      serviceFee: divideUp(amount, SERVICE_FEE_DIVISOR),
    };
  }

  /** By id, with or without `INV-`. @throws {Refusal} also for a withdrawal */
  find(id: string): Invoice {
    const invoice = this.records.find(id);
    if (!invoice)
      throw new Refusal(`${shown(id)} is not known as an invoice: give the uuid of an invoice's creation`);
    return invoice;
  }

  findByAddress(address: string): Invoice {
    const id = this.#idsByAddress.get(address);
    if (id === undefined)
      throw new Refusal(
        `address ${shown(address)} is not known: give the address of an invoice or of a static wallet`,
      );
    return this.find(id);
  }

  /** "Cancel invoice". @throws {Refusal} unless it is `created` */
  cancel(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.clock.nowMs();
    const status = statusAt(invoice, nowMs);
    if (status !== 'created')
      throw new Refusal(`${invoice.id} is ${status}: only a created invoice can be canceled`);
    this.#record({ ...invoice, canceledAtMs: nowMs });
  }

  /** The chain delivers money to the invoice's address, in whatever state it is. @throws {Refusal} */
  async pay(id: string, { units, confirmed }: Payment): Promise<Transaction> {
    const { coin } = this.find(id);
    if (!coin) throw new Refusal(`${id} has no address: create it with add_fields.cryptocurrency`);
    const transactionId = await this.identifiers.transactionId(coin.currency.network.key);
    const invoice = this.find(id);
    const sent = units ?? unsentUnits(invoice);
    if (sent === 0n) throw new Refusal(`nothing is due on ${invoice.id}: give an amount`);
    const seenAtMs = this.clock.nowMs();
    const confirmedAtMs = confirmed ? seenAtMs : null;
    const transaction = { id: transactionId, units: sent, seenAtMs, confirmedAtMs };
    this.#record({ ...invoice, transactions: [...invoice.transactions, transaction] });
    return transaction;
  }

  /** Confirms every transfer that waits for it. @throws {Refusal} when none does */
  confirm(id: string): void {
    const invoice = this.find(id);
    const nowMs = this.clock.nowMs();
    if (totalsOf(invoice).pending === 0n) {
      throw new Refusal(`${invoice.id} has no unconfirmed transaction: pay with "confirm": false first`);
    }
    const transactions = invoice.transactions.map((transaction) =>
      transaction.confirmedAtMs === null ? { ...transaction, confirmedAtMs: nowMs } : transaction,
    );
    this.#record({ ...invoice, transactions });
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

  /** Unconfirmed money is nobody's yet: the balance moves when the sum of confirmed transactions does. */
  #credit(former: Invoice | undefined, invoice: Invoice): void {
    const before = former ? totalsOf(former) : { paid: 0n, received: 0n };
    const after = totalsOf(invoice);
    if (invoice.coin && after.paid !== before.paid)
      this.balances.move(invoice.coin.currency, after.received - before.received);
  }
}
