import { serviceClientOver } from '../../service/client.js';
import { httpTransport } from '../../service/node-http.js';
import type { ServiceClient, ServiceClientOptions } from '../../service/index.js';
import type { HttpTransport } from '../../service/transport.js';
import { fetchTransport } from '../../service/transport.js';
import type { Clock } from '../base/clock.js';
import { withCircuitBreakers } from './with-circuit-breakers.js';
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
