import { withTimeout } from '../base/async.js';
import { ProblemError, throwStoreProblem } from '../base/problem-error.js';
import { runInRequest } from '../base/request-scope.js';
import { CreationLimits } from '../upstream/creation-limits.js';
import { OtherFiles, loadElements, OwnFiles, type LoadElements } from '../elements/served-files.js';
import type { ResolvedOptions } from '../options/parse.js';
import { createRuntime, type ProxyRuntime } from '../runtime/runtime.js';
import { connect, type ServiceConnection, type StaffCalls } from '../upstream/service-connection.js';
import { connectSolana, type SolanaRpc } from '../upstream/solana-rpc.js';
import type { CheckoutProxy } from './checkout-proxy.js';
import { createClientOf, type ClientOf } from './client-address.js';
import { Metrics } from './metrics.js';
import { Origins, refuseBrowsers } from './origins.js';
import { createRateLimiter, type RateLimiter } from './rate-limiter.js';
import { ProxyRequest, type HandlerDependencies, type Incoming, type ProxyResponse } from './request.js';
import { noContent, problem, stoppingProblem, toProblemResponse } from './responses.js';
import { matchRoute, type Match } from './routes.js';
import type { Route } from './route.js';

/** Time for running calls to the payment service after a stop. Then they are aborted. */
const STOP_SERVICE_CALLS_MS = 5000;
/** Time for running requests. Longer, so that they can still respond after a call was aborted. */
const STOP_REQUESTS_MS = 8000;
const WHILE_STOPPING: ReadonlySet<Route['caller']> = new Set(['operator', 'browser', 'staff-browser']);
const TOO_MANY_REQUESTS = 'rate limit reached, refusing requests';
const TOO_MANY_CREATIONS = 'creation limit reached, refusing invoices and deposit addresses';
const MISSING_CLIENT_ADDRESS = {
  limit: 'rateLimits.requestsPerMinute',
  remedy:
    'Pass the address: proxy.fetch(request, { clientAddress }). The recipes of the manual read it from the header that CLIENT_ADDRESS_HEADER names.',
};

const NOT_STARTED = { remedy: 'Call await proxy.start() in this process, before its first request.' };

/** The proxy behind its adapters: creates the runtime on first use, and answers requests until it is stopped. */
export class ProxyHandler implements Omit<CheckoutProxy, 'fetch' | 'merchant'>, HandlerDependencies {
  readonly #origins: Origins;
  readonly #connection: ServiceConnection;
  readonly #metrics = new Metrics();
  readonly limiter: RateLimiter;
  readonly ownFiles: OwnFiles;
  readonly otherFiles = new OtherFiles();
  readonly solana: SolanaRpc | null;
  readonly #creationLimits: CreationLimits;
  readonly #clientOf: ClientOf;
  /** Requests without a response yet. */
  #running = 0;
  #onLastResponse = (): void => undefined;
  #opening: Promise<ProxyRuntime> | undefined;
  #stopping: Promise<void> | undefined;
  #hasWarnedOfAddress = false;
  #isStarted = false;

  constructor(
    readonly settings: ResolvedOptions,
    load: LoadElements = loadElements,
  ) {
    this.ownFiles = new OwnFiles(load, settings.logger);
    const { fetch, ...account } = settings.service;
    this.#origins = new Origins(settings.origins, settings.publicUrl);
    this.#clientOf = createClientOf(settings.trustedProxies);
    const onLimit = (message: string) => (scope: string, key: string) => {
      this.#metrics.recordRateLimit(scope);
      this.settings.logger.warn({ scope, key }, message);
    };
    const { rateLimits, clock } = settings;
    this.limiter = createRateLimiter(rateLimits, onLimit(TOO_MANY_REQUESTS));
    this.#creationLimits = new CreationLimits(rateLimits, clock, onLimit(TOO_MANY_CREATIONS));
    this.solana = settings.solanaRpc
      ? connectSolana(settings.solanaRpc, clock, (...call) => this.#metrics.recordSolanaCall(...call))
      : null;
    this.#connection = connect(
      { ...account, ...(fetch ? { fetch } : {}) },
      clock,
      (operation, outcome, seconds, isStaff) => {
        if (!isStaff) this.#creationLimits.called();
        this.#metrics.recordServiceCall(operation, outcome, seconds);
      },
    );
  }

