import { PROBLEMS, type Problem, type ProblemCode } from '../../protocol/index.js';
import { errorFields, type Logger } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import type { StreamedBody } from '../streams/stream.js';
import type { ProxyRequest, ProxyResponse } from './request.js';

/** For all responses except public files: they are for one payer only, and browsers must not guess the content type. */
const COMMON_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** After this time, another process may have taken over, or the store may have recovered. */
const RETRY_AFTER_S = 5;

type ResponseHeaders = Readonly<Record<string, string>>;

export function json(status: number, body: object, headers: ResponseHeaders = {}): ProxyResponse {
  return jsonText(status, JSON.stringify(body), headers);
}

/** @param text of a JSON value */
export function jsonText(status: number, text: string, headers: ResponseHeaders = {}): ProxyResponse {
  return {
    status,
    headers: { ...COMMON_HEADERS, 'content-type': 'application/json; charset=utf-8', ...headers },
    body: text,
  };
}

export function noContent(status: number, headers: ResponseHeaders = {}): ProxyResponse {
  return { status, headers: { ...COMMON_HEADERS, ...headers }, body: null };
}

export function page(status: number, html: string, headers: ResponseHeaders): ProxyResponse {
  return {
    status,
    headers: { ...COMMON_HEADERS, ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: html,
  };
}

export function plain(text: string, contentType: string): ProxyResponse {
  return { status: 200, headers: { ...COMMON_HEADERS, 'content-type': contentType }, body: text };
}

export function eventStream(stream: StreamedBody): ProxyResponse {
  return {
    status: 200,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'text/event-stream; charset=utf-8',
      // Intermediaries that buffer or compress would delay events, such as nginx or the Express middleware `compression`.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    body: stream,
  };
}

/** Returns 304 if the header `If-None-Match` contains the ETag of the response, otherwise `null`. */
export function notModified(
  request: ProxyRequest,
  headers: ResponseHeaders & { readonly etag: string },
): ProxyResponse | null {
  const known = request.header('if-none-match');
  const { etag } = headers;
  const isKnown = known === etag || known?.split(',').some((tag) => tag.trim() === etag);
  return isKnown ? noContent(304, headers) : null;
}

/** Returns problem details (RFC 9457). @param detail our own text, never the service's */
export function problem(
  code: ProblemCode,
  requestId: string,
  { detail, headers = {} }: { readonly detail?: string | undefined; readonly headers?: ResponseHeaders } = {},
): ProxyResponse {
  const { status, title, retryable } = PROBLEMS[code];
  const known = { type: 'about:blank', title, status, code, retryable, requestId } as const;
  const body: Problem = detail === undefined ? known : { ...known, detail };
  return json(status, body, { ...headers, 'content-type': 'application/problem+json; charset=utf-8' });
}

export function stoppingProblem(): ProblemError {
  return new ProblemError('store_unavailable', 'The proxy is shutting down.', { retryAfterS: RETRY_AFTER_S });
}

/** Returns the response to an error, with only what the client may know. Logs the rest. */
export function toProblemResponse(error: unknown, requestId: string, logger: Logger): ProxyResponse {
  if (!(error instanceof ProblemError)) {
    logger.error({ requestId, ...errorFields(error) }, 'request failed');
    return problem('internal_error', requestId);
  }
  logProblem(error, requestId, logger);
  const { code, detail, retryAfterS } = error;
  const retryS = retryAfterS ?? (code === 'store_unavailable' ? RETRY_AFTER_S : null);
  const headers = retryS === null ? {} : { 'retry-after': String(retryS) };
  return problem(code, requestId, { detail, headers });
}

function logProblem({ code, detail, cause }: ProblemError, requestId: string, logger: Logger): void {
  // The rate limiter logs the first refusal per minute: a flood must not fill the log.
  if (code === 'rate_limited') return;
  if (code === 'store_unavailable' && cause !== undefined) {
    logger.error({ requestId, ...errorFields(cause) }, 'store unavailable');
    return;
  }
  // The cause is only logged: an attacker must not learn why a token was refused.
  const because = cause instanceof Error ? { because: cause.message } : {};
  const reason = { ...(detail === undefined ? {} : { detail }), ...because };
  logger.info({ requestId, code, ...reason }, 'request refused');
}
