import type { CurrencyCode } from '../payment/index.js';
import type { CheckoutState } from './states.js';

/** What the shop sells, as far as the payer may see it. */
export interface CheckoutOrder {
  readonly id: string;
  /** Exact decimal text in `currency`. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  /** ISO 4217 code out of the service's fiat set. @pattern ^[A-Z]{3}$ */
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

/** A currency that may be chosen; `reason` says why it cannot be right now. */
export interface CheckoutOffer {
  readonly code: CurrencyCode;
  readonly available: boolean;
  readonly reason?: string;
}

/** All amounts are exact decimal text in the invoice's coin; all times are ISO 8601 in UTC. */
export interface CheckoutInvoice {
  /** The service's id, to be quoted to support; no access right. */
  readonly id: string;
  readonly currency: CurrencyCode;
  /**
   * Where to send it, checked by the proxy. `null` when the service gave an address that cannot be right, or that of
   * another open order: it is not told, and the payer goes to `hostedPage`, or chooses another currency where there is
   * none. Never changes.
   */
  readonly address: string | null;
  /** The whole sum of this invoice. @pattern ^\d+(\.\d+)?$ */
  readonly amount: string;
  /** @pattern ^\d+(\.\d+)?$ */
  readonly paid: string;
  /** What is still to be paid; `"0"` when nothing is. @pattern ^\d+(\.\d+)?$ */
  readonly due: string;
  /** What came too much; `"0"` when nothing did. @pattern ^\d+(\.\d+)?$ */
  readonly surplus: string;
  /** The transfer fee that the service states, or `null`. @pattern ^\d+(\.\d+)?$ */
  readonly fee: string | null;
  readonly feePaidBy: 'payer' | 'shop' | null;
  /** @format date-time */
  readonly createdAt: string;
  /** @format date-time */
  readonly expiresAt: string | null;
  /** Until when the address is still looked at after the deadline. @format date-time */
  readonly watchedUntil: string | null;
  readonly transactions: readonly string[];
  /** The service's own payment page (`https:`), the way out when nothing else works. @format uri */
  readonly hostedPage: string | null;
}

/** One order being paid, as the browser may know it. */
export interface Checkout {
  /** An unguessable capability: who knows it may see and pay this checkout. */
  readonly id: string;
  /** Only grows: an answer with a lower version is older and is dropped. @asType integer */
  readonly version: number;
  /** The proxy's clock, ISO 8601; countdowns are measured against it, never against the device's. @format date-time */
  readonly now: string;
  readonly state: CheckoutState;
  /** The money came after the service had closed the invoice. */
  readonly late: boolean;
  /** The service cannot be asked at present; this is the last known state, as of `checkedAt`. */
  readonly stale: boolean;
  /** @format date-time */
  readonly checkedAt: string | null;
  readonly testMode: boolean;
  readonly order: CheckoutOrder;
  readonly shop: {
    readonly name?: string;
    /** @format uri */
    readonly logo?: string;
  };
  readonly offers: readonly CheckoutOffer[];
  readonly invoice: CheckoutInvoice | null;
}

/** The body of what has nothing else to say. */
export interface Status {
  readonly status: 'ok' | 'ready' | 'not ready';
}

/** A permanent address of one customer for one currency: it never changes, and any amount may be sent to it. */
export interface Wallet {
  /** The service's id, to be quoted to support; no access right. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly address: string;
  /** ISO 8601 in UTC. @format date-time */
  readonly createdAt: string;
  readonly testMode: boolean;
}
