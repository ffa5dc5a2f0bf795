import { parse as parseJson, stringify } from 'lossless-json';
import { validateDeadlines } from './deadlines.js';
import { ServiceError, type ServiceErrorCode } from './errors.js';
import { FieldError, isObject, type JsonFields } from './fields.js';
import { type ConnectionOptions, validateUrl } from './options.js';
import { causeSummary, type HttpResponse, type InFlightCalls, post, wasNeverConnected } from './post.js';
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

/** Maximum length of the service's message in a log line. */
const MAX_SERVICE_TEXT = 300;

interface CallSettings {
  readonly send: HttpTransport;
  readonly key: string;
  readonly attempts: number;
}

export type ServiceCalls = ReturnType<typeof createCalls>;

/**
 * Returns functions that send calls. All throw `ServiceError`.
 * @throws {TypeError} if an option is invalid; the message names the remedy
 */
export function createCalls(options: ConnectionOptions, { send, key, attempts }: CallSettings) {
  const baseUrl = validateUrl(options.url);
  const deadlines = validateDeadlines(options.deadlines);
  const { logger, signal } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError('signal is not an AbortSignal. Use the signal of an AbortController.');
  }
  // One listener for all calls: Node reports one per call as a leak, and `AbortSignal.any` leaks in Node 20 and 22.
  const inFlight: InFlightCalls = new Set();
  signal?.addEventListener('abort', () => inFlight.forEach((abort) => abort(signal.reason)), { once: true });
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
    const response = await post(`${baseUrl}${path}`, body && stringify(body), settings).catch(
      (error: unknown) => {
        const code = wasNeverConnected(error) ? 'unreachable' : 'unavailable';
        throw new ServiceError(code, operation, { cause: causeSummary(error) });
      },
    );
    const envelope = parseEnvelope(operation, response, key);
    try {
      return parse(envelope['result'], envelope);
    } catch (error) {
      // The call was sent, so the error must not look like an unsent call.
      const cause = error instanceof FieldError ? error : causeSummary(error);
      const created = error instanceof FieldError ? error.created : undefined;
      throw new ServiceError('invalid_response', operation, { cause, status: response.status, created });
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
    /** Sends a read call, with retries. */
    read<T>(call: ServiceCall<T>): Promise<T> {
      const stopped = () =>
        new ServiceError('unavailable', call.operation, { cause: causeSummary(signal?.reason) });
      const retryOptions = { attempts, totalMs, onRetry, signal, inFlight, stopped };
      return withLogging(() => withRetries((remainingMs) => attempt(call, remainingMs), retryOptions));
    },

    /** Sends a call without retries. */
    sendOnce<T>(call: ServiceCall<T>): Promise<T> {
      return withLogging(() => attempt(call, totalMs));
    },

    /** As `sendOnce`, but throws `outcome_unknown` with `remedy` unless the call has certainly created nothing. */
    createOnce<T>(call: ServiceCall<T>, remedy: string): Promise<T> {
      return withLogging(async () => {
        try {
          return await attempt(call, totalMs);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          if (error.code === 'unreachable' || provesRefusal(error)) throw error;
          const { operation, status, retryAfterMs, serviceText, created } = error;
          const details = { cause: error, status, retryAfterMs, serviceText, created, remedy };
          throw new ServiceError('outcome_unknown', operation, details);
        }
      });
    },
  };
}

function logFields({ operation, code, status }: ServiceError): object {
  return { operation, code, ...(status !== undefined && { status }) };
}

/**
 * Parses a successful response (service doc, "Conventions for every endpoint"). Numbers are `LosslessNumber`. Accepts `data`
 * instead of `result`, as published for withdrawals.
 * @throws {ServiceError} `unauthorized`, `refused`, `unavailable` or `invalid_response`
 */
function parseEnvelope(operation: string, response: HttpResponse, apiKey: string): JsonFields {
  const { status, retryAfterMs } = response;
  const body = json(response.text);
  if (status === 200 && isObject(body) && body['status'] === 'success') {
    const key = ['result', 'data'].find((name) => Object.hasOwn(body, name) && body[name] !== null);
    if (key !== undefined) return { ...body, result: body[key] };
  }
  const serviceText = isObject(body) ? errorMessageOf(body, apiKey) : undefined;
  throw new ServiceError(failureOf(status, body), operation, { status, retryAfterMs, serviceText });
}

/** Returns the code of a failed call. The service doc does not show the HTTP status for a wrong key, so the body decides first. */
function failureOf(status: number, body: unknown): ServiceErrorCode {
  const isEnvelope = isObject(body) && body['status'] === 'error';
  if (isEnvelope && isObject(body['result']) && Object.hasOwn(body['result'], 'authorization')) {
    return 'unauthorized';
  }
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status >= 500 || (status === 406 && body === undefined)) return 'unavailable';
  const isRedirect = status >= 300 && status < 400;
  const isRefusal = isEnvelope || (status === 400 && isObject(body));
  return isRefusal && !isRedirect ? 'refused' : 'invalid_response';
}

/**
 * Statuses with which a server reports that it did not process a request: 400 (RFC 9110 §15.5.1), 401 (§15.5.2), 403 (§15.5.4), 404
 * (§15.5.5), 405 (§15.5.6) and 422 (§15.5.21); and 200, the status of the service's error envelope.
 *
 * No other status is a proof. 202 says that processing has not finished (§15.3.3). 406 is about the form of the response only
 * (§15.5.7), and the service also sends it when it is unavailable. 408, 425, 499 and 5xx come from servers in between, too, which do
 * not know what the service has done. 409 may mean that an earlier request has succeeded. RFC 6585 §4 does not say that a request
 * with the response 429 was not processed.
 */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 405, 422]);

/** Returns whether a failed call has certainly created nothing. */
function provesRefusal({ code, status, serviceText }: ServiceError): boolean {
  const isRefusal = code === 'refused' || code === 'unauthorized';
  // A firewall may replace the service's response by a page of its own, after the service has processed the request.
  const isFromService = serviceText !== undefined;
  return isRefusal && isFromService && status !== undefined && REFUSAL_STATUSES.has(status);
}

function json(text: string | null): unknown {
  try {
    return text === null ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns the service's message, without a quoted key. */
function errorMessageOf(body: JsonFields, apiKey: string): string | undefined {
  const quotedKey = JSON.stringify(apiKey).slice(1, -1);
  try {
    const message = stringify(body['result'] ?? body['message'] ?? body) ?? '';
    return message.replaceAll(quotedKey, '***').slice(0, MAX_SERVICE_TEXT);
  } catch {
    return undefined;
  }
}
