// Requests of pages and of the shop's server.
import * as v from 'valibot';
import {
  numberOf,
  optionalText,
  requestedAmount,
  requestedCurrency,
  requiredText,
  wordOf,
} from './request-schema.js';
import { object, optional, text } from './schema.js';
import { TRANSFER_STATES } from './transfer.js';

const order = {
  /** A signed order token, or a reference that the shop's resolver accepts for this request. */
  order: requiredText('Send an order token or a reference.'),
};

/** `POST /checkouts` */
export const openRequestSchema = object(order);
export interface OpenRequest extends v.InferOutput<typeof openRequestSchema> {}

const selection = {
  currency: requestedCurrency,
  /** If the shop requires one: see `emailRequired` of the order. */
  email: optionalText('Send an email address, or leave it out.'),
  /** Requests more time for a new invoice. Ignored if the checkout has no `lifetimes`. */
  lifetime: v.nullish(v.literal('longest', 'is unknown. Send "longest", or leave it out.')),
  /**
   * The id of the current invoice, to replace it by a new quote in its currency within the last three minutes before its
   * deadline. The proxy continues to poll the old address, and money sent there counts.
   */
  replaces: optionalText('Send the id of the invoice, or leave it out.'),
};

/** `POST /checkouts/:id/invoice` */
export const invoiceRequestSchema = object(selection);
export interface InvoiceRequest extends v.InferOutput<typeof invoiceRequestSchema> {}

/** An empty object. */
export const emptyRequestSchema = object({});
export interface EmptyRequest extends v.InferOutput<typeof emptyRequestSchema> {}

/** `POST /checkouts/:id/cancel`: an empty object. */
export const cancelRequestSchema = object({});
export interface CancelRequest extends v.InferOutput<typeof cancelRequestSchema> {}

/** `POST /form`, as a browser sends a form */
export const formRequestSchema = object({
  ...selection,
  ...order,
  /** The language of the page that follows (BCP 47). */
  locale: optional(text),
});
export interface FormRequest extends v.InferOutput<typeof formRequestSchema> {}

/** `POST /checkouts/:id/transfer` */
export const transferRequestSchema = object({
  /**
   * `asked` before the page calls the wallet, then the outcome. `refused`: the payer refused the transfer, and nothing was sent.
   */
  state: wordOf([...TRANSFER_STATES, 'refused']),
  /** The id of the invoice whose address and amount the page passes to the wallet. */
  invoice: requiredText('Send the id of the invoice.'),
  /**
   * The id of the transfer. With `asked`: the id of the earlier transfer that the payer knows about and replaces; `null` if there
   * is none.
   */
  transfer: v.nullish(v.number('is not a number. Send the id of a transfer, or null.'), null),
  wallet: optionalText('Send its name, or leave it out.'),
  transaction: optionalText('Send its id, or leave it out.'),
});
export interface TransferRequest extends v.InferOutput<typeof transferRequestSchema> {}

/** The target of a refund. */
export const refundTarget = {
  /** The number of the invoice. */
  invoice: numberOf('invoice'),
  /** The address that receives the money, on the network of the invoice. */
  address: requiredText('Send the address that receives the money.'),
  amount: requestedAmount('Send decimal text such as 12.5.'),
};

/** `POST /checkouts/:id/refund` */
export const refundRequestSchema = object({
  ...refundTarget,
  /** The amount that the payer saw. The proxy refuses the request if the owed amount has changed since. */
  amount: refundTarget.amount,
  email: optionalText('Send an email address, or leave it out.'),
  /**
   * Random text that the browser generates and stores: 43 characters of Base64url (RFC 4648 §5). Its SHA-256 in Base64url is the
   * parameter `browser` of the requests whose response contains an address. Without it, the shop must verify the requester.
   */
  claimKey: optionalText('Send the key, or leave it out.'),
});
export interface RefundRequest extends v.InferOutput<typeof refundRequestSchema> {}

/** `POST /deposit-addresses` */
export const depositAddressRequestSchema = object({
  /** A signed customer token, or a reference that the shop's resolver accepts for this request. */
  customer: requiredText('Send a customer token or a reference.'),
  currency: requestedCurrency,
});
export interface DepositAddressRequest extends v.InferOutput<typeof depositAddressRequestSchema> {}

/** The part of the checkout that the shop's server renders before any script runs. */
export type RenderLevel = 'state' | 'shell';

const TEXT = 'is invalid. Send a string, or leave it out.';
const attribute = optional(v.string(TEXT));
const SECONDS = 'is invalid. Send whole seconds, or leave it out.';

/** `POST /render`, from the server of the shop */
export const renderRequestSchema = object({
  ...order,
  /**
   * `state`: the tag contains the checkout, which saves the page its first request. `shell`: the tag also contains the initial
   * screen, as a declarative shadow root. Default: `state`.
   */
  level: v.optional(v.picklist(['state', 'shell'], 'is invalid. Send "state" or "shell", or leave it out.')),
  /** The language of the payer (BCP 47). Default: that of the page, and English in the shell. */
  locale: attribute,
  /** Currency codes, separated by spaces or commas: shows only these, in this order, if they are offered. */
  currencies: attribute,
  /** Language tags for a menu in the footer, separated by spaces or commas. */
  languages: attribute,
  /** `light` or `dark`. Default: that of the page. */
  theme: attribute,
  /** URL of the shop's page that continues a payment, with `{checkout}` for the id. */
  resumeUrl: attribute,
  /** The shop's name. Default: that of the proxy. */
  shopName: attribute,
  /** URL of the shop's logo (`https:`). Default: that of the proxy. */
  shopLogo: attribute,
  /** Seconds until the page returns to the order's return URL after the payment. */
  returnAfter: v.optional(v.pipe(v.number(SECONDS), v.integer(SECONDS), v.minValue(1, SECONDS))),
  /** The address of the proxy in the page. Default: the base path. */
  endpoint: optional(
    v.pipe(
      v.string(TEXT),
      v.check(
        isWebAddress,
        'is invalid. Send the base path or the http(s) URL of the proxy, or leave it out.',
      ),
    ),
  ),
});
export interface RenderRequest extends v.InferOutput<typeof renderRequestSchema> {}

/**
 * Whether the text is a path, or a URL that a page can load from. Another URL, such as `javascript:`, would run in the shop's
 * page.
 */
function isWebAddress(address: string): boolean {
  const page = 'https://page.invalid/';
  return URL.canParse(address, page) && /^https?:$/.test(new URL(address, page).protocol);
}

/** Parts of a page, as HTML text. The page is for one payer: send it with `Cache-Control: private, no-store`. */
export const renderedCheckoutSchema = object({
  /** For the `head` of the page: the scripts of the elements, and what must load before them. */
  head: text,
  /** The tag, for its place in the `body`. */
  html: text,
  /** Hashes for `style-src` of the page's Content-Security-Policy, the same for all orders. Empty if none is needed. */
  csp: text,
});
export interface RenderedCheckout extends v.InferOutput<typeof renderedCheckoutSchema> {}
