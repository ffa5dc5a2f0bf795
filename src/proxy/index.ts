import { randomUUID } from 'node:crypto';
import type { Connection } from './upstream/connection.js';
import { connect } from './upstream/connection.js';
import { empty, problem } from './http/http.js';
import { errorFields, withoutSecrets } from './log.js';
import type { Logger } from './log.js';
import { parseOptions } from './options.js';
import type { CheckoutProxyOptions, Settings } from './options.js';
import { createOrigins } from './http/origins.js';
import type { Origins } from './http/origins.js';
import { Refusal } from './refusal.js';
import { matchRoute } from './http/routes.js';
import type { Match } from './http/routes.js';
import { createClientOf } from './http/client-address.js';
import type { ClientOf } from './http/client-address.js';
import { createLimits } from './http/limits.js';
import type { Limits } from './http/limits.js';
import { measured } from './operation/measured.js';
import { Metrics } from './operation/metrics.js';
import { inRequest, withRequestId } from './request-scope.js';
import { within } from './within.js';
import type { Running } from './running.js';
import { openParts } from './running.js';
import { STOP_GRACE_MS } from './watching/schedule.js';

export type {
  AlarmReason,
  CheckoutAlarm,
  CheckoutAlarmInvoice,
  CheckoutEvent,
  CheckoutEventInvoice,
  CheckoutEventType,
  CheckoutInvoiceEvent,
  DepositReceived,
  InvoiceEventType,
  OrderEvent,
} from './events/event.js';
export type { Logger } from './log.js';
export type { RateLimits } from './http/limit-options.js';
export type { CheckoutProxyOptions, CustomerResolver, OrderResolver } from './options.js';
export type { Lifetime, Order } from './checkouts/orders.js';
export type { WebhookOptions } from './events/webhook.js';

export interface CheckoutProxy {
  /**
   * Answers what is below the base path; anything else is a 404. Never rejects. Without the client's address nobody's
   * requests are counted, and only the limits per order hold.
   */
  fetch(request: Request, source?: RequestSource): Promise<Response>;
  /**
   * Opens the store and begins to watch invoices and to deliver events.
   * @throws {Error} when the store cannot be opened; the message names the remedy
   */
  start(): Promise<void>;
  /** The figures of this proxy in Prometheus' text format, also when `/metrics` is off. Never rejects. */
  metrics(): Promise<string>;
  /**
   * Takes no more requests (503, `Retry-After`), ends the event streams, waits for the running work and closes the store:
   * within 10 s. What could not be finished is taken up by the next start.
   */
  stop(): Promise<void>;
}

/** What a `Request` does not say. */
export interface RequestSource {
  /** The address at the other end of the connection, as `socket.remoteAddress` gives it. */
  readonly clientAddress?: string | undefined;
}

/**
 * The server piece of the checkout: it holds the key, has the price set by the shop, makes and watches invoices, and
 * tells browsers and the shop.
 * @throws {TypeError} when an option cannot be right; the message names the option and the remedy
 */
export function createCheckoutProxy(options: CheckoutProxyOptions): CheckoutProxy {
  const settings = parseOptions(options);
  const { apiKey, shopId } = settings.service;
  const secrets = [
    ...[apiKey, shopId, ...settings.orderSecrets, ...settings.postbackSecrets],
    // With or without its prefix.
    ...settings.webhookSecrets.map((secret) => secret.replace(/^whsec_/, '')),
  ];
  const logger = withRequestId(withoutSecrets(settings.logger, secrets));
  const face = new HttpFace({ ...settings, logger }, logger);
  // A plain object: whoever prints the proxy prints no key.
  return {
    fetch: (request, source) => face.fetch(request, source),
    start: () => face.start(),
    metrics: () => face.metrics(),
    stop: () => face.stop(),
  };
}

/** Requests that run when the proxy stops are waited for so long. */
const STOP_REQUESTS_MS = 8000;
/** By then another process may be there. */
const COME_BACK_S = 5;

const MISSED_CLIENT =
  "a request came without the client's address: limits per client do not hold. Give it as " +
  'proxy.fetch(request, { clientAddress }), or set rateLimits to false';

