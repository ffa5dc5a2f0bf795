/**
 * What may go wrong between us and the payment service.
 *
 * - `unreachable`: no connection was made, or none that can be trusted, so nothing was asked: safe to repeat
 * - `unauthorized`: the key is not accepted ("Authentication")
 * - `refused`: the service understood and said no ("Errors")
 * - `unavailable`: HTTP 429, 5xx, 406 without an object, a deadline or a cut connection, on a call that creates nothing
 * - `bad_answer`: an answer that is not the document's
 * - `lost_answer`: a creating call was sent and no usable answer came: it may have worked. Never repeat it:
 *   the message says where to look for its result
 */
export type ServiceErrorCode =
  'unreachable' | 'unauthorized' | 'refused' | 'unavailable' | 'bad_answer' | 'lost_answer';

export interface ServiceErrorOptions {
  readonly cause?: unknown;
  /** HTTP status, where there was one. */
  readonly status?: number | undefined;
  /** From `Retry-After` (RFC 9110, section 10.2.3). */
  readonly retryAfterMs?: number | undefined;
  /** The service's own words ("Errors"), cut short: for a log, never for a payer. */
  readonly serviceText?: string | undefined;
  /** What is to be done, in our words: the end of the message. */
  readonly remedy?: string | undefined;
}

/**
 * The one error class of the client. The message names operation and code, never the service's words or a
 * key.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceText: string | undefined;

  constructor(
    readonly code: ServiceErrorCode,
    readonly operation: string,
    { cause, status, retryAfterMs, serviceText, remedy }: ServiceErrorOptions = {},
  ) {
    const message = [operation, code, ...(remedy === undefined ? [] : [remedy])].join(': ');
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.serviceText = serviceText;
  }
}
