import { ServiceError } from '../../service/index.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from '../base/clock.js';
import type { ServiceCalls } from './service-calls.js';

/** Consecutive failed calls of one operation that open its breaker. */
const CONSECUTIVE_FAILURES = 5;

/**
 * Adds a circuit breaker to each call that payers cause: while the service fails, further requests fail immediately, and
 * no create call is sent whose outcome would be unknown. The callers of the status and list calls have their own delays.
 */
export function withCircuitBreakers(service: ServiceCalls, clock: Clock): ServiceCalls {
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
