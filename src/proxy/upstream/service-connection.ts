import {
  ServiceError,
  type InvoiceCalls,
  type ServiceClient,
  type ServiceClientOptions,
} from '../../service/index.js';
import { errorFields } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import { serviceClientOver } from '../../service/client.js';
import { transportOf } from '../../service/node-http.js';
import type { HttpTransport } from '../../service/transport.js';
import type { Clock } from '../base/clock.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { memoizeFor } from '../base/async.js';
import { SERVICE_DEADLINE_MS } from '../base/time.js';
import { ServiceTime } from './service-time.js';

/** Converts a service error to a problem for browsers, without the service's message. */
export function toServiceProblem(error: ServiceError): ProblemError {
  const isRefusal = error.code === 'refused' || error.code === 'unauthorized';
  return new ProblemError(isRefusal ? 'service_refused' : 'service_unavailable', undefined, { cause: error });
}

/** Throws a `ServiceError` as a problem, and any other error unchanged. */
export function throwServiceProblem(error: unknown): never {
  throw error instanceof ServiceError ? toServiceProblem(error) : error;
}

const REMEDIES: Partial<Record<ServiceError['code'], string>> = {
  unreachable: 'Check service.url, and that the service is running.',
  unauthorized: 'Check that service.apiKey is the key of this project.',
};

/** Returns log fields of an error, including the service's message. */
export function serviceErrorFields(error: unknown): object {
  if (!(error instanceof ServiceError)) return errorFields(error);
  const { code, operation, status, serviceText } = error;
  const remedy = REMEDIES[code];
  return { code, operation, status, serviceText, ...(remedy === undefined ? {} : { remedy }) };
}

/** The calls of the proxy to the payment service. */
export type ServiceCalls = InvoiceCalls &
  Pick<ServiceClient, 'listInvoices' | 'createStaticWallet' | 'listStaticWallets'>;

/** The calls for the shop's staff. */
export type StaffCalls = Pick<InvoiceCalls, 'cancelInvoice' | 'invoices'> &
  Pick<ServiceClient, 'balances' | 'statistics' | 'listInvoices'>;

export type ServiceConnection = ReturnType<typeof connect>;

/** Called when a call ends, with its outcome. */
type OnCall = (operation: string, outcome: string, seconds: number, isStaff: boolean) => void;

/** Connects to the payment service. */
export function connect(account: ServiceClientOptions, clock: Clock, onCall: OnCall) {
  const stopping = new AbortController();
  const serviceTime = new ServiceTime(clock);
  const client = clientOf({ ...account, clock, signal: stopping.signal }, serviceTime);
  return {
    ...{
      service: callsOf(observingCreations(client, serviceTime), clock, onCall),
      staffService: staffCallsOf(client, clock, onCall),
      serviceTime,
    },
    /** Aborts running and later calls. */
    abort: () => stopping.abort(),
  };
}

function clientOf(account: ServiceClientOptions, serviceTime: ServiceTime): ServiceClient {
  const transport = transportOf(account);
  const send: HttpTransport = async (url, request) => {
    const sentMs = performance.now();
    const arriving = await transport(url, request);
    serviceTime.observe(arriving.date, performance.now() - sentMs);
    return arriving;
  };
  // No retries: the poller and the reconciler have their own schedules.
  const deadlines = { totalMs: SERVICE_DEADLINE_MS };
  return serviceClientOver(send, { ...account, attempts: 1, deadlines });
}

/** Reports the creation times of invoices to `serviceTime`. The connection reports the `Date` headers. */
function observingCreations(client: ServiceClient, serviceTime: ServiceTime): ServiceClient {
  const createInvoice: ServiceClient['createInvoice'] = async (request) => {
    const sentMs = performance.now();
    const created = await client.createInvoice(request);
    serviceTime.observeCreation(created.createdAtMs, performance.now() - sentMs);
    return created;
  };
  return { ...client, createInvoice };
}

