import * as v from 'valibot';
import { isCurrencyCode } from '../payment/index.js';
import { checkoutRefundsSchema } from './refunds.js';
import {
  amount,
  caipEntries,
  count,
  currencyCode,
  fiatCode,
  flag,
  isRecord,
  linkOrNull,
  list,
  name,
  object,
  oneOf,
  optional,
  optionalLink,
  orNull,
  parseMessage,
  supportLink,
  text,
  time,
  webLink,
} from './schema.js';
import { CHECKOUT_STATES } from './states.js';
import { walletTransferSchema } from './transfer.js';

/** The part of the order that the payer may see. */
export const checkoutOrderSchema = object({
  id: text,
  /** Exact decimal text in `currency`. */
  amount,
  /** ISO 4217 code, one of the service's price currencies. */
  currency: fiatCode,
  description: optional(text),
  emailRequired: flag,
  returnUrl: optionalLink(webLink),
  failUrl: optionalLink(webLink),
  /** A link (`https:` or `mailto:`) to the shop's support. */
  support: optionalLink(supportLink),
});
export interface CheckoutOrder extends v.InferOutput<typeof checkoutOrderSchema> {}

/**
 * A selectable currency. `reason` says why it is unavailable: `service_refused` if the service has refused it, or a text for
 * the payer.
 */
export const checkoutOfferSchema = object({
  code: currencyCode,
  available: flag,
  reason: optional(text),
});
export interface CheckoutOffer extends v.InferOutput<typeof checkoutOfferSchema> {}

/** All amounts are exact decimal text in the invoice's coin; all times are ISO 8601 in UTC. */
export const checkoutInvoiceSchema = object({
  /** The service's id, for support requests. It grants no access. */
  id: name,
  currency: currencyCode,
  /**
   * The address to pay to, validated by the proxy. `null` if the service returned an invalid address, or that of another open
   * order, or has not stated both address and amount: the payer continues on `hostedPage`, or chooses another currency if
   * there is none. An address never changes.
   */
  address: v.nullable(name),
  /** The total amount of this invoice; `null` if the service has not stated it. */
  amount: orNull(amount),
  paid: amount,
  /** The remaining amount, `"0"` if none; `null` if the service has not stated it. */
  due: orNull(amount),
  /** The amount received above the total, `"0"` if none. */
  surplus: amount,
  /** The transfer fee that the service reports, or `null`. */
  fee: orNull(amount),
  feePaidBy: v.fallback(orNull(v.picklist(['payer', 'shop'])), null),
  createdAt: time,
  expiresAt: orNull(time),
  /** End of the monitoring window: until then the address is polled after the deadline. */
  monitoredUntil: orNull(time),
  transactions: list(text),
  /**
   * The transactions that wait for confirmation, `[]` if none. Whatever the state, let nobody send anything while there is one:
   * it may be the rest. When one of several is confirmed, the others stay in this list, until more money is confirmed or the
   * network has had its usual time.
   */
  unconfirmed: list(text),
  /** The payment page of the service (`https:`), the fallback if nothing else works. */
  hostedPage: linkOrNull(webLink),
  ...caipEntries,
});
export interface CheckoutInvoice extends v.InferOutput<typeof checkoutInvoiceSchema> {}

/** The lifetimes of an invoice, in minutes, if payers can ask for the longer one. */
export const checkoutLifetimesSchema = object({
  usualMinutes: count,
  /** With `lifetime: "longest"`. */
  longestMinutes: count,
});
export interface CheckoutLifetimes extends v.InferOutput<typeof checkoutLifetimesSchema> {}

/** What the proxy provides for payments with a wallet in the browser. */
export const walletSupportSchema = object({
  /** `GET /checkouts/:id/solana` works. Otherwise, wallets on Solana cannot be used. */
  solana: flag,
  /** URL of the shop's manifest, which wallets on TON load. Absent: they cannot be used. */
  tonManifest: optionalLink(webLink),
});
export interface WalletSupport extends v.InferOutput<typeof walletSupportSchema> {}

