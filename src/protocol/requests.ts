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
   * proxy keeps polling the old address, and money sent there counts.
   */
  readonly replaces?: string | null;
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

/** What the shop's server wants to show before any script has run. */
export type RenderLevel = 'state' | 'shell';

/** `POST /render`, from the server of the shop */
export interface RenderRequest {
  /** A signed order token, or a reference that the shop's resolver accepts. */
  readonly order: string;
  /**
   * `state`: the tag with the checkout in it, so that the page sends no first request. `shell`: also what the payer sees
   * first, as a declarative shadow root. Default: `state`.
   */
  readonly level?: RenderLevel;
  /** The language of the payer (BCP 47). Default: that of the page, and English in the shell. */
  readonly locale?: string;
  /** Currency codes, separated by spaces or commas: shows only these, in this order, if they are offered. */
  readonly currencies?: string;
  /** Language tags for a menu in the footer, separated by spaces or commas. */
  readonly languages?: string;
  /** `light` or `dark`. Default: as the page. */
  readonly theme?: string;
  /** URL of the shop's page that continues a payment, with `{checkout}` for the id. */
  readonly resumeUrl?: string;
  /** The shop's name. Default: as the proxy has it. */
  readonly shopName?: string;
  /** URL of the shop's logo (`https:`). Default: as the proxy has it. */
  readonly shopLogo?: string;
  /** Seconds until the page returns to the order's return URL after the payment. @asType integer */
  readonly returnAfter?: number;
  /** The address of the proxy in the page. Default: the base path. */
  readonly endpoint?: string;
}

/** A part of a page, as text of HTML. The page belongs to one payer: send it with `Cache-Control: private, no-store`. */
export interface RenderedCheckout {
  /** For the `head` of the page: the elements, and what they need first. */
  readonly head: string;
  /** The tag, for its place in the `body`. */
  readonly html: string;
  /** Hashes for `style-src` of the page's Content-Security-Policy, the same for all orders. Empty if none is needed. */
  readonly csp: string;
}
