import { ProblemError } from '../base/problem-error.js';
import { runInRequest } from '../base/request-scope.js';
import { OtherFiles, loadElements, OwnFiles, type LoadElements } from '../elements/served-files.js';
import type { ResolvedOptions } from '../options/parse.js';
import { createRuntime, type ProxyRuntime } from '../runtime/runtime.js';
import { CreationLimits } from '../upstream/creation-limits.js';
import { connect, type ServiceConnection, type StaffCalls } from '../upstream/service-connection.js';
import { connectSolana, type SolanaRpc } from '../upstream/solana-rpc.js';
import type { CheckoutProxy } from './checkout-proxy.js';
import { createClientOf, type ClientOf } from './client-address.js';
import { Lifecycle } from './lifecycle.js';
import { Metrics } from './metrics.js';
import { originRules, refuseBrowsers } from './origins.js';
import { createRateLimiter, type RateLimiter } from './rate-limiter.js';
import {
  ProxyRequest,
  type HandlerDependencies,
  type Incoming,
  type Match,
  type Middleware,
  type ProxyResponse,
  type RouteHandler,
} from './request.js';
import { noContent, problem, toProblemResponse } from './responses.js';
import { matchRoute } from './routes.js';

const TOO_MANY_REQUESTS = 'rate limit reached, refusing requests';
const TOO_MANY_CREATIONS = 'creation limit reached, refusing invoices and deposit addresses';
const MISSING_CLIENT_ADDRESS = {
  limit: 'rateLimits.requestsPerMinute',
  remedy:
    'Pass the address: proxy.fetch(request, { clientAddress }). The recipes of the manual read it from the header that CLIENT_ADDRESS_HEADER names.',
};

/** The proxy behind its adapters: the shared dependencies, and the middlewares in the order in which each request passes them. */
export class App implements Omit<CheckoutProxy, 'fetch' | 'merchant'>, HandlerDependencies {
  readonly limiter: RateLimiter;
  readonly ownFiles: OwnFiles;
  readonly otherFiles = new OtherFiles();
  readonly staffService: StaffCalls;
  readonly solana: SolanaRpc | null;
  readonly #connection: ServiceConnection;
  readonly #metrics = new Metrics();
  readonly #lifecycle: Lifecycle;
  readonly #clientOf: ClientOf;
  readonly #respond: RouteHandler;
  #hasWarnedOfAddress = false;

