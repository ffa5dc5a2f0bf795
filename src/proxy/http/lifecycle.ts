import { withTimeout } from '../base/async.js';
import { throwStoreProblem } from '../base/problem-error.js';
import type { ResolvedOptions } from '../options/parse.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { Endpoint, Middleware } from './request.js';
import { stoppingProblem } from './responses.js';

/** Time after a stop until running calls to the payment service are aborted. */
const STOP_SERVICE_CALLS_MS = 5000;
/** Time after a stop for running requests. Longer: they must still respond after their call was aborted. */
const STOP_REQUESTS_MS = 8000;
const WHILE_STOPPING: ReadonlySet<Endpoint['caller']> = new Set(['operator', 'browser', 'staff-browser']);

const NOT_STARTED = { remedy: 'Call await proxy.start() in this process, before its first request.' };

interface LifecycleOptions {
  readonly settings: Pick<ResolvedOptions, 'basePath' | 'logger'>;
  readonly createRuntime: () => Promise<ProxyRuntime>;
  /** Aborts the running calls to the payment service. */
  readonly abortCalls: () => void;
}

/** Creates the runtime on first use, and stops it after all requests have a response. */
export class Lifecycle {
  /** Requests without a response yet. */
  #running = 0;
  #onLastResponse = (): void => undefined;
  #opening: Promise<ProxyRuntime> | undefined;
  #stopping: Promise<void> | undefined;
  #isStarted = false;

  constructor(private readonly options: LifecycleOptions) {}

  async start(): Promise<void> {
    const { basePath, logger } = this.options.settings;
    this.#isStarted = true;
    const runtime = await this.openRuntime();
    await runtime.start();
    logger.info({ basePath }, 'proxy started');
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  runtime(): Promise<ProxyRuntime> {
    return this.openRuntime().catch(throwStoreProblem);
  }

  /** Opens the store. If that fails, the next request tries again. */
  openRuntime(): Promise<ProxyRuntime> {
    if (this.#stopping) return Promise.reject(stoppingProblem());
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /**
   * Counts running requests. While the proxy stops, closes connections: the client must send its next request to another process.
   */
  readonly countRunning: Middleware = async (request, next) => {
    this.#running += 1;
    try {
      const response = await next(request);
      if (!this.#stopping) return response;
      return { ...response, headers: { ...response.headers, connection: 'close' } };
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#onLastResponse();
    }
  };

  readonly refuseWhileStopping: Middleware = (request, next) => {
    const isServed = !this.#stopping || (request.match && WHILE_STOPPING.has(request.match.caller));
    if (isServed) return next(request);
    throw stoppingProblem();
  };

  async #open(): Promise<ProxyRuntime> {
    const runtime = await this.options.createRuntime();
    if (!this.#isStarted)
      this.options.settings.logger.error(NOT_STARTED, 'proxy not started, detecting no payments');
    return runtime;
  }

  async #stop(): Promise<void> {
    const abortTimer = setTimeout(this.options.abortCalls, STOP_SERVICE_CALLS_MS);
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
}
