import type { ProblemCode } from '../protocol/index.js';

/** A request that cannot be granted: becomes a problem of the HTTP face. `detail` may be read by anybody. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: ProblemCode,
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(detail === undefined ? code : `${code}: ${detail}`, options);
  }
}
