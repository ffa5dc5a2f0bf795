import { formatValue, type JsonFields, optionalInteger, optionalText, RequestError } from '../base/fields.js';
import { ENDPOINT_PATHS, STALE_PATHS } from '../base/endpoint-paths.js';
import { type SandboxReply, unauthorized } from '../base/reply.js';
import { inRecordedForm } from './recorded-form.js';

/** Descriptions of the fault kinds, for the page and the command line. README.md contains them, too. */
export const FAULT_HINTS = {
  'delay': 'The call is processed immediately. The correct response arrives later, in real time.',
  'status': 'Another HTTP status, as from a gateway in front of the service. The call is not processed.',
  'reset-before': 'The connection is closed before the call is processed. No response arrives.',
  'reset-after': 'The call is processed, then the connection is closed: the response is lost.',
  'truncate': 'The call is processed. Half of the response arrives, then the connection is closed.',
  'malformed': 'The call is processed. The response has the type JSON, but invalid content.',
  'html': 'A web page instead of a response, with HTTP 200 or another status. The call is not processed.',
  'stale': 'The state before the last change: for information, list, statistics and balances.',
  'unknown-status':
    'The call is processed. Invoices have a status that the document does not define. Payers see “Processing your payment”.',
  'recorded': 'The call is processed. The response has a recorded format that differs from the document.',
  'unauthorized': 'The response to a wrong key. The call is not processed.',
} as const;

type FaultKind = keyof typeof FAULT_HINTS;

function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(FAULT_HINTS, text);
}

export interface Fault {
  readonly kind: FaultKind;
  /** `null` for every endpoint to which the kind applies. */
  readonly endpoint: string | null;
  /** Remaining number of calls; `null` for no limit. */
  readonly times: number | null;
  /** Duration of a `delay`. */
  readonly ms: number;
  /** The HTTP status, for `status` and `html`. */
  readonly code: number;
}

const MAX_DELAY_MS = 600_000;
const MAX_TIMES = 1_000_000;

export function parseFault(fields: JsonFields): Fault {
  const { kind } = fields;
  if (!isFaultKind(kind)) {
    const kinds = Object.keys(FAULT_HINTS).join(', ');
    throw new RequestError(`kind is ${formatValue(kind)}. Send one of ${kinds}.`);
  }
  const ms = optionalInteger(fields, 'ms', 1, MAX_DELAY_MS);
  const code = optionalInteger(fields, 'code', 200, 599);
  if (kind === 'delay' && ms === undefined)
    throw new RequestError('ms is missing. Send the delay in milliseconds.');
  if (kind === 'status' && code === undefined)
    throw new RequestError('code is missing. Send the HTTP status of the response.');
  const times = optionalInteger(fields, 'times', 1, MAX_TIMES) ?? null;
  return { kind, endpoint: parseEndpoint(fields, kind), times, ms: ms ?? 0, code: code ?? 200 };
}

function parseEndpoint(fields: JsonFields, kind: FaultKind): string | null {
  const endpoint = optionalText(fields, 'endpoint');
  const possible = kind === 'stale' ? STALE_PATHS : ENDPOINT_PATHS;
  if (!endpoint) return null;
  if (possible.includes(endpoint)) return endpoint;
  throw new RequestError(
    `endpoint ${formatValue(endpoint)} is invalid for ${kind}. Send one of ${possible.join(', ')}, or omit it.`,
  );
}

/** The pending faults, in the order in which they were added. */
export class Faults {
  pending: readonly Fault[] = [];
  changes = 0;

  add(fault: Fault): readonly Fault[] {
    return this.#setPending([...this.pending, fault]);
  }

  clear(): readonly Fault[] {
    return this.#setPending([]);
  }

  /** Returns the first fault for this path, and counts it as applied. */
  take(path: string): Fault | null {
    const fault = this.pending.find((pending) => fits(pending, path));
    if (!fault) return null;
    const rest =
      fault.times === null ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    this.#setPending(this.pending.flatMap((other) => (other === fault ? rest : [other])));
    return fault;
  }

  #setPending(faults: readonly Fault[]): readonly Fault[] {
    this.pending = faults;
    this.changes += 1;
    return faults;
  }
}

function fits({ kind, endpoint }: Fault, path: string): boolean {
  if (endpoint !== null) return endpoint === path;
  return kind !== 'stale' || STALE_PATHS.includes(path);
}

/** Applies a fault to a call of `path`. `work` handles the call. If `stale`, it returns the state before the last change. */
export async function applyFault(
  fault: Fault | null,
  path: string,
  work: (stale: boolean) => Response,
  signal: AbortSignal,
): Promise<SandboxReply> {
  switch (fault?.kind) {
    case undefined:
      return respond(work(false));
    case 'stale':
      return respond(work(true));
    case 'delay': {
      const response = work(false);
      await pause(fault.ms, signal);
      return respond(response);
    }
    case 'reset-before':
      return { kind: 'reset' };
    case 'reset-after':
      work(false);
      return { kind: 'reset' };
    case 'truncate':
      return { kind: 'truncated', response: work(false) };
    case 'malformed':
      return respond(malformed(work(false)));
    case 'unknown-status':
      return respond(await withUnknownStatus(work(false)));
    case 'recorded':
      return respond(await inRecordedForm(path, work(false)));
    case 'status':
      return respond(withStatus(fault.code));
    case 'html':
      return respond(page(fault.code));
    case 'unauthorized':
      return respond(unauthorized());
  }
}

function respond(response: Response): SandboxReply {
  return { kind: 'response', response };
}

/** Waits, but ends early if the client disconnects. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

function malformed({ status }: Response): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response('{status: success, result: }', { status, headers });
}

/** Replaces the status of invoices, but not that of the envelope. */
async function withUnknownStatus(response: Response): Promise<Response> {
  const text = await response.text();
  const changed = text.replace(/"status":"(?!success"|error")[a-z_]+"/g, '"status":"reviewing"');
  return new Response(changed, { status: response.status, headers: response.headers });
}

/** Returns a response with this status. A redirect leads to the page, where a client would receive HTML. */
function withStatus(code: number): Response {
  const headers = code >= 300 && code < 400 ? { location: '/_sandbox/' } : { 'content-type': 'text/plain' };
  return new Response(bodyFor(code, `status ${code}`), { status: code, headers });
}

function page(code: number): Response {
  const html = '<!doctype html><title>Please wait</title><p>Checking your browser before you continue.';
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  return new Response(bodyFor(code, html), { status: code, headers });
}

/** Returns the text, or `null` for a status that allows no body (Fetch standard, "null body status"). */
function bodyFor(code: number, text: string): string | null {
  return code === 204 || code === 205 || code === 304 ? null : text;
}
