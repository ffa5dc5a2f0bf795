import type { CurrencyCode } from '../../payment/index.js';
import { currencyOf } from '../../payment/index.js';
import type { MovableClock } from './clock.js';
import type { CreateRequest } from './create-request.js';
import { Refusal, shown } from './fields.js';
import type { Identifiers } from './identifiers.js';
import type { CoinPrice, Invoice, Transaction } from './invoice.js';
import { statusAt, totalsOf, unsentUnits } from './invoice.js';
import { divideUp, fiatToUsd, transferFeeUnits, usdToFiat, usdToUnits } from './rates.js';

export interface Pricing {
  /** `amount` of a creation is "stated in USD", or in the order's own `currency`: the document says both. */
  readonly priceReading: 'order-currency' | 'usd';
  /** Who bears the transfer fee. */
  readonly feePaidBy: 'client' | 'merchant';
}

interface Entry {
  readonly current: Invoice;
  readonly recordedAtMs: number;
  /** How it stood before its last change; itself, when there was none. */
  readonly former: { readonly invoice: Invoice; readonly recordedAtMs: number };
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
  readonly #entries = new Map<string, Entry>();
  readonly #idsByAddress = new Map<string, string>();

  constructor(
    private readonly clock: MovableClock,
    private readonly identifiers: Identifiers,
    private readonly pricing: Pricing,
  ) {}

  async create(request: CreateRequest): Promise<Invoice> {
    const usd = this.pricing.priceReading === 'usd';
    const usdAmount = usd ? request.amount : fiatToUsd(request.amount, request.fiat);
    const coin = request.currency === null ? null : await this.#price(request.currency, usdAmount);
    const id = await this.identifiers.invoiceId();
    const createdAtMs = this.clock.nowMs();
    const { orderId, email, fiat } = request;
    const fiatAmount = usd ? usdToFiat(request.amount, fiat) : request.amount;
    const expiresAtMs = createdAtMs + request.lifetimeMs;
    const money = { fiat, fiatAmount, usdAmount, coin, transactions: [] };
    return this.#record({ id, orderId, email, ...money, createdAtMs, expiresAtMs, canceledAtMs: null });
  }

  async #price(code: CurrencyCode, usd: string): Promise<CoinPrice> {
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

  /** Newest first. */
  list(): readonly Invoice[] {
    return [...this.#entries.values()].map(({ current }) => current).reverse();
  }

  /** By id, with or without `INV-`. @throws {Refusal} */
  find(id: string): Invoice {
    return this.#entry(id).current;
  }

  findByAddress(address: string): Invoice {
    const id = this.#idsByAddress.get(address);
    if (id === undefined)
      throw new Refusal(
        `address ${shown(address)} is not known: give the address of an invoice or of a static wallet`,
      );
    return this.find(id);
  }

  /** How the invoice stood before its last change, and when that was: an old answer. @throws {Refusal} */
  findFormer(id: string): Entry['former'] {
    return this.#entry(id).former;
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

  #record(invoice: Invoice): Invoice {
    const before = this.#entries.get(invoice.id);
    const recordedAtMs = this.clock.nowMs();
    const former = before
      ? { invoice: before.current, recordedAtMs: before.recordedAtMs }
      : { invoice, recordedAtMs };
    this.#entries.set(invoice.id, { current: invoice, recordedAtMs, former });
    if (invoice.coin) this.#idsByAddress.set(invoice.coin.address, invoice.id);
    return invoice;
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id.startsWith('INV-') ? id : `INV-${id}`);
    if (!entry) throw new Refusal(`invoice ${shown(id)} is not known: give the uuid of a creation`);
    return entry;
  }
}