/** The manifest of a shop (TON Connect, "App manifest"). */
export const tonManifestSchema = object({
  /** Of the shop; it identifies the shop to a wallet. */
  url: v.pipe(text, v.url()),
  name: text,
  /** A PNG or an ICO. */
  iconUrl: v.pipe(text, v.url()),
});
export interface TonManifest extends v.InferOutput<typeof tonManifestSchema> {}

/** One order being paid, as a browser may know it. */
export const checkoutSchema = object({
  /** An unguessable capability: anyone who has it can view and pay this checkout. */
  id: name,
  /**
   * Only grows, by any number. It fits into 64 bits, not into 32. Drop a response with a lower version: it is older.
   * @format int64
   */
  version: count,
  /** The time of the proxy, ISO 8601: measure countdowns against it, never against the clock of the device. */
  now: time,
  state: oneOf('a state of a checkout', CHECKOUT_STATES),
  /** Whether the order was paid late: the transaction that completed the payment was first seen after the deadline. */
  late: flag,
  /**
   * `true` once the shop's staff have accepted a late payment, or a part, as payment of the order; absent before. The state stays the
   * same, and the payer reads that the order is paid.
   */
  accepted: optional(flag),
  /** The service is unreachable: this is the last known state, as of `checkedAt`. */
  stale: flag,
  checkedAt: orNull(time),
  testMode: flag,
  order: checkoutOrderSchema,
  shop: object({
    name: optional(text),
    /** URL of an image (`https:`). */
    logo: optionalLink(webLink),
  }),
  offers: list(checkoutOfferSchema),
  invoice: orNull(checkoutInvoiceSchema),
  /** The transfer that a wallet was asked to make for this invoice, until a payment is detected; `null` if there is none. */
  transfer: orNull(walletTransferSchema),
  /** Absent if the shop accepts no refund requests on its pages, unless it has decided about money. */
  refunds: optional(checkoutRefundsSchema),
  /** Absent if payers cannot ask for more time. */
  lifetimes: optional(checkoutLifetimesSchema),
  /** Absent if the proxy provides nothing for wallets in the browser. */
  wallets: optional(walletSupportSchema),
});
export interface Checkout extends v.InferOutput<typeof checkoutSchema> {}

/**
 * Parses a Checkout from a response or an event. Drops fields that the protocol does not list, links with another scheme
 * than `http(s):`, and offers of an unknown currency.
 * @throws {ProtocolError} if anything else violates the protocol
 */
export function parseCheckout(value: unknown): Checkout {
  return parseMessage(checkoutSchema, withKnownOffers(value), 'checkout');
}

/** A newer proxy may offer currencies that this release does not know. */
function withKnownOffers(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value['offers'])) return value;
  const offers: readonly unknown[] = value['offers'];
  return { ...value, offers: offers.filter((offer) => !isOfUnknownCurrency(offer)) };
}

function isOfUnknownCurrency(offer: unknown): boolean {
  return isRecord(offer) && typeof offer['code'] === 'string' && !isCurrencyCode(offer['code']);
}

/** The body of responses that report nothing but a status. */
export const statusSchema = object({ status: v.picklist(['ok', 'ready', 'not ready']) });
export interface Status extends v.InferOutput<typeof statusSchema> {}

/** The deposit address of one customer for one currency: it never changes and accepts any amount. */
export const depositAddressSchema = object({
  /** The service's id, for support requests. It grants no access. */
  id: name,
  currency: currencyCode,
  address: name,
  /** ISO 8601 in UTC. */
  createdAt: time,
  testMode: flag,
  ...caipEntries,
});
export interface DepositAddress extends v.InferOutput<typeof depositAddressSchema> {}

/** Parses a deposit address from a response. @throws {ProtocolError} if anything violates the protocol */
export function parseDepositAddress(value: unknown): DepositAddress {
  return parseMessage(depositAddressSchema, value, 'depositAddress');
}
