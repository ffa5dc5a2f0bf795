import { errorFields } from '../base/log.js';
import type { Logger } from '../base/log.js';
import { ProblemError } from '../base/problem-error.js';
import type { Answer } from './answer.js';
import { problem } from './http.js';

/** By then another process may be there, or the store has room again. */
const COME_BACK_S = 5;

/** For requests that come while the proxy stops. */
export function isStopping(): ProblemError {
  return new ProblemError('store_unavailable', 'the proxy is being stopped', { retryAfterS: COME_BACK_S });
}

/** What a browser is told of anything that was thrown; the rest is for the log. */
export function toProblem(error: unknown, requestId: string, logger: Logger): Answer {
  if (!(error instanceof ProblemError)) {
    logger.error({ requestId, ...errorFields(error) }, 'a request failed');
    return problem('internal_error', requestId);
  }
  logRefusal(error, requestId, logger);
  const { code, detail, retryAfterS } = error;
  const comeBackS = retryAfterS ?? (code === 'store_unavailable' ? COME_BACK_S : null);
  const headers = comeBackS === null ? {} : { 'retry-after': String(comeBackS) };
  return problem(code, requestId, { detail, headers });
}

function logRefusal({ code, detail, cause }: ProblemError, requestId: string, logger: Logger): void {
  // Whoever came to a limit is told of where the counting is.
  if (code === 'rate_limited') return;
  if (code === 'store_unavailable' && cause !== undefined) {
    logger.error({ requestId, ...errorFields(cause) }, 'the store cannot be used');
    return;
  }
  // What a token lacks is for the log alone: whoever forges one is told nothing.
  const because = cause instanceof Error ? { because: cause.message } : {};
  const reason = { ...(detail === undefined ? {} : { detail }), ...because };
  logger.info({ requestId, code, ...reason }, 'a request was refused');
}
