import { createServiceClient } from '../../service/node.js';
import type { ServiceClient, ServiceClientOptions } from '../../service/index.js';
import type { Clock } from '../clock.js';
import { guarded } from './guarded.js';
import type { ServiceCalls } from './service-calls.js';
import { SERVICE_DEADLINE_MS } from './service-calls.js';

/** The way to the payment service. */
export interface Connection {
  readonly service: ServiceCalls;
  /** Ends the calls that are running, and every later one. */
  cut(): void;
}

/**
 * @param measure sees the calls that are really made
 * @throws {TypeError} with the name that the option has here
 */
export function connect(
  account: ServiceClientOptions,
  clock: Clock,
  measure: (service: ServiceCalls) => ServiceCalls,
): Connection {
  const cut = new AbortController();
  const client = clientOf({ ...account, clock, signal: cut.signal });
  return { service: guarded(measure(client), clock), cut: () => cut.abort() };
}

function clientOf(account: ServiceClientOptions): ServiceClient {
  try {
    // No repeats: the watcher has a schedule of its own.
    return createServiceClient({ ...account, attempts: 1, deadlines: { totalMs: SERVICE_DEADLINE_MS } });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(`createCheckoutProxy: service.${error.message}`, { cause: error });
  }
}
