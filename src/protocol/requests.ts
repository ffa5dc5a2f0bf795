import type { CurrencyCode } from '../payment/index.js';

/** `POST /checkouts` */
export interface OpenRequest {
  /** A signed order token, or a reference that the shop's resolver accepts for this request. */
  readonly order: string;
}

/** `POST /checkouts/:id/invoice` */
export interface InvoiceRequest {
  readonly currency: CurrencyCode;
  /** If the shop requires one: see `emailRequired` of the order. */
  readonly email?: string | null;
  /** The payer asks for more time, for a new invoice. Without effect if the checkout has no `lifetimes`. */
  readonly lifetime?: 'longest' | null;
  /**
   * The id of the current invoice, to get a new quote in its currency within the last three minutes before its deadline. The
   * old address is polled on, and money that was sent there counts.
   */
  readonly replaces?: string | null;
  /**
   * Random text of the browser, 22 to 64 characters of Base64url (RFC 4648 §5), that it keeps: it proves later that this browser got
   * the address. The proxy stores only its SHA-256, with the request that creates the invoice.
   */
  readonly claimKey?: string | null;
}

/** An empty object. */
export type EmptyRequest = Readonly<Record<never, never>>;

/** `POST /checkouts/:id/cancel`: an empty object. */
export type CancelRequest = EmptyRequest;

/** `POST /form`, as a browser sends a form */
export interface FormRequest extends InvoiceRequest, OpenRequest {
  /** The language of the page that follows (BCP 47). */
  readonly locale?: string;
}

/** `POST /deposit-addresses` */
export interface DepositAddressRequest {
  /** A signed customer token, or a reference that the shop's resolver accepts for this request. */
  readonly customer: string;
  readonly currency: CurrencyCode;
}
