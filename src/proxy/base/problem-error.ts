import type { ProblemCode } from '../../protocol/index.js';

/** An error that becomes a problem response of the HTTP API. `detail` is public. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** Seconds after which the request may be repeated, if known. */
  readonly retryAfterS: number | null;

  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    { retryAfterS = null, ...options }: ErrorOptions & { readonly retryAfterS?: number | null } = {},
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`, options);
    this.retryAfterS = retryAfterS;
  }
}

/** Returns a `rate_limited` problem. @param reason the first sentence of the detail, without its period */
export function rateLimited(reason: string, retryAfterMs: number): ProblemError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ProblemError('rate_limited', `${reason}. Try again in ${retryAfterS} s.`, { retryAfterS });
}

/** Throws an error of the store as a problem. Throws a problem, such as one from work in a transaction, unchanged. */
export function throwStoreProblem(cause: unknown): never {
  throw cause instanceof ProblemError ? cause : new ProblemError('store_unavailable', undefined, { cause });
}
