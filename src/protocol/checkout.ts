import type { CaipIds, CurrencyCode } from '../payment/index.js';
import type { CheckoutRefunds } from './refunds.js';
import type { CheckoutState } from './states.js';
import type { WalletTransfer } from './transfer.js';

/** The part of the order that the payer may see. */
export interface CheckoutOrder {
  readonly id: string;
  /** Exact decimal text in `currency`. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  /** ISO 4217 code, one of the service's price currencies. @pattern ^[A-Z]{3}$ */
  readonly currency: string;
  readonly description?: string;
  readonly emailRequired: boolean;
  /** @format uri */
  readonly returnUrl?: string;
  /** @format uri */
  readonly failUrl?: string;
  /** A link (`https:` or `mailto:`) to the shop's support. @format uri */
  readonly support?: string;
}

/**
 * A selectable currency. `reason` says why it is unavailable: `service_refused` if the service has refused it, or a text for
 * the payer.
 */
export interface CheckoutOffer {
  readonly code: CurrencyCode;
  readonly available: boolean;
  readonly reason?: string;
}

/** All amounts are exact decimal text in the invoice's coin; all times are ISO 8601 in UTC. */
export interface CheckoutInvoice extends CaipIds {
  /** The service's id, for support requests. It grants no access. */
  readonly id: string;
  readonly currency: CurrencyCode;
  /**
   * The address to pay to, validated by the proxy. `null` if the service returned an invalid address, or that of another open
   * order, or has not stated both address and amount: the payer continues on `hostedPage`, or chooses another currency if
   * there is none. An address never changes.
   */
  readonly address: string | null;
  /** The total amount of this invoice; `null` if the service has not stated it. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string | null;
  /** @pattern ^\d+(\.\d+)?$ */
  readonly paid: string;
  /** The remaining amount, `"0"` if none; `null` if the service has not stated it. @pattern ^\d+(\.\d+)?$ */
  readonly due: string | null;
  /** The amount received above the total, `"0"` if none. @pattern ^\d+(\.\d+)?$ */
  readonly surplus: string;
  /** The transfer fee that the service reports, or `null`. @pattern ^\d+(\.\d+)?$ */
  readonly fee: string | null;
  readonly feePaidBy: 'payer' | 'shop' | null;
  /** @format date-time */
  readonly createdAt: string;
  /** @format date-time */
  readonly expiresAt: string | null;
  /** End of the monitoring window: until then the address is polled after the deadline. @format date-time */
  readonly monitoredUntil: string | null;
  readonly transactions: readonly string[];
  /**
   * The transactions that wait for confirmation, `[]` if none. Whatever the state, let nobody send anything while there is one:
   * it may be the rest. When one of several is confirmed, the others stay in this list, until more money is confirmed or the
   * network has had its usual time.
   */
  readonly unconfirmed: readonly string[];
  /** The payment page of the service (`https:`), the fallback if nothing else works. @format uri */
  readonly hostedPage: string | null;
}

/** The lifetimes of an invoice, in minutes, if payers can ask for the longer one. */
export interface CheckoutLifetimes {
  /** @asType integer */
  readonly usualMinutes: number;
  /** With `lifetime: "longest"`. @asType integer */
  readonly longestMinutes: number;
}

/** What the proxy provides for payments with a wallet in the browser. */
export interface WalletSupport {
  /** `GET /checkouts/:id/solana` works. Otherwise, wallets on Solana cannot be used. */
  readonly solana: boolean;
  /** URL of the shop's manifest, which wallets on TON load. Absent: they cannot be used. @format uri */
  readonly tonManifest?: string;
}

/** The manifest of a shop (TON Connect, "App manifest"). */
export interface TonManifest {
  /** Of the shop; it identifies the shop to a wallet. @format uri */
  readonly url: string;
  readonly name: string;
  /** A PNG or an ICO. @format uri */
  readonly iconUrl: string;
}

/** One order being paid, as a browser may know it. */
export interface Checkout {
  /** An unguessable capability: anyone who has it can view and pay this checkout. */
  readonly id: string;
  /**
   * Only grows, by any number. It fits into 64 bits, not into 32. Drop a response with a lower version: it is older.
   * @asType integer
   * @format int64
   */
  readonly version: number;
  /** The time of the proxy, ISO 8601: measure countdowns against it, never against the clock of the device. @format date-time */
  readonly now: string;
  readonly state: CheckoutState;
  /** Whether the order was paid late: the transaction that completed the payment was first seen after the deadline. */
  readonly late: boolean;
  /**
   * `true` once the shop's staff have accepted a late payment, or a part, as payment of the order; absent before. The state stays the
   * same, and the payer reads that the order is paid.
   */
  readonly accepted?: boolean;
  /** The service is unreachable: this is the last known state, as of `checkedAt`. */
  readonly stale: boolean;
  /** @format date-time */
  readonly checkedAt: string | null;
  readonly testMode: boolean;
  readonly order: CheckoutOrder;
  readonly shop: {
    readonly name?: string;
    /** URL of an image (`https:`). @format uri */
    readonly logo?: string;
  };
  readonly offers: readonly CheckoutOffer[];
  readonly invoice: CheckoutInvoice | null;
  /** The transfer that a wallet was asked to make for this invoice, until a payment is detected; `null` if there is none. */
  readonly transfer: WalletTransfer | null;
  /** Absent if the shop accepts no refund requests on its pages, unless it has decided about money. */
  readonly refunds?: CheckoutRefunds;
  /** Absent if payers cannot ask for more time. */
  readonly lifetimes?: CheckoutLifetimes;
  /** Absent if the proxy provides nothing for wallets in the browser. */
  readonly wallets?: WalletSupport;
}

/** The body of responses that report nothing but a status. */
export interface Status {
  readonly status: 'ok' | 'ready' | 'not ready';
}

/** The deposit address of one customer for one currency: it never changes and accepts any amount. */
export interface DepositAddress extends CaipIds {
  /** The service's id, for support requests. It grants no access. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** ISO 8601 in UTC. @format date-time */
  readonly createdAt: string;
  readonly testMode: boolean;
}
