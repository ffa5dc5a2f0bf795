// The options of the proxy and their documentation. `schema.ts` validates each option, `parse.ts` those that depend on each
// other.
import type { RefundSetting } from '../domain/serialize-checkout.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../base/clock.js';
import type { CheckoutEvent } from '../../protocol/events.js';
import type { RateLimits } from './rate-limit-options.js';
import type { SolanaRpcOptions } from './solana-rpc-options.js';
import type { Logger } from '../base/log.js';
import type { Lifetime, Order } from '../domain/order.js';
import type { Tolerance } from '../domain/settlement.js';
import type { WebhookOptions } from '../delivery/transport.js';

/**
 * Resolves a plain reference to an order. The request has the visitor's cookies and headers. Return `null` if the order
 * does not exist or is not accessible to the visitor.
 */
export type OrderResolver = (reference: string, request: Request) => Order | null | Promise<Order | null>;

/**
 * Resolves a plain reference to the shop's customer id. Return `null` if the customer does not exist or is not accessible
 * to the visitor.
 */
export type CustomerResolver = (
  reference: string,
  request: Request,
) => string | null | Promise<string | null>;

/** The shop as payers see it. */
export interface ShopOptions {
  /** Name of the shop. Default: the name of the project at the payment service. */
  readonly name?: string | undefined;
  /**
   * A square image: its URL (`https:`), or the path of a .png, .jpg, .webp or .svg file, which the proxy then serves. A file needs
   * `publicUrl`.
   */
  readonly logo?: string | undefined;
  /** Color of the main button of the payment page, `#rrggbb`. */
  readonly accent?: string | undefined;
  /** The shop's site, linked from the payment page (`https:`). */
  readonly url?: string | undefined;
  /** The shop's legal notice, linked from the payment page (`https:`). */
  readonly imprint?: string | undefined;
}

/** Access of the shop's staff. */
export interface MerchantOptions {
  /** Secrets of merchant sessions, each at least 32 bytes. Several during a rotation. */
  readonly secrets: readonly string[];
  /**
   * Serve `/merchant` only on the proxy's `merchant` handler, for a server at another address. Default: `false`, `fetch` serves
   * it.
   */
  readonly separate?: boolean | undefined;
  /**
   * Whether one person may propose and approve a payout. The payouts process needs the same setting. Default: `false`, another
   * person must approve.
   */
  readonly onePersonPayouts?: boolean | undefined;
  /**
   * Whether payers can request a refund of owed money on the checkout. `email`: the form also has an optional field for an email
   * address. Default: `on`.
   */
  readonly refunds?: RefundSetting | undefined;
}

export interface CheckoutProxyOptions {
  /** The account at the payment service. It never leaves the proxy. */
  readonly service: {
    /** Base URL: `https://`, or `http://` on localhost. */
    readonly url: string;
    /** API key of the project (service doc, "Authentication"), not the withdrawal key. */
    readonly apiKey: string;
    /** Store identifier from the account. */
    readonly shopId: string;
    /** Whether records in test mode count as payments. Default: `false`. */
    readonly testMode?: boolean | undefined;
    /** `fetch` to use instead of Node's HTTP client, for tests and other runtimes. */
    readonly fetch?: typeof fetch | undefined;
  };
  /** Resolver for orders. Pass `orders`, `orderSecrets` or both, since the shop sets the price. */
  readonly orders?: OrderResolver | undefined;
  /** Resolver for the customers of deposit addresses. Customer tokens are also accepted, with `orderSecrets`. */
  readonly customers?: CustomerResolver | undefined;
  /** Secrets of order and customer tokens, each at least 32 bytes. Several during a rotation. */
  readonly orderSecrets?: readonly string[] | undefined;
  /** Maximum validity of an order token after its `iat`, in days, even if `exp` is later. Default: 31. */
  readonly maxOrderTokenDays?: number | undefined;
  /** Called with every event, at least once and in order per checkout. If it throws, the event is delivered again. */
  readonly onEvent?: ((event: CheckoutEvent) => Promise<void> | void) | undefined;
  /** Endpoint that receives events as signed requests. Pass either `onEvent` or `webhook`. */
  readonly webhook?: WebhookOptions | undefined;
  /**
   * Secrets with which the service signs its postbacks. Several during a rotation. Signed postbacks take precedence, and
   * only they resume polling of an invoice after its monitoring window.
   */
  readonly postbackSecrets?: readonly string[] | undefined;
  /** Path of the SQLite file, URL of a PostgreSQL database (`postgres://…`), or `:memory:`. */
  readonly store: string;
  /**
   * Origins of the pages that may use the proxy, in addition to that of `publicUrl`. Default: the proxy's host with `https://`, or
   * `http://` on localhost.
   */
  readonly origins?: readonly string[] | undefined;
  /** Path prefix of the HTTP API. Default: `/crypto-checkout`. */
  readonly basePath?: string | undefined;
  /**
   * URL of the base path for browsers, such as `https://shop.example/crypto-checkout`: `https://`, or `http://` on localhost. The
   * payment page and TON wallets, which load the shop's manifest, require it. Default: none, and neither is offered.
   */
  readonly publicUrl?: string | undefined;
  /** Solana node for payments with a browser wallet. Default: none, and Solana wallets are not offered. */
  readonly solanaRpc?: SolanaRpcOptions | undefined;
  /** Selectable currencies. Default: all 40. */
  readonly offers?: readonly CurrencyCode[] | undefined;
  /** Time until an invoice expires. Default: 30 minutes. */
  readonly lifetime?: Lifetime | undefined;
  /**
   * Time until an invoice expires for payers who request more time. Must be longer than `lifetime`. The price is fixed for that
   * time, at the shop's risk. Default: none, and payers cannot request more time.
   */
  readonly longestLifetime?: Lifetime | undefined;
  /**
   * Maximum shortfall that you tolerate because exchanges deduct fees. Events about a payment within this limit have
   * `withinTolerance`. Nothing else changes: the order is not paid, and the shop decides. Default: none.
   */
  readonly tolerance?: Tolerance | undefined;
  /** Monitoring window: hours for which an invoice is polled after its deadline. Default: 24. */
  readonly monitoringHours?: number | undefined;
  /** Days without a change after which a finished checkout is deleted. Default: 90. */
  readonly retentionDays?: number | undefined;
  /** Days after which entries of the audit log and finished payouts are deleted. Default: 3650. */
  readonly auditRetentionDays?: number | undefined;
  /** Access of the shop's staff by merchant sessions. Default: none, and `/merchant` does not exist. */
  readonly merchant?: MerchantOptions | undefined;
  /** The shop as payers see it. */
  readonly shop?: ShopOptions | undefined;
  /** Support link for payers (`https:` or `mailto:`). */
  readonly supportUrl?: string | undefined;
  /** Addresses or networks of load balancers whose forwarded client address is trusted. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Rate limits; `false` disables them, for example if a load balancer applies its own. */
  readonly rateLimits?: RateLimits | false | undefined;
  /** Whether to serve the metrics publicly at `/metrics` below the base path. Default: `false`. */
  readonly metrics?: boolean | undefined;
  /** Clock of the proxy, for tests. Default: the system clock, and the database's clock for work that several processes share. */
  readonly clock?: Clock | undefined;
  /** Logger, such as pino. Default: lines of JSON on stderr. */
  readonly logger?: Logger | undefined;
}
