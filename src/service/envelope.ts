import { parse, stringify } from 'lossless-json';
import type { ServiceErrorCode } from './errors.js';
import { ServiceError } from './errors.js';
import type { JsonFields } from './fields.js';
import { isObject } from './fields.js';
import type { HttpAnswer } from './post.js';

/** Maximum length in a log line. */
const MAX_SERVICE_TEXT = 300;

/**
 * Parses a successful response (service doc, "Conventions for every endpoint"). Numbers are `LosslessNumber`. Accepts `data`
 * instead of `result`, as published for withdrawals.
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

/** The service doc does not show the HTTP status for a wrong key, so the body decides first. */
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
