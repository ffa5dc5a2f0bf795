import type { ProblemCode } from '../../protocol/index.js';

/** A request that cannot be granted: becomes a problem of the HTTP face. `detail` may be read by anybody. */
export class ProblemError extends Error {
  override readonly name = 'Refusal';
  /** When it may be tried again, if that is known. */
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

/** @param what the first sentence of the detail, without its period */
export function rateLimited(what: string, retryAfterMs: number): ProblemError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ProblemError('rate_limited', `${what}. Try again in ${retryAfterS} s.`, { retryAfterS });
}
