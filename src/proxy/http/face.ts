import type { CheckoutProxy, RequestSource } from './checkout-proxy.js';
import { CreationLimits } from '../invoices/creation-limits.js';
import type { Logger } from '../base/log.js';
import { instrumentService } from '../upstream/instrument-service.js';
import { Metrics } from './metrics.js';
import type { ResolvedOptions } from '../options/options.js';
import { ProblemError } from '../base/problem-error.js';
import { runInRequest } from '../base/request-scope.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import { createRuntime } from '../runtime/runtime.js';
import type { ServiceConnection } from '../upstream/service-connection.js';
import { connect } from '../upstream/service-connection.js';
import { SHUTDOWN_GRACE_MS } from '../domain/schedule.js';
import { withTimeout } from '../base/with-timeout.js';
import type { ClientOf } from './client-address.js';
import { createClientOf } from './client-address.js';
import type { Answer, Asked, Directly } from './answer.js';
import { toResponse } from './answer.js';
import { empty, problem } from './http.js';
import type { Face } from './handling.js';
import { Handling, Incoming } from './handling.js';
import type { Limits } from './limits.js';
import { createLimits } from './limits.js';
import type { Origins } from './origins.js';
import { createOrigins, originRemedy } from './origins.js';
import { isStopping, toProblem } from './problems.js';
import type { Handler, Match } from './routes.js';
import { matchRoute } from './routes.js';

/** Requests that run when the proxy stops are waited for so long. */
const STOP_REQUESTS_MS = 8000;
const TOO_MANY_REQUESTS = 'too many requests: more of them are refused for up to a minute';
const TOO_MANY_CREATIONS = 'too many invoices or service calls: further invoices and wallets are refused';
const MISSED_CLIENT =
  "a request came without the client's address: all such requests share one allowance " +
  '(rateLimits.requestsWithoutAddressPerMinute). Give the address as proxy.fetch(request, { clientAddress })';

/** The proxy as HTTP sees it: opens the parts when they are first needed, and answers requests until it is stopped. */
export class HttpFace implements CheckoutProxy, Directly, Face {
  readonly #origins: Origins;
  readonly #requests = new Set<Promise<unknown>>();
  readonly #connection: ServiceConnection;
  readonly #metrics = new Metrics();
  readonly limits: Limits;
  readonly #creationLimits: CreationLimits;
  readonly #clientOf: ClientOf;
  #running: Promise<ProxyRuntime> | undefined;
  opened: ProxyRuntime | undefined;
  #stopping: Promise<void> | undefined;
  #hasMissedClient = false;

