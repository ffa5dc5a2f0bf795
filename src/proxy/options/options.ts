import type { CurrencyCode } from '../../payment/index.js';
import type { Clock } from '../base/clock.js';
import type { CheckoutEvent } from '../domain/event.js';
import type { RateLimits, RateLimitSettings } from './rate-limit-options.js';
import type { Logger } from '../base/log.js';
import type { Lifetime, Order } from '../domain/order.js';
import type { Transport } from '../delivery/transport.js';
import type { WebhookOptions } from '../delivery/webhook.js';

/**
 * Says which order a plain reference means, for this request: it sees cookies and headers. `null` when there is none,
 * or when this visitor has no business with it.
 */
export type OrderResolver = (reference: string, request: Request) => Order | null | Promise<Order | null>;

/**
 * Says which customer a plain reference means, for this request: the shop's own name of the customer, or `null` when
 * there is none, or when this visitor has no business with it.
 */
export type CustomerResolver = (
  reference: string,
  request: Request,
) => string | null | Promise<string | null>;

export interface CheckoutProxyOptions {
  /** The account at the payment service. It never leaves the proxy. */
  readonly service: {
    /** Its base address: `https:`, or `http:` on this machine. */
    readonly url: string;
    /** Of the project ("Authentication"); not the one for withdrawals. */
    readonly apiKey: string;
    /** The store identifier from the account. */
    readonly shopId: string;
    /** Accept records in test mode as if they were money. */
    readonly testMode?: boolean | undefined;
    /** In the place of Node's own HTTP client: for tests, and for runtimes with one of their own. */
    readonly fetch?: typeof fetch | undefined;
  };
  /** Looks an order up by a plain reference. One of `orders` and `orderSecrets`, or both, since the shop sets the price. */
  readonly orders?: OrderResolver | undefined;
  /** Whose permanent addresses may be asked for; customer tokens are taken with `orderSecrets`, too. */
  readonly customers?: CustomerResolver | undefined;
  /** Secrets of `createOrderToken` and `createCustomerToken`, each at least 32 bytes: several while one replaces another. */
  readonly orderSecrets?: readonly string[] | undefined;
  /** How long after `iat` an order token is valid at most, whatever its `exp`, in days. Default: 31. */
  readonly maxOrderTokenDays?: number | undefined;
  /** Told of everything that happens to an order, at least once and in order; what it throws is told again. */
  readonly onEvent?: ((event: CheckoutEvent) => Promise<void> | void) | undefined;
  /** The same for a shop in another process or language, by signed requests; one of `onEvent` and `webhook`. */
  readonly webhook?: WebhookOptions | undefined;
  /**
   * What the service signs its postbacks with, if it does: several while one replaces another. With it, signed postbacks go
   * first, and only they have an invoice looked at again that is watched no more.
   */
  readonly postbackSecrets?: readonly string[] | undefined;
  /** Path of the SQLite file, address of a PostgreSQL database (`postgres://…`), or `:memory:`. */
  readonly store: string;
  /**
   * The origins of the pages that may use the proxy. Default: `https://` and the proxy's own host; `http://` on this machine
   * alone.
   */
  readonly origins?: readonly string[] | undefined;
  /** The path below which the proxy answers; `/crypto-checkout` unless set. */
  readonly basePath?: string | undefined;
  /** The currencies that may be chosen; all 40 unless set. */
  readonly offers?: readonly CurrencyCode[] | undefined;
  /** How long an invoice can be paid; 30 minutes unless set. */
  readonly lifetime?: Lifetime | undefined;
  /** For how long an address is watched after its deadline; 24 hours unless set. */
  readonly watchHours?: number | undefined;
  /** Finished checkouts are removed when nothing has happened to them for so long; 90 days unless set. */
  readonly retentionDays?: number | undefined;
  /** A link (`https:` or `mailto:`) for payers who need help. */
  readonly support?: string | undefined;
  /** Addresses or networks of the balancers before the proxy, whose word on the client's address is believed. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** What one client, or one order, may ask for; `false` leaves that to somebody else, such as the balancer. */
  readonly rateLimits?: RateLimits | false | undefined;
  /** Show the figures to everybody at `/metrics` below the base path; not unless set. */
  readonly metrics?: boolean | undefined;
  /** The time of day; this machine's unless set. */
  readonly clock?: Clock | undefined;
  /** Of pino's shape; lines of JSON on stderr unless set. */
  readonly logger?: Logger | undefined;
}

/** The options after the check. */
export interface ResolvedOptions {
  readonly service: {
    url: string;
    apiKey: string;
    shopId: string;
    testMode: boolean;
    fetch: typeof fetch | undefined;
  };
  readonly orders: OrderResolver | undefined;
  readonly customers: CustomerResolver | undefined;
  readonly orderSecrets: readonly string[];
  readonly orderKeys: readonly Uint8Array[];
  readonly maxOrderTokenDays: number;
  readonly postbackSecrets: readonly string[];
  readonly postbackKeys: readonly Uint8Array[];
  /** How the shop is told, if there is a way. */
  readonly transport: Transport | undefined;
  readonly webhookSecrets: readonly string[];
  readonly store: string;
  readonly origins: readonly string[] | undefined;
  readonly basePath: string;
  readonly offers: readonly CurrencyCode[];
  readonly lifetime: { readonly hours: number; readonly minutes: number };
  readonly watchHours: number;
  readonly retentionDays: number;
  readonly support: string | null;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: RateLimitSettings | false;
  readonly metrics: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}
