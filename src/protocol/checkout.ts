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
 * A selectable currency. `reason` is why it is unavailable: `service_refused` if the service has refused it, or a text for the
 * payer.
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
   * The address to pay to, validated by the proxy. An address never changes. `null` if the service returned an invalid address or
   * that of another open order, or has not reported both address and amount. The payer then continues on `hostedPage`, or chooses
   * another currency if there is none.
   */
  address: v.nullable(name),
  /** The total amount of this invoice; `null` if the service has not reported it. */
  amount: orNull(amount),
  paid: amount,
  /** The remaining amount, `"0"` if none; `null` if the service has not reported it. */
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
   * The transactions that wait for confirmation, `[]` if none. While there is one, do not let the payer send anything, in any
   * state: it may be the rest. When one of several is confirmed, the others stay in this list until more money is confirmed, or
   * the usual confirmation time of the network has passed.
   */
  unconfirmed: list(text),
  /** The service's payment page (`https:`): the fallback if the payer cannot pay here. */
  hostedPage: linkOrNull(webLink),
  ...caipEntries,
});
export interface CheckoutInvoice extends v.InferOutput<typeof checkoutInvoiceSchema> {}

/** The lifetimes of an invoice in minutes, if payers can request the longer one. */
export const checkoutLifetimesSchema = object({
  usualMinutes: count,
  /** With `lifetime: "longest"`. */
  longestMinutes: count,
});
export interface CheckoutLifetimes extends v.InferOutput<typeof checkoutLifetimesSchema> {}

/** The support of the proxy for payments with a wallet in the browser. */
export const walletSupportSchema = object({
  /** Whether `GET /checkouts/:id/solana` exists. Otherwise, Solana wallets cannot be used. */
  solana: flag,
  /** URL of the shop's manifest, which TON wallets load. Absent: TON wallets cannot be used. */
  tonManifest: optionalLink(webLink),
});
export interface WalletSupport extends v.InferOutput<typeof walletSupportSchema> {}

/** The manifest of a shop (TON Connect, "App manifest"). */
export const tonManifestSchema = object({
  /** URL of the shop, which identifies the shop to a wallet. */
  url: v.pipe(text, v.url()),
  name: text,
  /** A PNG or an ICO. */
  iconUrl: v.pipe(text, v.url()),
});
export interface TonManifest extends v.InferOutput<typeof tonManifestSchema> {}

/** One order being paid, with the data that a browser may see. */
export const checkoutSchema = object({
  /** An unguessable capability: anyone who has it can view and pay this checkout. */
  id: name,
  /**
   * Increases with each change, by any number. It needs 64 bits. Ignore a response with a lower version: it is older.
   * @format int64
   */
  version: count,
  /** The proxy's time, ISO 8601. Measure countdowns against it, never against the device's clock. */
  now: time,
  state: oneOf('a state of a checkout', CHECKOUT_STATES),
  /** Whether the order was paid late: the transaction that completed the payment was first seen after the deadline. */
  late: flag,
  /**
   * `true` after the shop's staff have accepted a late or partial payment as payment of the order; absent before. The state stays
   * the same. The payer reads that the order is paid.
   */
  accepted: optional(flag),
  /** Whether the service is unreachable: this is then the last known state, as of `checkedAt`. */
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
  /**
   * The transfer for this invoice that a page has requested from a wallet, until a payment is detected; `null` if there is none.
   */
  transfer: orNull(walletTransferSchema),
  /** Absent if the shop accepts no refund requests on its pages, unless it has made a decision about money. */
  refunds: optional(checkoutRefundsSchema),
  /** Absent if payers cannot request more time. */
  lifetimes: optional(checkoutLifetimesSchema),
  /** Absent if the proxy does not support wallets in the browser. */
  wallets: optional(walletSupportSchema),
});
export interface Checkout extends v.InferOutput<typeof checkoutSchema> {}

/**
 * Parses a Checkout from a response or an event. Drops unknown fields, links with another scheme than `http(s):`, and offers of
 * an unknown currency.
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

/** The body of responses that report only a status. */
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