  constructor(
    readonly settings: ResolvedOptions,
    private readonly logger: Logger,
  ) {
    const { fetch, ...account } = settings.service;
    this.#origins = createOrigins(settings.origins);
    this.#clientOf = createClientOf(settings.trustedProxies);
    const onLimit = (message: string) => (work: string, asker: string) => {
      this.#metrics.limited(work);
      this.logger.warn({ work, asker }, message);
    };
    const { rateLimits, clock } = settings;
    this.limits = createLimits(rateLimits, onLimit(TOO_MANY_REQUESTS));
    this.#creationLimits = new CreationLimits(rateLimits, clock, onLimit(TOO_MANY_CREATIONS));
    this.#connection = connect({ ...account, ...(fetch ? { fetch } : {}) }, clock, (service) =>
      instrumentService(service, (...call) => {
        this.#creationLimits.called();
        this.#metrics.call(...call);
      }),
    );
  }

  async fetch(request: Request, source?: RequestSource): Promise<Response> {
    const { method, url, headers } = request;
    const asked = { method, url, headers, path: new URL(url).pathname };
    const incoming = new Incoming({ asked, whole: () => request, clientAddress: source?.clientAddress });
    return toResponse(await this.#answer(incoming));
  }

  /** As `fetch`, and at once where nothing has to be waited for. */
  answer(
    asked: Asked,
    whole: () => Request | null,
    clientAddress: string | undefined,
  ): Answer | Promise<Answer> {
    return this.#answer(new Incoming({ asked, whole, clientAddress }));
  }

  #answer(incoming: Incoming): Answer | Promise<Answer> {
    const { asked } = incoming;
    const match = this.#match(asked);
    try {
      const answer = this.#route(incoming, match);
      if (answer instanceof Promise) return this.#later(incoming, match, answer);
      return this.#finished(answer, incoming, match);
    } catch (error) {
      return this.#failed(error, incoming, match);
    }
  }

  /** Never rejects, and is waited for when the proxy stops. */
  #later(incoming: Incoming, match: Match | null, work: Promise<Answer>): Promise<Answer> {
    const answered = work
      .then((answer) => this.#finished(answer, incoming, match))
      .catch((error: unknown) => this.#failed(error, incoming, match))
      .finally(() => this.#requests.delete(answered));
    this.#requests.add(answered);
    return answered;
  }

  async start(): Promise<void> {
    const running = await this.#open();
    running.start();
    this.logger.info({ basePath: this.settings.basePath }, 'the checkout proxy watches and delivers');
  }

  async metrics(): Promise<string> {
    const running = await this.#open().catch(() => undefined);
    const figures = await running?.readMetrics().catch(() => undefined);
    return this.#metrics.text({ figures: figures ?? null, streams: running?.streams.count ?? 0 });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const cut = setTimeout(() => this.#connection.cut(), SHUTDOWN_GRACE_MS);
    // A resolver of the shop may never answer.
    const requests = withTimeout(STOP_REQUESTS_MS, Promise.all(this.#requests));
    const running = await this.#running?.catch(() => undefined);
    await (running ? running.stop(requests) : requests);
    clearTimeout(cut);
  }

  /** A store that could not be opened is tried again with the next request. */
  #open(): Promise<ProxyRuntime> {
    if (this.#stopping) return Promise.reject(isStopping());
    this.#running ??= this.#openParts().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #openParts(): Promise<ProxyRuntime> {
    const { service, serviceTime } = this.#connection;
    const running = await createRuntime(this.settings, service, this.logger, {
      limits: this.#creationLimits,
      serviceTime,
    });
    this.opened = running;
    if (running.sharedRateLimits) this.limits.share(running.sharedRateLimits);
    return running;
  }

  #failed(error: unknown, incoming: Incoming, match: Match | null): Answer {
    return this.#finished(toProblem(error, incoming.requestId, this.logger), incoming, match);
  }

  #finished(answer: Answer, { asked }: Incoming, match: Match | null): Answer {
    const { status, body } = answer;
    this.#metrics.request({ route: match?.route.name ?? 'other', method: asked.method, status });
    const headers = { ...answer.headers, ...this.#origins.corsHeaders(asked) };
    return { status, body, headers: this.#stopping ? { ...headers, connection: 'close' } : headers };
  }

  #match({ path, method }: Asked): Match | null {
    const { basePath } = this.settings;
    return path.startsWith(`${basePath}/`) ? matchRoute(path.slice(basePath.length), method) : null;
  }

  #route(incoming: Incoming, match: Match | null): Answer | Promise<Answer> {
    const { asked } = incoming;
    if (!match) throw new ProblemError('not_found');
    const { allowed, isForServers } = match.route;
    if (this.#stopping && !match.route.isOperation) throw isStopping();
    const isForeign = asked.method !== 'GET' && !this.#origins.isAllowed(asked);
    if (asked.method === 'OPTIONS') {
      if (isForeign) throw new ProblemError('origin_not_allowed');
      return empty(204, { allow: allowed.join(', ') });
    }
    if (!match.handler) {
      return problem('method_not_allowed', incoming.requestId, { headers: { allow: allowed.join(', ') } });
    }
    if (asked.method === 'POST' && isForeign && !isForServers)
      throw new ProblemError('origin_not_allowed', originRemedy(asked));
    return this.#handle(incoming, match, match.handler);
  }

  #handle(incoming: Incoming, { route, id }: Match, handler: Handler): Answer | Promise<Answer> {
    const isLimited = this.settings.rateLimits !== false;
    const client = isLimited ? this.#client(incoming) : null;
    const exchange = new Handling(this, incoming, client);
    if (route.isSilent && !isLimited) return handler(exchange, id);
    return runInRequest(incoming.requestId, async () => {
      if (route.work !== null) await this.limits.client(route.work, client);
      return handler(exchange, id);
    });
  }

  #client({ asked, clientAddress }: Incoming): string | null {
    const client = this.#clientOf(asked, typeof clientAddress === 'string' ? clientAddress : undefined);
    if (client === null && !this.#hasMissedClient) {
      this.#hasMissedClient = true;
      this.logger.warn({}, MISSED_CLIENT);
    }
    return client;
  }

  /** @throws {ProblemError} */
  async running(): Promise<ProxyRuntime> {
    try {
      return await this.#open();
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      throw new ProblemError('store_unavailable', undefined, { cause: error });
    }
  }
}
