/**
 * Code of a failed call to the payment service.
 *
 * - `unreachable`: nothing was sent, because no trusted connection was established. You can retry the call
 * - `unauthorized`: the service rejected the key (service doc, "Authentication")
 * - `refused`: the service rejected the request (service doc, "Errors"). A create call has certainly created nothing
 * - `unavailable`: HTTP 429, 5xx, 406 without an object, a timeout or a lost connection, for any other call than a create call
 * - `invalid_response`: the response does not match the service document
 * - `outcome_unknown`: a create call may have succeeded, because no response proves its outcome. Never repeat it: the message explains
 *   how to find its result
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
  /** Delay from `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfterMs?: number | undefined;
  /** The service's message (service doc, "Errors"), truncated: for logs, never for a payer. */
  readonly serviceText?: string | undefined;
  /** See `ServiceError`. */
  readonly created?: CreatedRecord | undefined;
  /** Next step, appended to the message. */
  readonly remedy?: string | undefined;
}

/** A record that an error response, or a response that does not match the request, reports as created. */
export interface CreatedRecord {
  /** The service's id. */
  readonly id: string;
  /** Exact decimal text; `null` if it is unreadable. */
  readonly amount: string | null;
}

/** The error that all calls throw. Its message contains operation and code, but neither the service's message nor a key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly serviceText: string | undefined;
  /** For `outcome_unknown`: a record that may be the result of the call. */
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
