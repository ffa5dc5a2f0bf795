import type { IBackoff, IRetryBackoffContext } from 'cockatiel';
import { DelegateBackoff, ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { ServiceError } from './errors.js';
import type { InFlightCalls } from './post.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** A service that wants to be left alone for longer is: its `Retry-After` goes to the caller. */
const LONGEST_RETRY_AFTER_MS = 10_000;

export interface RetryOptions {
  /** 1: no repeat. */
  readonly attempts: number;
  /** For all attempts and the pauses between them. */
  readonly totalMs: number;
  readonly onRetry: (error: ServiceError, pauseMs: number) => void;
  /** Aborted when nothing is to be sent any more. */
  readonly signal: AbortSignal | undefined;
  readonly inFlight: InFlightCalls;
  /** What is thrown then. */
  readonly stopped: () => ServiceError;
}

/**
 * Does `work`, and does it again while the service cannot be reached or is unavailable: only for what may be
 * sent twice. No repeat is begun that the deadline would leave no time for.
 */
export function withRetries<T>(
  work: (remainingMs: number) => Promise<T>,
  { attempts, totalMs, onRetry, signal, inFlight, stopped }: RetryOptions,
): Promise<T> {
  const startedMs = performance.now();
  const remainingMs = () => totalMs - (performance.now() - startedMs);
  const isWorthIt = (error: Error) => isTransient(error) && longestPauseMs(error) < remainingMs();
  const policy = retry(handleWhen(isWorthIt), { maxAttempts: attempts - 1, backoff: pauses() });
  policy.onRetry((failure) => {
    if ('error' in failure && failure.error instanceof ServiceError) onRetry(failure.error, failure.delay);
  });
  const all = policy.execute(() => work(remainingMs()), signal);
  return unlessStopped(all, inFlight, stopped);
}

/** Ends between two attempts too. */
async function unlessStopped<T>(work: Promise<T>, inFlight: InFlightCalls, error: () => Error): Promise<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => (stop = () => reject(error())));
  inFlight.add(stop);
  try {
    return await Promise.race([work, stopped]);
  } finally {
    inFlight.delete(stop);
  }
}

function isTransient(error: Error): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  const mayPass = error.code === 'unreachable' || error.code === 'unavailable';
  return mayPass && (error.retryAfterMs ?? 0) <= LONGEST_RETRY_AFTER_MS;
}

function longestPauseMs({ retryAfterMs = 0 }: ServiceError): number {
  return Math.max(LONGEST_PAUSE_MS, retryAfterMs);
}

/** Ever longer ones, in part by chance, and never shorter than the service's `Retry-After`. */
function pauses() {
  const growing = new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS });
  return new DelegateBackoff<IRetryBackoffContext<unknown>, IBackoff<unknown>>((context, former) => {
    const pause = (former ?? growing).next(context);
    const error = 'error' in context.result ? context.result.error : undefined;
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    return { delay: Math.max(pause.duration, wantedMs), state: pause };
  });
}
