import { randomUUID } from 'node:crypto';
import type { CheckoutProxy, RequestSource } from '../checkout-proxy.js';
import type { Logger } from '../log.js';
import { measured } from '../operation/measured.js';
import { Metrics } from '../operation/metrics.js';
import type { Settings } from '../options.js';
import { Refusal } from '../refusal.js';
import { inRequest } from '../request-scope.js';
import type { Running } from '../running.js';
import { openParts } from '../running.js';
import type { Connection } from '../upstream/connection.js';
import { connect } from '../upstream/connection.js';
import { STOP_GRACE_MS } from '../watching/schedule.js';
import { within } from '../within.js';
import type { ClientOf } from './client-address.js';
import { createClientOf } from './client-address.js';
import { empty, problem } from './http.js';
import type { Limits } from './limits.js';
import { createLimits } from './limits.js';
import type { Origins } from './origins.js';
import { createOrigins, originRemedy } from './origins.js';
import { isStopping, toProblem } from './problems.js';
import type { Match } from './routes.js';
import { matchRoute } from './routes.js';

/** Requests that run when the proxy stops are waited for so long. */
const STOP_REQUESTS_MS = 8000;
const MISSED_CLIENT =
  "a request came without the client's address: limits per client do not hold. Give it as " +
  'proxy.fetch(request, { clientAddress }), or set rateLimits to false';

/** The proxy as HTTP sees it: opens the parts when they are first needed, and answers requests until it is stopped. */
export class HttpFace implements CheckoutProxy {
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
    this.#running ??= this.#openParts().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #openParts(): Promise<Running> {
    const running = await openParts(this.settings, this.#connection.service, this.logger);
    if (running.sharedCounts) this.#limits.share(running.sharedCounts);
    return running;
  }

  #answer(request: Request, source?: RequestSource): Promise<Response> {
    const requestId = randomUUID();
    return inRequest(requestId, async () => {
      const { method } = request;
      const match = this.#match(request);
      const response = await this.#route(request, match, { requestId, source }).catch((error: unknown) =>
        toProblem(error, requestId, this.logger),
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
}
