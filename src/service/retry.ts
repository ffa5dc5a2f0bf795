import type { IBackoff, IRetryBackoffContext } from 'cockatiel';
import { DelegateBackoff, ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { ServiceError } from './errors.js';
import type { InFlightCalls } from './post.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** A longer `Retry-After` is not waited for: the caller gets it. */
const LONGEST_RETRY_AFTER_MS = 10_000;

export interface RetryOptions {
  /** 1: no retry. */
  readonly attempts: number;
  /** For all attempts and pauses. */
  readonly totalMs: number;
  readonly onRetry: (error: ServiceError, pauseMs: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly inFlight: InFlightCalls;
  /** Creates the error after an abort. */
  readonly stopped: () => ServiceError;
}

/**
 * Runs `work`, and retries while the service is unreachable or unavailable. Only for calls that may be sent twice. Starts no
 * retry that the deadline leaves no time for.
 */
export function withRetries<T>(
  work: (remainingMs: number) => Promise<T>,
  { attempts, totalMs, onRetry, signal, inFlight, stopped }: RetryOptions,
): Promise<T> {
  const startedMs = performance.now();
  const remainingMs = () => totalMs - (performance.now() - startedMs);
  const isWorthIt = (error: Error) =>
    isTransient(error) && Math.max(LONGEST_PAUSE_MS, error.retryAfterMs ?? 0) < remainingMs();
  const policy = retry(handleWhen(isWorthIt), { maxAttempts: attempts - 1, backoff: pauses() });
  policy.onRetry((failure) => {
    if ('error' in failure && failure.error instanceof ServiceError) onRetry(failure.error, failure.delay);
  });
  const all = policy.execute(() => work(remainingMs()), signal);
  return unlessStopped(all, inFlight, stopped);
}

/** Aborts during a pause too. */
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

/** Exponential with jitter, and never shorter than `Retry-After`. */
function pauses() {
  const growing = new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS });
  return new DelegateBackoff<IRetryBackoffContext<unknown>, IBackoff<unknown>>((context, former) => {
    const pause = (former ?? growing).next(context);
    const error = 'error' in context.result ? context.result.error : undefined;
    const wantedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    return { delay: Math.max(pause.duration, wantedMs), state: pause };
  });
}
