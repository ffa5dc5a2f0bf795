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
const MISSED_CLIENT =
  "a request came without the client's address: limits per client do not hold. Give it as " +
  'proxy.fetch(request, { clientAddress }), or set rateLimits to false';

/** The proxy as HTTP sees it: opens the parts when they are first needed, and answers requests until it is stopped. */
export class HttpFace implements CheckoutProxy, Directly, Face {
  readonly #origins: Origins;
  readonly #requests = new Set<Promise<unknown>>();
  readonly #connection: Connection;
  readonly #metrics = new Metrics();
  readonly limits: Limits;
  readonly #clientOf: ClientOf;
  #running: Promise<Running> | undefined;
  opened: Running | undefined;
  #stopping: Promise<void> | undefined;
  #hasMissedClient = false;

  constructor(
    readonly settings: Settings,
    private readonly logger: Logger,
  ) {
    const { fetch, ...account } = settings.service;
    this.#origins = createOrigins(settings.origins);
    this.#clientOf = createClientOf(settings.trustedProxies);
    this.limits = createLimits(settings.rateLimits, (work, asker) => {
      this.#metrics.limited(work);
      this.logger.warn({ work, asker }, 'too many requests: more of them are refused for up to a minute');
    });
    this.#connection = connect({ ...account, ...(fetch ? { fetch } : {}) }, settings.clock, (service) =>
      measured(service, this.#metrics),
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
    this.opened = running;
    if (running.sharedCounts) this.limits.share(running.sharedCounts);
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
    if (!match) throw new Refusal('not_found');
    const { allowed, isForServers } = match.route;
    if (this.#stopping && !match.route.isOperation) throw isStopping();
    const isForeign = asked.method !== 'GET' && !this.#origins.isAllowed(asked);
    if (asked.method === 'OPTIONS') {
      if (isForeign) throw new Refusal('origin_not_allowed');
      return empty(204, { allow: allowed.join(', ') });
    }
    if (!match.handler) {
      return problem('method_not_allowed', incoming.requestId, { headers: { allow: allowed.join(', ') } });
    }
    if (asked.method === 'POST' && isForeign && !isForServers)
      throw new Refusal('origin_not_allowed', originRemedy(asked));
    return this.#handle(incoming, match, match.handler);
  }

  #handle(incoming: Incoming, { route, id }: Match, handler: Handler): Answer | Promise<Answer> {
    const client = this.settings.rateLimits === false ? null : this.#client(incoming);
    const exchange = new Handling(this, incoming, client);
    if (route.isSilent && client === null) return handler(exchange, id);
    return inRequest(incoming.requestId, async () => {
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

  /** @throws {Refusal} */
  async running(): Promise<Running> {
    try {
      return await this.#open();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal('store_unavailable', undefined, { cause: error });
    }
  }
}
