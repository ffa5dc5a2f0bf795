import { serviceClientOver } from '../../service/client.js';
import { httpTransport } from '../../service/node-http.js';
import { ServiceError } from '../../service/index.js';
import type { ServiceClient, ServiceClientOptions } from '../../service/index.js';
import type { HttpTransport } from '../../service/transport.js';
import { fetchTransport } from '../../service/transport.js';
import type { Clock } from '../base/clock.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { ServiceCalls } from './service-calls.js';
import { SERVICE_DEADLINE_MS } from '../base/time.js';
import { ServiceTime } from './service-time.js';
import { OptionError } from '../../service/options.js';

/** The connection to the payment service. */
export interface ServiceConnection {
  readonly service: ServiceCalls;
  readonly serviceTime: ServiceTime;
  /** Aborts running and later calls. */
  abort(): void;
}

/**
 * Connects to the payment service.
 * @param measure wraps the calls that are sent, inside the circuit breakers
 * @throws {TypeError} if an option is invalid
 */
export function connect(
  account: ServiceClientOptions,
  clock: Clock,
  measure: (service: ServiceCalls) => ServiceCalls,
): ServiceConnection {
  const cut = new AbortController();
  const serviceTime = new ServiceTime();
  const client = clientOf({ ...account, clock, signal: cut.signal }, serviceTime);
  return { service: withCircuitBreakers(measure(client), clock), serviceTime, abort: () => cut.abort() };
}

function clientOf(account: ServiceClientOptions, serviceTime: ServiceTime): ServiceClient {
  const way = account.fetch ? fetchTransport(account.fetch) : httpTransport;
  const send: HttpTransport = async (url, sending) => {
    const arriving = await way(url, sending);
    serviceTime.observe(arriving.date);
    return arriving;
  };
  try {
    // No retries: the poller and the reconciler have their own schedules.
    const deadlines = { totalMs: SERVICE_DEADLINE_MS };
    return serviceClientOver(send, { ...account, attempts: 1, deadlines });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const { problem, remedy } = error;
    throw new OptionError(`createCheckoutProxy: service.${problem}`, remedy, { cause: error });
  }
}

/** Consecutive failed calls of one operation that open its breaker. */
const CONSECUTIVE_FAILURES = 5;

/**
 * Adds a circuit breaker to each call that payers cause: while the service fails, further requests fail immediately, and
 * no create call is sent whose outcome would be unknown. The callers of the status and list calls have their own delays.
 */
function withCircuitBreakers(service: ServiceCalls, clock: Clock): ServiceCalls {
  return {
    createInvoice: behindBreaker('create invoice', clock, (request) => service.createInvoice(request)),
    cancelInvoice: behindBreaker('cancel invoice', clock, (id) => service.cancelInvoice(id)),
    createStaticWallet: behindBreaker('create static wallet', clock, (request) =>
      service.createStaticWallet(request),
    ),
    listStaticWallets: (period) => service.listStaticWallets(period),
    invoices: (ids) => service.invoices(ids),
    listInvoices: (period) => service.listInvoices(period),
  };
}

function behindBreaker<I, O>(
  operation: string,
  clock: Clock,
  call: (input: I) => Promise<O>,
): (input: I) => Promise<O> {
  const breaker = new CircuitBreaker(clock, CONSECUTIVE_FAILURES);
  return async (input) => {
    if (!breaker.enter()) {
      // Nothing was sent, as if the connection had failed.
      throw new ServiceError('unreachable', operation, { remedy: 'not sent, because recent calls failed' });
    }
    try {
      const output = await call(input);
      breaker.succeeded();
      return output;
    } catch (error) {
      if (isAnswered(error)) breaker.succeeded();
      else breaker.failed(error);
      throw error;
    }
  };
}

/** A refusal shows that the service works. */
function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'refused' || error.code === 'unauthorized');
}
