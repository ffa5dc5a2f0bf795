import { parse, stringify } from 'lossless-json';
import type { ServiceErrorCode } from './errors.js';
import { ServiceError } from './errors.js';
import type { JsonFields } from './fields.js';
import { isObject } from './fields.js';
import type { HttpAnswer } from './post.js';

/** What the service may say about an error, cut to what fits a log line. */
const MAX_SERVICE_TEXT = 300;

/**
 * The object of a successful call, `result` and all ("Conventions for every endpoint"); numbers are
 * `LosslessNumber`. `data` is read where `result` is missing: withdrawals were published so.
 * @throws {ServiceError} `unauthorized`, `refused`, `unavailable` or `invalid_response`
 */
export function parseEnvelope(operation: string, answer: HttpAnswer, apiKey: string): JsonFields {
  const { status, retryAfterMs } = answer;
  const body = json(answer.text);
  if (status === 200 && isObject(body) && body['status'] === 'success') {
    const key = ['result', 'data'].find((name) => Object.hasOwn(body, name) && body[name] !== null);
    if (key !== undefined) return { ...body, result: body[key] };
  }
  const serviceText = isObject(body) ? errorMessageOf(body, apiKey) : undefined;
  throw new ServiceError(failureOf(status, body), operation, { status, retryAfterMs, serviceText });
}

/** "Errors" and "Authentication": the HTTP status of a wrong key is not shown, so the body is asked first. */
function failureOf(status: number, body: unknown): ServiceErrorCode {
  const isEnvelope = isObject(body) && body['status'] === 'error';
  if (isEnvelope && isObject(body['result']) && Object.hasOwn(body['result'], 'authorization')) {
    return 'unauthorized';
  }
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status >= 500 || (status === 406 && body === undefined)) return 'unavailable';
  const isRedirect = status >= 300 && status < 400;
  const saysNo = isEnvelope || (status === 400 && isObject(body));
  return saysNo && !isRedirect ? 'refused' : 'invalid_response';
}

function json(text: string | null): unknown {
  try {
    return text === null ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

/** The reason in the service's words, without the key that they might quote. */
function errorMessageOf(body: JsonFields, apiKey: string): string | undefined {
  const quotedKey = JSON.stringify(apiKey).slice(1, -1);
  try {
    const words = stringify(body['result'] ?? body['message'] ?? body) ?? '';
    return words.replaceAll(quotedKey, '***').slice(0, MAX_SERVICE_TEXT);
  } catch {
    return undefined;
  }
}
