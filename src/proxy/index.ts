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
  InvoiceEventType,
} from './events/event.js';
export type { Logger } from './log.js';
export type { CheckoutProxyOptions, OrderResolver } from './options.js';
export type { Lifetime, Order } from './checkouts/orders.js';
export type { WebhookOptions } from './events/webhook.js';

export interface CheckoutProxy {
  /** Answers what is below the base path; anything else is a 404. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * Opens the store and begins to watch invoices and to deliver events.
   * @throws {Error} when the store cannot be opened; the message names the remedy
   */
  start(): Promise<void>;
  /** Takes no more requests, waits for the running work, ends the event streams and closes the store. */
  stop(): Promise<void>;
}

/**
 * The server piece of the checkout: it holds the key, has the price set by the shop, makes and watches invoices, and
 * tells browsers and the shop.
 * @throws {TypeError} when an option cannot be right; the message names the option and the remedy
 */
export function createCheckoutProxy(options: CheckoutProxyOptions): CheckoutProxy {
  const settings = parseOptions(options);
  const { apiKey, shopId } = settings.service;
  const logger = withoutSecrets(settings.logger, [
    ...[apiKey, shopId, ...settings.orderSecrets],
    // With or without its prefix.
    ...settings.webhookSecrets.map((secret) => secret.replace(/^whsec_/, '')),
  ]);
  const face = new HttpFace({ ...settings, logger }, logger);
  // A plain object: whoever prints the proxy prints no key.
  return { fetch: (request) => face.fetch(request), start: () => face.start(), stop: () => face.stop() };
}

class HttpFace implements CheckoutProxy {
  readonly #origins: Origins;
  readonly #requests = new Set<Promise<unknown>>();
  readonly #connection: Connection;
  #running: Promise<Running> | undefined;
  #isStopped = false;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    const { fetch, ...account } = settings.service;
    this.#origins = createOrigins(settings.origins);
    this.#connection = connect({ ...account, ...(fetch ? { fetch } : {}) }, settings.clock);
  }

  async fetch(request: Request): Promise<Response> {
    const work = this.#answer(request);
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

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const cut = setTimeout(() => this.#connection.cut(), STOP_GRACE_MS);
    await Promise.all(this.#requests);
    const running = await this.#running?.catch(() => undefined);
    await running?.stop();
    clearTimeout(cut);
  }

  /** A store that could not be opened is tried again with the next request. */
  #open(): Promise<Running> {
    if (this.#isStopped)
      return Promise.reject(new Refusal('store_unavailable', 'the proxy has been stopped'));
    this.#running ??= openParts(this.settings, this.#connection.service, this.logger).catch(
      (error: unknown) => {
        this.#running = undefined;
        throw error;
      },
    );
    return this.#running;
  }

  async #answer(request: Request): Promise<Response> {
    const requestId = randomUUID();
    const response = await this.#route(request, requestId).catch((error: unknown) =>
      this.#toProblem(error, requestId),
    );
    for (const [name, value] of Object.entries(this.#origins.corsHeaders(request)))
      response.headers.set(name, value);
    return response;
  }

  async #route(request: Request, requestId: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { basePath } = this.settings;
    const match = pathname.startsWith(`${basePath}/`)
      ? matchRoute(pathname.slice(basePath.length), request.method)
      : null;
    if (!match) throw new Refusal('not_found');
    const isForeign = !this.#origins.isAllowed(request);
    if (request.method === 'OPTIONS') {
      if (isForeign) throw new Refusal('origin_not_allowed');
      return empty(204, { allow: match.allowed.join(', ') });
    }
    if (!match.handle) {
      return problem('method_not_allowed', requestId, { headers: { allow: match.allowed.join(', ') } });
    }
    if (request.method === 'POST' && isForeign)
      throw new Refusal('origin_not_allowed', originRemedy(request));
    return match.handle({ request, settings: this.settings, running: () => this.#orUnavailable() });
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
    const { code, detail, cause } = error;
    if (code === 'store_unavailable' && cause !== undefined) {
      this.logger.error({ requestId, ...errorFields(cause) }, 'the store cannot be used');
    } else {
      const reason = detail === undefined ? {} : { detail };
      this.logger.info({ requestId, code, ...reason }, 'a request was refused');
    }
    return problem(code, requestId, { detail });
  }
}

/** For the developer who sees it in the console of the browser. */
function originRemedy(request: Request): string {
  const origin = request.headers.get('origin')?.slice(0, 100);
  return origin === undefined
    ? 'a POST needs an Origin header, as browsers send'
    : `${origin} is not allowed: add it to the option "origins" of the proxy`;
}
