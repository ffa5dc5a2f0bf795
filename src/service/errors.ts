/**
 * Code of a failed call to the payment service.
 *
 * - `unreachable`: no trusted connection was made, so nothing was sent: safe to retry
 * - `unauthorized`: the service rejected the key (service doc, "Authentication")
 * - `refused`: the service rejected the request (service doc, "Errors"). A creating call has then certainly created nothing
 * - `unavailable`: HTTP 429, 5xx, 406 without an object, a timeout or a lost connection, on a call that creates nothing
 * - `invalid_response`: the response does not match the service document
 * - `outcome_unknown`: a creating call was sent, and no response proves its outcome, so it may have succeeded. Never repeat it: the
 *   message explains how to find its result
 */
export type ServiceErrorCode =
  | 'unreachable'
  | 'unauthorized'
  | 'refused'
  | 'unavailable'
  | 'invalid_response'
  | 'outcome_unknown';

export interface ServiceErrorOptions extends ErrorOptions {
  /** HTTP status of the response, if any. */
  readonly status?: number | undefined;
  /** From `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfterMs?: number | undefined;
  /** The service's message (service doc, "Errors"), truncated: for logs, never for a payer. */
  readonly serviceText?: string | undefined;
  /** See `ServiceError`. */
  readonly created?: CreatedRecord | undefined;
  /** Next step, appended to the message. */
  readonly remedy?: string | undefined;
}

/** What the service reported as created, in a response that does not match the request, or reports no success. */
export interface CreatedRecord {
  /** The service's id. */
  readonly id: string;
  /** Exact decimal text; `null` if it cannot be read. */
  readonly amount: string | null;
}

/** The only error class of the clients. Its message names operation and code, never the service's message or a key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceText: string | undefined;
  /** With `outcome_unknown`: a record that may be the result of the call. */
  readonly created: CreatedRecord | undefined;

  constructor(
    readonly code: ServiceErrorCode,
    readonly operation: string,
    { cause, status, retryAfterMs, serviceText, created, remedy }: ServiceErrorOptions = {},
  ) {
    const problem = code === 'outcome_unknown' ? 'may have succeeded' : 'failed';
    const details = [
      `${operation} ${problem} (${code}).`,
      ...(created === undefined ? [] : [`The service reported the id ${created.id}.`]),
      ...(remedy === undefined ? [] : [remedy]),
    ];
    super(details.join(' '), cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.serviceText = serviceText;
    this.created = created;
  }
}
