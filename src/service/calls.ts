import { LosslessNumber, parse as parseJson, stringify } from 'lossless-json';
import { validateDeadlines } from './deadlines.js';
import { type CreatedRecord, ServiceError, type ServiceErrorCode } from './errors.js';
import { toPlainText } from '../payment/plain-text.js';
import { FieldError, isObject, type JsonFields } from './fields.js';
import { type ConnectionOptions, validateUrl } from './options.js';
import { causeSummary, type InFlightCalls, post, wasNeverConnected } from './post.js';
import { withRetries } from './retry.js';
import type { HttpTransport } from './transport.js';

export interface ServiceCall<T> {
  /** Name in errors and logs. */
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
  // One listener for all calls: Node warns about a leak if each call adds one, and `AbortSignal.any` leaks in Node 20 and 22.
  const inFlight: InFlightCalls = new Set();
  signal?.addEventListener('abort', () => inFlight.forEach((abort) => abort(signal.reason)), { once: true });
  const postOptions = {
    send,
    key,
    inFlight,
    maxResponseBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
    clock: options.clock ?? { nowMs: () => Date.now() },
  } satisfies Partial<Parameters<typeof post>[2]>;

  async function attempt<T>(
    { operation, path, body, parse }: ServiceCall<T>,
    totalMs: number,
    codeOf: FailureCode = failureCode,
  ): Promise<T> {
    if (signal?.aborted)
      throw new ServiceError('unreachable', operation, {
        cause: causeSummary(signal.reason),
      });
    const settings = { ...postOptions, deadlines: { ...deadlines, totalMs } };
    const response = await post(`${baseUrl}${path}`, body && stringify(body), settings).catch(
      (error: unknown) => {
        const code = wasNeverConnected(error) ? 'unreachable' : 'unavailable';
        throw new ServiceError(code, operation, { cause: causeSummary(error) });
      },
    );
    const { status, retryAfterMs } = response;
    const content = parseBody(response.text);
    const envelope = successEnvelope(status, content);
    if (envelope === null) {
      const serviceText = isObject(content) ? errorMessageOf(content, key) : undefined;
      const created = isObject(content) ? createdIn(content, parse) : undefined;
      throw new ServiceError(codeOf(status, content), operation, {
        status,
        retryAfterMs,
        serviceText,
        created,
      });
    }
    try {
      return parse(envelope['result'], envelope);
    } catch (error) {
      // The call was sent. The cause must not look like that of an unsent call.
      const cause = error instanceof FieldError ? error : causeSummary(error);
      const created = error instanceof FieldError ? error.created : undefined;
      throw new ServiceError('invalid_response', operation, {
        cause,
        status,
        created,
      });
    }
  }

  /** Logs a failure of `work` with the total duration. */
  async function withLogging<T>(work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError) {
        const fields = {
          ...logFields(error),
          durationMs: Math.round(performance.now() - startedMs),
        };
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
        new ServiceError('unavailable', call.operation, {
          cause: causeSummary(signal?.reason),
        });
      const retryOptions = {
        attempts,
        totalMs,
        onRetry,
        signal,
        inFlight,
        stopped,
      };
      return withLogging(() => withRetries((remainingMs) => attempt(call, remainingMs), retryOptions));
    },

    /** Sends a call without retries. */
    sendOnce<T>(call: ServiceCall<T>): Promise<T> {
      return withLogging(() => attempt(call, totalMs));
    },