/** Number of consecutive failed calls of one operation that open its circuit breaker. */
const CONSECUTIVE_FAILURES = 5;

/** Several people may read balances at the same time, and an open page reads them repeatedly. */
const BALANCES_CACHE_MS = 5000;

/**
 * Measures all calls, and adds a circuit breaker to those for payers. While the service fails, their requests fail immediately, without a
 * create call whose outcome would be unknown. The callers of the status and list calls have their own delays.
 */
function callsOf(client: ServiceClient, clock: Clock, onCall: OnCall): ServiceCalls {
  const { timed, timedList, guarded } = measuring(clock, onCall, false);
  return {
    createInvoice: guarded('create_invoice', (request) => client.createInvoice(request)),
    cancelInvoice: guarded('cancel_invoice', (id) => client.cancelInvoice(id)),
    createStaticWallet: guarded('create_static_wallet', (request) => client.createStaticWallet(request)),
    invoices: (ids, onUnreadable) => timed('invoices', () => client.invoices(ids, onUnreadable)),
    listInvoices: (period, onUnreadable) =>
      timedList('list_invoices', () => client.listInvoices(period, onUnreadable)),
    listStaticWallets: (period, onUnreadable) =>
      timedList('list_static_wallets', () => client.listStaticWallets(period, onUnreadable)),
  };
}

/** Uses other circuit breakers than for payers: a service that refuses the staff may still serve payers. */
function staffCallsOf(client: ServiceClient, clock: Clock, onCall: OnCall): StaffCalls {
  const { timed, timedList, guarded } = measuring(clock, onCall, true);
  return {
    invoices: (ids, onUnreadable) => timed('invoices', () => client.invoices(ids, onUnreadable)),
    listInvoices: (period, onUnreadable) =>
      timedList('list_invoices', () => client.listInvoices(period, onUnreadable)),
    cancelInvoice: guarded('cancel_invoice', (id) => client.cancelInvoice(id)),
    balances: memoizeFor(
      BALANCES_CACHE_MS,
      guarded('balances', () => client.balances()),
    ),
    statistics: guarded('statistics', (period) => client.statistics(period)),
  };
}

function measuring(clock: Clock, onCall: OnCall, isStaff: boolean) {
  const begin = (operation: string) => {
    const startedMs = performance.now();
    return (outcome: string) => onCall(operation, outcome, (performance.now() - startedMs) / 1000, isStaff);
  };
  const timed = async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    const end = begin(operation);
    try {
      const result = await call();
      end('ok');
      return result;
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  };
  async function* timedList<T>(operation: string, list: () => AsyncIterable<T>): AsyncGenerator<T> {
    const end = begin(operation);
    try {
      yield* list();
      end('ok');
    } catch (error) {
      end(outcomeOf(error));
      throw error;
    }
  }
  const guarded = <A extends readonly unknown[], R>(operation: string, call: (...args: A) => Promise<R>) =>
    behindBreaker(operation.replaceAll('_', ' '), clock, (...args: A) =>
      timed(operation, () => call(...args)),
    );
  return { timed, timedList, guarded };
}

function outcomeOf(error: unknown): string {
  return error instanceof ServiceError ? error.code : 'error';
}

/** Adds a circuit breaker to a call. @param operation the operation, as in errors of the client */
function behindBreaker<A extends readonly unknown[], R>(
  operation: string,
  clock: Clock,
  call: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const breaker = new CircuitBreaker(clock, CONSECUTIVE_FAILURES);
  return async (...args) => {
    if (!breaker.enter()) {
      // Like a failed connection: nothing was sent.
      throw new ServiceError('unreachable', operation, {
        remedy: 'It was not sent, because recent calls failed.',
      });
    }
    try {
      const result = await call(...args);
      breaker.succeeded();
      return result;
    } catch (error) {
      if (isWorking(error)) breaker.succeeded();
      else breaker.failed(error);
      throw error;
    }
  };
}

/** Returns whether the service works: a refusal proves it. */
function isWorking(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'refused' || error.code === 'unauthorized');
}
