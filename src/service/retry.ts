import type { IBackoff, IRetryBackoffContext } from 'cockatiel';
import { DelegateBackoff, ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { ServiceError } from './errors.js';
import type { InFlightCalls } from './post.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;
/** Longest `Retry-After` to wait for. A longer one is returned to the caller in the error. */
const LONGEST_RETRY_AFTER_MS = 10_000;

export interface RetryOptions {
  /** Maximum number of attempts; 1 disables retries. */
  readonly attempts: number;
  /** Total time for all attempts and pauses. */
  readonly totalMs: number;
  readonly onRetry: (error: ServiceError, pauseMs: number) => void;
  readonly signal: AbortSignal | undefined;
  readonly inFlight: InFlightCalls;
  /** Creates the error after an abort. */
  readonly stopped: () => ServiceError;
}

/**
 * Runs `work`, and retries it while the service is unreachable or unavailable and enough time remains. Use it only for calls that
 * may be sent twice: `calls.ts` retries reads, and never what creates an invoice or sends money.
 */
export function withRetries<T>(
  work: (remainingMs: number) => Promise<T>,
  { attempts, totalMs, onRetry, signal, inFlight, stopped }: RetryOptions,
): Promise<T> {
  const startedMs = performance.now();
  const remainingMs = () => totalMs - (performance.now() - startedMs);
  const isRetryable = (error: Error) =>
    isTransient(error) && Math.max(LONGEST_PAUSE_MS, error.retryAfterMs ?? 0) < remainingMs();
  const policy = retry(handleWhen(isRetryable), { maxAttempts: attempts - 1, backoff: createBackoff() });
  policy.onRetry((failure) => {
    if ('error' in failure && failure.error instanceof ServiceError) onRetry(failure.error, failure.delay);
  });
  const all = policy.execute(() => work(remainingMs()), signal);
  return unlessStopped(all, inFlight, stopped);
}

/** Returns the result of `work`, or rejects as soon as the calls are aborted, even during a pause. */
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

/** Returns an exponential backoff with jitter, whose delays are never shorter than `Retry-After`. */
function createBackoff() {
  const growing = new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, maxDelay: LONGEST_PAUSE_MS });
  return new DelegateBackoff<IRetryBackoffContext<unknown>, IBackoff<unknown>>((context, former) => {
    const pause = (former ?? growing).next(context);
    const error = 'error' in context.result ? context.result.error : undefined;
    const retryAfterMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    return { delay: Math.max(pause.duration, retryAfterMs), state: pause };
  });
}
