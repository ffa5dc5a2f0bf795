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

/** Throws an error of a call to the service as a problem, and any other error unchanged. */
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

/** The calls that the shop's staff cause. */
export type StaffCalls = Pick<InvoiceCalls, 'cancelInvoice'> & Pick<ServiceClient, 'balances' | 'statistics'>;

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

/** The connection observes the `Date` of every response, and the client alone reads the creation time of an invoice. */
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

/** Balances are read by several people at a time, and again and again by a page that stays open. */
const BALANCES_CACHE_MS = 5000;

/**
 * Measures all calls, and adds a circuit breaker to those that payers cause. While the service fails, their requests fail
 * immediately, and no create call is sent whose outcome would be unknown. The callers of the status and list calls have their
 * own delays.
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

/** The circuit breakers are not those of payers: a service that refuses the staff for a while may still serve payers. */
function staffCallsOf(client: ServiceClient, clock: Clock, onCall: OnCall): StaffCalls {
  const { guarded } = measuring(clock, onCall, true);
  return {
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

/** @param operation as in the errors of the client */
function behindBreaker<A extends readonly unknown[], R>(
  operation: string,
  clock: Clock,
  call: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const breaker = new CircuitBreaker(clock, CONSECUTIVE_FAILURES);
  return async (...args) => {
    if (!breaker.enter()) {
      // Nothing was sent, as if the connection had failed.
      throw new ServiceError('unreachable', operation, { remedy: 'not sent, because recent calls failed' });
    }
    try {
      const result = await call(...args);
      breaker.succeeded();
      return result;
    } catch (error) {
      if (isAnswered(error)) breaker.succeeded();
      else breaker.failed(error);
      throw error;
    }
  };
}

/** Whether the service answered: a refusal shows that it works. */
function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'refused' || error.code === 'unauthorized');
}