class HttpFace implements CheckoutProxy {
  readonly #origins: Origins;
  readonly #requests = new Set<Promise<unknown>>();
  readonly #connection: Connection;
  readonly #metrics = new Metrics();
  readonly #limits: Limits;
  readonly #clientOf: ClientOf;
  #running: Promise<Running> | undefined;
  #stopping: Promise<void> | undefined;
  #hasMissedClient = false;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    const { fetch, ...account } = settings.service;
    this.#origins = createOrigins(settings.origins);
    this.#clientOf = createClientOf(settings.trustedProxies);
    this.#limits = createLimits(settings.rateLimits, (work, asker) => {
      this.#metrics.limited(work);
      this.logger.warn({ work, asker }, 'too many requests: more of them are refused for up to a minute');
    });
    this.#connection = connect({ ...account, ...(fetch ? { fetch } : {}) }, settings.clock, (service) =>
      measured(service, this.#metrics),
    );
  }

  async fetch(request: Request, source?: RequestSource): Promise<Response> {
    const work = this.#answer(request, source);
    this.#requests.add(work);
    try {
      return await work;
    } finally {
      this.#requests.delete(work);
    }
  }

  async start(): Promise<void> {
    const running = await this.#open();
    running.start();
    this.logger.info({ basePath: this.settings.basePath }, 'the checkout proxy watches and delivers');
  }

  async metrics(): Promise<string> {
    const running = await this.#open().catch(() => undefined);
    const figures = await running?.figures().catch(() => undefined);
    return this.#metrics.text({ figures: figures ?? null, streams: running?.streams.count ?? 0 });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const cut = setTimeout(() => this.#connection.cut(), STOP_GRACE_MS);
    // A resolver of the shop may never answer.
    const requests = within(STOP_REQUESTS_MS, Promise.all(this.#requests));
    const running = await this.#running?.catch(() => undefined);
    await (running ? running.stop(requests) : requests);
    clearTimeout(cut);
  }

  /** A store that could not be opened is tried again with the next request. */
  #open(): Promise<Running> {
    if (this.#stopping) return Promise.reject(isStopping());
    this.#running ??= openParts(this.settings, this.#connection.service, this.logger).catch(
      (error: unknown) => {
        this.#running = undefined;
        throw error;
      },
    );
    return this.#running;
  }

  #answer(request: Request, source?: RequestSource): Promise<Response> {
    const requestId = randomUUID();
    return inRequest(requestId, async () => {
      const { method } = request;
      const match = this.#match(request);
      const response = await this.#route(request, match, { requestId, source }).catch((error: unknown) =>
        this.#toProblem(error, requestId),
      );
      for (const [name, value] of Object.entries(this.#origins.corsHeaders(request)))
        response.headers.set(name, value);
      if (this.#stopping) response.headers.set('connection', 'close');
      this.#metrics.request({ route: match?.name ?? 'other', method, status: response.status });
      return response;
    });
  }

  #match({ url, method }: Request): Match | null {
    const { pathname } = new URL(url);
    const { basePath } = this.settings;
    return pathname.startsWith(`${basePath}/`) ? matchRoute(pathname.slice(basePath.length), method) : null;
  }

  async #route(
    request: Request,
    match: Match | null,
    { requestId, source }: { readonly requestId: string; readonly source: RequestSource | undefined },
  ): Promise<Response> {
    if (!match) throw new Refusal('not_found');
    if (this.#stopping && !match.isOperation) throw isStopping();
    const isForeign = !this.#origins.isAllowed(request);
    if (request.method === 'OPTIONS') {
      if (isForeign) throw new Refusal('origin_not_allowed');
      return empty(204, { allow: match.allowed.join(', ') });
    }
    if (!match.handle) {
      return problem('method_not_allowed', requestId, { headers: { allow: match.allowed.join(', ') } });
    }
    if (request.method === 'POST' && isForeign && !match.isForServers)
      throw new Refusal('origin_not_allowed', originRemedy(request));
    const client = this.#client(request, source);
    if (match.work !== null) await this.#limits.client(match.work, client);
    return match.handle({
      ...{ request, client, settings: this.settings, limits: this.#limits },
      running: () => this.#orUnavailable(),
      metrics: () => this.metrics(),
    });
  }

  #client(request: Request, source: RequestSource | undefined): string | null {
    const address = source?.clientAddress;
    const client = this.#clientOf(request, typeof address === 'string' ? address : undefined);
    if (client === null && !this.#hasMissedClient && this.settings.rateLimits !== false) {
      this.#hasMissedClient = true;
      this.logger.warn({}, MISSED_CLIENT);
    }
    return client;
  }

  async #orUnavailable(): Promise<Running> {
    try {
      return await this.#open();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('store_unavailable', undefined, { cause: error });
    }
  }

  #toProblem(error: unknown, requestId: string): Response {
    if (!(error instanceof Refusal)) {
      this.logger.error({ requestId, ...errorFields(error) }, 'a request failed');
      return problem('internal_error', requestId);
    }
    const { code, detail, cause, retryAfterS } = error;
    const headers = retryAfterS === null ? {} : { 'retry-after': String(retryAfterS) };
    if (code === 'store_unavailable' && cause !== undefined) {
      this.logger.error({ requestId, ...errorFields(cause) }, 'the store cannot be used');
    } else if (code !== 'rate_limited') {
      // What a token lacks is for the log alone: whoever forges one is told nothing.
      const because = cause instanceof Error ? { because: cause.message } : {};
      const reason = { ...(detail === undefined ? {} : { detail }), ...because };
      this.logger.info({ requestId, code, ...reason }, 'a request was refused');
    }
    return problem(code, requestId, { detail, headers });
  }
}

function isStopping(): Refusal {
  return new Refusal('store_unavailable', 'the proxy is being stopped', { retryAfterS: COME_BACK_S });
}

/** For the developer who sees it in the console of the browser. */
function originRemedy(request: Request): string {
  const origin = request.headers.get('origin')?.slice(0, 100);
  return origin === undefined
    ? 'a POST needs an Origin header, as browsers send'
    : `${origin} is not allowed: add it to the option "origins" of the proxy`;
}