    /** Like `sendOnce`, but throws `outcome_unknown` with `remedy` unless the failed call certainly created nothing. */
    createOnce<T>(call: ServiceCall<T>, remedy: string): Promise<T> {
      return withLogging(async () => {
        try {
          return await attempt(call, totalMs, creationFailureCode);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          if (['unreachable', 'refused', 'unauthorized'].includes(error.code)) throw error;
          const { operation, status, retryAfterMs, serviceText, created } = error;
          const details = {
            cause: error,
            status,
            retryAfterMs,
            serviceText,
            created,
            remedy,
          };
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
 * Returns the envelope of a successful response (service doc, "Conventions for every endpoint"), or `null`. Accepts `data` instead
 * of `result`, as documented for withdrawals.
 */
function successEnvelope(status: number, body: unknown): JsonFields | null {
  if (status !== 200 || !isObject(body) || body['status'] !== 'success') return null;
  const result = resultOf(body);
  return result === null ? null : { ...body, result };
}

function resultOf(body: JsonFields): unknown {
  const key = ['result', 'data'].find((name) => Object.hasOwn(body, name) && body[name] !== null);
  return key === undefined ? null : body[key];
}

/** Returns the code of a failed call. */
type FailureCode = (status: number, body: unknown) => ServiceErrorCode;

/** The service doc does not show the HTTP status for a wrong key, so the body decides first. */
const failureCode: FailureCode = (status, body) => {
  const isEnvelope = isObject(body) && body['status'] === 'error';
  if (isEnvelope && isObject(body['result']) && Object.hasOwn(body['result'], 'authorization')) {
    return 'unauthorized';
  }
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status >= 500 || (status === 406 && body === undefined)) return 'unavailable';
  const isRedirect = status >= 300 && status < 400;
  const isRefusal = isEnvelope || (status === 400 && isObject(body) && body['status'] !== 'success');
  return isRefusal && !isRedirect ? 'refused' : 'invalid_response';
};

/** Returns `refused` or `unauthorized` only if both status and body prove that the call created nothing. */
const creationFailureCode: FailureCode = (status, body) => {
  const code = failureCode(status, body);
  const isRefusal = code === 'refused' || code === 'unauthorized';
  return isRefusal && !(REFUSAL_STATUSES.has(status) && isErrorBody(body)) ? 'invalid_response' : code;
};

/**
 * Statuses by which a server reports that it did not process a request: 400 (RFC 9110 §15.5.1), 401 (§15.5.2), 403 (§15.5.4),
 * 404 (§15.5.5), 405 (§15.5.6) and 422 (§15.5.21). The service also sends its error envelope with 200.
 *
 * No other status proves it:
 * - 202: processing has not finished (§15.3.3).
 * - 406: concerns only the form of the response (§15.5.7). The service also sends it when it is unavailable.
 * - 408, 425, 499 and 5xx: also come from intermediaries, which do not know the outcome.
 * - 409: an earlier request may have succeeded.
 * - 429: RFC 6585 §4 does not exclude that the request was processed.
 */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([200, 400, 401, 403, 404, 405, 422]);

/** Keys of the error message in a body without an envelope: those of the service doc, and the one recorded for a wrong key. */
const ERROR_KEYS = ['Bad request', 'message', 'detail', 'authorization'] as const;

/**
 * Returns whether a body is an error of the service: the envelope with a reason (service doc, "Errors"), or one of `ERROR_KEYS`
 * without a result. Any other body proves nothing: a firewall may replace the response after the service processed the request.
 * Neither does a body that names a record, which may report a success.
 */
function isErrorBody(body: unknown): boolean {
  if (!isObject(body) || namesRecord(body)) return false;
  const { status, result } = body;
  if (status !== undefined) return status === 'error' && (isObject(result) || typeof result === 'string');
  return resultOf(body) === null && ERROR_KEYS.some((key) => typeof body[key] === 'string');
}

/** Fields of a created record. No creating call has a parameter with such a name, so no error can concern one. */
const RECORD_FIELDS: ReadonlySet<string> = new Set(['uuid', 'invoice_id', 'id', 'created', 'status']);
/** Maximum nesting of a body that is searched to its end. */
const MAX_DEPTH = 8;

/** Returns whether a body may name a created record: it has one of these fields, or a text with an invoice id. */
function namesRecord(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return /\bINV-[A-Z0-9]{8}\b/i.test(value);
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return false;
  const fields = Object.keys(value);
  // The `status` of the outermost object is that of the envelope.
  const isRecord = fields.some((field) => RECORD_FIELDS.has(field) && !(field === 'status' && depth === 0));
  return (
    isRecord ||
    depth > MAX_DEPTH ||
    Object.values(value).some((part: unknown) => namesRecord(part, depth + 1))
  );
}

/** Returns the record in an error response, if it is a valid result of the call. */
function createdIn(body: JsonFields, parse: ServiceCall<unknown>['parse']): CreatedRecord | undefined {
  try {
    const record = parse(resultOf(body), body);
    if (typeof record !== 'object' || record === null || !('id' in record)) return undefined;
    const amount = 'amount' in record && typeof record.amount === 'string' ? record.amount : null;
    return typeof record.id === 'string' ? { id: record.id, amount } : undefined;
  } catch (error) {
    return error instanceof FieldError ? error.created : undefined;
  }
}

/** Numbers are `LosslessNumber`, and texts are plain. @returns `undefined` if the text is not JSON */
function parseBody(text: string | null): unknown {
  try {
    return text === null ? undefined : parseJson(text, toPlainValue);
  } catch {
    return undefined;
  }
}

function toPlainValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? toPlainText(value) : value;
}

/** An email address, also URL-encoded. */
const ADDRESS = /[^\s"'<>,;:()[\]{}\\]+(?:@|%40)[^\s"'<>,;:()[\]{}\\]+/gi;

/** Returns the service's message. It may quote the request, so the key and email addresses are redacted. */
function errorMessageOf(body: JsonFields, apiKey: string): string | undefined {
  const quotedKey = JSON.stringify(apiKey).slice(1, -1);
  try {
    const message = stringify(body['result'] ?? body['message'] ?? body) ?? '';
    return message.replaceAll(quotedKey, '***').replace(ADDRESS, '***').slice(0, MAX_SERVICE_TEXT);
  } catch {
    return undefined;
  }
}