  constructor(
    readonly settings: ResolvedOptions,
    load: LoadElements = loadElements,
  ) {
    const { rateLimits, clock, logger, origins, publicUrl, solanaRpc, trustedProxies } = settings;
    const { fetch, ...account } = settings.service;
    const onLimit = (message: string) => (scope: string, key: string) => {
      this.#metrics.recordRateLimit(scope);
      logger.warn({ scope, key }, message);
    };
    const limits = new CreationLimits(rateLimits, clock, onLimit(TOO_MANY_CREATIONS));
    this.limiter = createRateLimiter(rateLimits, onLimit(TOO_MANY_REQUESTS));
    this.ownFiles = new OwnFiles(load, logger);
    this.#clientOf = createClientOf(trustedProxies);
    this.solana = solanaRpc
      ? connectSolana(solanaRpc, clock, (...call) => this.#metrics.recordSolanaCall(...call))
      : null;
    this.#connection = connect(
      { ...account, ...(fetch ? { fetch } : {}) },
      clock,
      (operation, outcome, seconds, isStaff) => {
        if (!isStaff) limits.called();
        this.#metrics.recordServiceCall(operation, outcome, seconds);
      },
    );
    this.staffService = this.#connection.staffService;
    this.#lifecycle = new Lifecycle({
      settings,
      createRuntime: () => this.#createRuntime(limits),
      abortCalls: () => this.#connection.abort(),
    });
    const { cors, checkPreflight, checkOrigin } = originRules(origins, publicUrl);
    this.#respond = composeMiddlewares(
      this.#lifecycle.countRunning,
      countRequests(this.#metrics),
      cors,
      respondToProblems,
      rejectUnknownPaths,
      this.#lifecycle.refuseWhileStopping,
      refuseBrowsers,
      checkPreflight,
      respondToOtherMethods,
      checkOrigin,
      logRequestId,
      countLimits,
    );
  }

  /**
   * Never throws or rejects.
   * @param isMerchant whether the separate server for the shop's staff received the request
   */
  handle(incoming: Incoming, isMerchant = false): Promise<ProxyResponse> {
    return this.#respond(new ProxyRequest(this, incoming, this.#match(incoming, isMerchant)));
  }

  start(): Promise<void> {
    return this.#lifecycle.start();
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }

  runtime(): Promise<ProxyRuntime> {
    return this.#lifecycle.runtime();
  }

  async metrics(): Promise<string> {
    const runtime = await this.#lifecycle.openRuntime().catch(() => undefined);
    const store = await runtime?.readMetrics().catch(() => undefined);
    return this.#metrics.text({
      store: store ?? null,
      streams: runtime?.streams.count ?? 0,
      clockAheadMs: this.#connection.serviceTime.aheadMs,
    });
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

  async #createRuntime(limits: CreationLimits): Promise<ProxyRuntime> {
    const { service, serviceTime } = this.#connection;
    const listBrowserFiles = () => this.ownFiles.shared();
    const runtime = await createRuntime(this.settings, service, { limits, serviceTime, listBrowserFiles });
    if (runtime.sharedRateLimits) this.limiter.shareCounts(runtime.sharedRateLimits);
    return runtime;
  }

  /** Returns `null` if the path is unknown, or if the other server serves it. */
  #match({ path, method }: Incoming, isMerchant: boolean): Match | null {
    const { basePath, merchantKeys, hasSeparateMerchant } = this.settings;
    const match = path.startsWith(`${basePath}/`) ? matchRoute(path.slice(basePath.length), method) : null;
    const isForStaff = match?.caller === 'staff' || match?.caller === 'staff-browser';
    const isServed = isForStaff ? merchantKeys.length > 0 && isMerchant === hasSeparateMerchant : !isMerchant;
    return isServed ? match : null;
  }
}

/** Calls the middlewares in this order, then the handler of the route. */
function composeMiddlewares(...middlewares: readonly Middleware[]): RouteHandler {
  return middlewares.reduceRight<RouteHandler>(
    (next, middleware) => (request) => middleware(request, next),
    callHandler,
  );
}

function countRequests(metrics: Metrics): Middleware {
  return async (request, next) => {
    const response = await next(request);
    const { match, method } = request;
    metrics.recordRequest({ route: match?.path ?? 'other', method, status: response.status });
    return response;
  };
}

const respondToProblems: Middleware = async (request, next) => {
  try {
    return await next(request);
  } catch (error) {
    return toProblemResponse(error, request.requestId, request.proxy.settings.logger);
  }
};

const rejectUnknownPaths: Middleware = (request, next) => {
  if (request.match) return next(request);
  throw new ProblemError('not_found');
};

const respondToOtherMethods: Middleware = (request, next) => {
  const { match, method } = request;
  const isPreflight = method === 'OPTIONS';
  if (match?.route && !isPreflight) return next(request);
  const headers = { allow: match?.methods.join(', ') ?? '' };
  const response = isPreflight
    ? noContent(204, headers)
    : problem('method_not_allowed', request.requestId, { headers });
  return Promise.resolve(response);
};

const logRequestId: Middleware = (request, next) =>
  request.match?.route?.isSilent ? next(request) : runInRequest(request.requestId, () => next(request));

const countLimits: Middleware = async (request, next) => {
  const limit = request.match?.route?.limit;
  if (limit) await request.proxy.limiter.countRequest(limit, request.client);
  return next(request);
};

/** Earlier middlewares have responded to all requests without a route. */
const callHandler: RouteHandler = (request) => {
  const route = request.match?.route;
  if (!route) throw new ProblemError('not_found');
  return route.handler(request);
};
