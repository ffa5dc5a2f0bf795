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

/** Returns the refusal of what comes too often, with the time after which it may be tried again. */
export function rateLimited(what: string, retryAfterMs: number): ProblemError {
  const retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new ProblemError('rate_limited', `${what}: try again in ${retryAfterS} s`, { retryAfterS });
}
