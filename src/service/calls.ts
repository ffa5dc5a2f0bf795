import { stringify } from 'lossless-json';
import { parseEnvelope } from './envelope.js';
import { ServiceError } from './errors.js';
import type { JsonFields } from './fields.js';
import { FieldError } from './fields.js';
import type { ConnectionOptions } from './options.js';
import { validateUrl } from './options.js';
import { validateDeadlines } from './deadlines.js';
import type { InFlightCalls } from './post.js';
import { causeSummary, post, wasNeverConnected } from './post.js';
import { withRetries } from './retry.js';
import type { HttpTransport } from './transport.js';

export interface ServiceCall<T> {
  /** The name in errors and logs. */
  readonly operation: string;
  readonly path: string;
  readonly body?: object;
  /** @throws {FieldError} if the response does not match the service document */
  readonly parse: (result: unknown, envelope: JsonFields) => T;
}

/** All calls throw `ServiceError`. */
export interface Calls {
  /** Sends a read call, with retries. */
  ask<T>(call: ServiceCall<T>): Promise<T>;
  /** Sends a call without retries. */
  sendOnce<T>(call: ServiceCall<T>): Promise<T>;
  /** As `sendOnce`, but throws `outcome_unknown` with `remedy` if the call may have succeeded. */
  createOnce<T>(call: ServiceCall<T>, remedy: string): Promise<T>;
}

export interface CallSettings {
  readonly send: HttpTransport;
  readonly key: string;
  readonly attempts: number;
}

/** @throws {TypeError} if an option is invalid; the message names the remedy */
export function createCalls(options: ConnectionOptions, { send, key, attempts }: CallSettings): Calls {
  const baseUrl = validateUrl(options.url);
  const deadlines = validateDeadlines(options.deadlines);
  const { logger, signal } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError('signal is not an AbortSignal. Use the signal of an AbortController.');
  }
  // One listener for all calls: one per call looks like a leak to Node, and `AbortSignal.any` leaks in Node 20 and 22.
  const inFlight: InFlightCalls = new Set();
  signal?.addEventListener('abort', () => inFlight.forEach((end) => end(signal.reason)), { once: true });
  const postOptions = {
    send,
    key,
    inFlight,
    maxResponseBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
    clock: options.clock ?? { nowMs: () => Date.now() },
  } satisfies Partial<Parameters<typeof post>[2]>;

  async function attempt<T>({ operation, path, body, parse }: ServiceCall<T>, totalMs: number): Promise<T> {
    if (signal?.aborted)
      throw new ServiceError('unreachable', operation, { cause: causeSummary(signal.reason) });
    const settings = { ...postOptions, deadlines: { ...deadlines, totalMs } };
    const answer = await post(`${baseUrl}${path}`, body && stringify(body), settings).catch(
      (error: unknown) => {
        const code = wasNeverConnected(error) ? 'unreachable' : 'unavailable';
        throw new ServiceError(code, operation, { cause: causeSummary(error) });
      },
    );
    const envelope = parseEnvelope(operation, answer, key);
    try {
      return parse(envelope['result'], envelope);
    } catch (error) {
      // The call was sent, so the error must not look like an unsent call.
      const cause = error instanceof FieldError ? error : causeSummary(error);
      throw new ServiceError('invalid_response', operation, { cause, status: answer.status });
    }
  }

  /** Logs a failure of `work` with its total duration. */
  async function withLogging<T>(work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError) {
        const fields = { ...logFields(error), durationMs: Math.round(performance.now() - startedMs) };
        if (error.code === 'outcome_unknown') logger?.error(fields, 'service call outcome unknown');
        else logger?.warn(fields, 'service call failed');
      }
      throw error;
    }
  }

  const onRetry = (error: ServiceError, pauseMs: number) =>
    logger?.warn({ ...logFields(error), pauseMs: Math.round(pauseMs) }, 'service call failed, retrying');
  const { totalMs } = deadlines;

  return {
    ask: (call) => {
      const stopped = () =>
        new ServiceError('unavailable', call.operation, { cause: causeSummary(signal?.reason) });
      const repeat = { attempts, totalMs, onRetry, signal, inFlight, stopped };
      return withLogging(() => withRetries((remainingMs) => attempt(call, remainingMs), repeat));
    },
    sendOnce: (call) => withLogging(() => attempt(call, totalMs)),
    createOnce: (call, remedy) =>
      withLogging(async () => {
        try {
          return await attempt(call, totalMs);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          if (error.code !== 'unavailable' && error.code !== 'invalid_response') throw error;
          const { operation, status, retryAfterMs, serviceText } = error;
          const details = { cause: error, status, retryAfterMs, serviceText, remedy };
          throw new ServiceError('outcome_unknown', operation, details);
        }
      }),
  };
}

function logFields({ operation, code, status }: ServiceError): object {
  return { operation, code, ...(status !== undefined && { status }) };
}