  /**
   * Never throws or rejects.
   * @param isMerchant whether the request came to the separate server for the shop's staff
   */
  async handle(incoming: Incoming, isMerchant = false): Promise<ProxyResponse> {
    const found = this.#match(incoming);
    const match = found && this.#isServed(found, isMerchant) ? found : null;
    const request = new ProxyRequest(this, incoming, match?.parameter ?? '');
    this.#running += 1;
    const response = await this.#respond(request, match).catch((error: unknown) =>
      toProblemResponse(error, request.requestId, this.settings.logger),
    );
    return this.#finish(response, request, match);
  }

  async start(): Promise<void> {
    this.#isStarted = true;
    const runtime = await this.#open();
    await runtime.start();
    this.settings.logger.info({ basePath: this.settings.basePath }, 'proxy started');
  }

  get staffService(): StaffCalls {
    return this.#connection.staffService;
  }

  async metrics(): Promise<string> {
    const runtime = await this.#open().catch(() => undefined);
    const store = await runtime?.readMetrics().catch(() => undefined);
    return this.#metrics.text({
      store: store ?? null,
      streams: runtime?.streams.count ?? 0,
      clockAheadMs: this.#connection.serviceTime.aheadMs,
    });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const abortTimer = setTimeout(() => this.#connection.abort(), STOP_SERVICE_CALLS_MS);
    const lastResponse = new Promise<void>((resolve) => {
      if (this.#running === 0) resolve();
      else this.#onLastResponse = resolve;
    });
    // A resolver of the shop may never return.
    const requests = withTimeout(STOP_REQUESTS_MS, lastResponse);
    const runtime = await this.#opening?.catch(() => undefined);
    await (runtime ? runtime.stop(requests) : requests);
    clearTimeout(abortTimer);
  }

  runtime(): Promise<ProxyRuntime> {
    return this.#open().catch(throwStoreProblem);
  }

  /** If the store cannot be opened, the next request tries again. */
  #open(): Promise<ProxyRuntime> {
    if (this.#stopping) return Promise.reject(stoppingProblem());
    this.#opening ??= this.#createRuntime().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #createRuntime(): Promise<ProxyRuntime> {
    const { service, serviceTime } = this.#connection;
    const runtime = await createRuntime(this.settings, service, {
      limits: this.#creationLimits,
      serviceTime,
      listBrowserFiles: () => this.ownFiles.shared(),
    });
    if (!this.#isStarted) this.settings.logger.error(NOT_STARTED, 'proxy not started, detecting no payments');
    if (runtime.sharedRateLimits) this.limiter.share(runtime.sharedRateLimits);
    return runtime;
  }

  #match({ path, method }: Incoming): Match | null {
    const { basePath } = this.settings;
    return path.startsWith(`${basePath}/`) ? matchRoute(path.slice(basePath.length), method) : null;
  }

  async #respond(request: ProxyRequest, match: Match | null): Promise<ProxyResponse> {
    if (!match) throw new ProblemError('not_found');
    const { route, caller } = match;
    if (this.#stopping && !WHILE_STOPPING.has(caller)) throw stoppingProblem();
    if (caller === 'shop') refuseBrowsers(request);
    const headers = { allow: match.methods.join(', ') };
    if (request.method === 'OPTIONS') {
      this.#origins.checkPreflight(request);
      return noContent(204, headers);
    }
    if (!route) return problem('method_not_allowed', request.requestId, { headers });
    this.#origins.check(request, caller);
    return this.#run(request, route);
  }

  #isServed({ caller }: Match, isMerchant: boolean): boolean {
    const { merchantKeys, hasSeparateMerchant } = this.settings;
    if (caller !== 'staff' && caller !== 'staff-browser') return !isMerchant;
    return merchantKeys.length > 0 && isMerchant === hasSeparateMerchant;
  }

  #run(request: ProxyRequest, { limit, handler }: Route): Promise<ProxyResponse> {
    return runInRequest(request.requestId, async () => {
      if (limit) await this.limiter.countRequest(limit, request.client);
      return handler(request);
    });
  }

  #finish(
    { status, headers, body }: ProxyResponse,
    request: ProxyRequest,
    match: Match | null,
  ): ProxyResponse {
    this.#running -= 1;
    if (this.#running === 0) this.#onLastResponse();
    this.#metrics.recordRequest({ route: match?.path ?? 'other', method: request.method, status });
    const cors = this.#origins.corsHeaders(request);
    const vary = headers['vary'] === undefined ? {} : { vary: `${headers['vary']}, ${cors.vary}` };
    const all = { ...headers, ...cors, ...vary };
    return { status, headers: this.#stopping ? { ...all, connection: 'close' } : all, body };
  }

  clientOf(incoming: Incoming): string | null {
    if (this.settings.rateLimits === false) return null;
    const client = this.#clientOf(incoming);
    if (client === null && !this.#hasWarnedOfAddress) {
      this.#hasWarnedOfAddress = true;
      this.settings.logger.warn(MISSING_CLIENT_ADDRESS, 'client address missing, applying the shared limit');
    }
    return client;
  }
}
