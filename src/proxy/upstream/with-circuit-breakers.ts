import { ServiceError } from '../../service/index.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { Clock } from '../base/clock.js';
import type { ServiceCalls } from './service-calls.js';

/** So many creations, or cancellations, in a row may fail before the next ones are refused without asking. */
const CONSECUTIVE_FAILURES = 5;

/**
 * The calls that payers cause, each behind a breaker of its own: while the service fails, the next payers hear so at
 * once, and no creation is sent whose answer would be lost. Information and list are asked by rounds with pauses of
 * their own.
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
      // As if no connection had been made: nothing was sent.
      throw new ServiceError('unreachable', operation, { remedy: 'not sent, since the service has trouble' });
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

/** A no is an answer. */
function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'refused' || error.code === 'unauthorized');
}
