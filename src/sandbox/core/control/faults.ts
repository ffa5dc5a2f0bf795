import type { JsonFields } from '../base/fields.js';
import { optionalInteger, optionalText, RequestError, formatValue } from '../base/fields.js';
import { ENDPOINT_PATHS, STALE_PATHS } from '../base/endpoint-paths.js';
import { unauthorized } from '../wire/errors.js';
import type { SandboxReply } from '../base/reply.js';
import { inRecordedForm } from './recorded-form.js';

/**
 * - `delay`: the work is done, the answer waits `ms` · `stale`: what was true before the last change
 * - `reset-before`, `reset-after`: the connection is cut before or after the work
 * - `truncate`: the work is done, half of the answer arrives · `malformed`: the work is done, the answer is no JSON
 * - `unknown-status`: the work is done, every invoice in the answer has a status that the document does not know
 * - `recorded`: the work is done, the answer has another form than the document's, as others have recorded it
 * - `status`, `html`, `unauthorized`: the answer of something in front of the service; no work is done
 */
export const FAULT_KINDS = [
  'delay',
  'status',
  'reset-before',
  'reset-after',
  'truncate',
  'malformed',
  'html',
  'stale',
  'unknown-status',
  'recorded',
  'unauthorized',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The one path it is played on; every path that can show it when `null`. */
  readonly endpoint: string | null;
  /** How often it is still played; for ever when `null`. */
  readonly times: number | null;
  /** For `delay`. */
  readonly ms: number;
  /** The HTTP status, for `status` and `html`. */
  readonly code: number;
}

const MAX_DELAY_MS = 600_000;
const MAX_TIMES = 1_000_000;

/** @throws {RequestError} */
export function parseFault(fields: JsonFields): Fault {
  if (fields['kind'] === 'unknown-word') {
    throw new RequestError('The fault kind unknown-word is now unknown-status. Send the new name.');
  }
  const kind = FAULT_KINDS.find((name) => name === fields['kind']);
  if (!kind)
    throw new RequestError(`kind is ${formatValue(fields['kind'])}. Send one of ${FAULT_KINDS.join(', ')}.`);
  const ms = optionalInteger(fields, 'ms', 1, MAX_DELAY_MS);
  const code = optionalInteger(fields, 'code', 200, 599);
  if (kind === 'delay' && ms === undefined)
    throw new RequestError('ms is missing. Send the delay in milliseconds.');
  if (kind === 'status' && code === undefined)
    throw new RequestError('code is missing. Send the HTTP status to answer with.');
  const times = optionalInteger(fields, 'times', 1, MAX_TIMES) ?? null;
  return { kind, endpoint: parseEndpoint(fields, kind), times, ms: ms ?? 0, code: code ?? 200 };
}

function parseEndpoint(fields: JsonFields, kind: FaultKind): string | null {
  const endpoint = optionalText(fields, 'endpoint');
  const possible = kind === 'stale' ? STALE_PATHS : ENDPOINT_PATHS;
  if (!endpoint) return null;
  if (possible.includes(endpoint)) return endpoint;
  throw new RequestError(
    `endpoint is ${formatValue(endpoint)}: for ${kind} give one of ${possible.join(', ')}, or none`,
  );
}

/** The faults that wait to be played, in the order in which they were asked for. */
export class Faults {
  #pending: readonly Fault[] = [];
  #changes = 0;

  /** How often what waits has changed. */
  get changes(): number {
    return this.#changes;
  }

  get pending(): readonly Fault[] {
    return this.#pending;
  }

  add(fault: Fault): void {
    this.#setPending([...this.#pending, fault]);
  }

  clear(): void {
    this.#setPending([]);
  }

  /** The first fault for this path, counted as played. */
  take(path: string): Fault | null {
    const fault = this.#pending.find((pending) => fits(pending, path));
    if (!fault) return null;
    const rest =
      fault.times === null ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    this.#setPending(this.#pending.flatMap((other) => (other === fault ? rest : [other])));
    return fault;
  }

  #setPending(faults: readonly Fault[]): void {
    this.#pending = faults;
    this.#changes += 1;
  }
}

function fits({ kind, endpoint }: Fault, path: string): boolean {
  if (endpoint !== null) return endpoint === path;
  return kind !== 'stale' || STALE_PATHS.includes(path);
}

/** Plays a fault on a call of `path`. `work` does what was asked, `stale` as said above. */
export async function applyFault(
  fault: Fault | null,
  path: string,
  work: (stale: boolean) => Promise<Response>,
  signal: AbortSignal,
): Promise<SandboxReply> {
  switch (fault?.kind) {
    case undefined:
      return respond(await work(false));
    case 'stale':
      return respond(await work(true));
    case 'delay': {
      const response = await work(false);
      await pause(fault.ms, signal);
      return respond(response);
    }
    case 'reset-before':
      return { kind: 'reset' };
    case 'reset-after':
      await work(false);
      return { kind: 'reset' };
    case 'truncate':
      return { kind: 'truncated', response: await work(false) };
    case 'malformed':
      return respond(malformed(await work(false)));
    case 'unknown-status':
      return respond(await withUnknownStatus(await work(false)));
    case 'recorded':
      return respond(await inRecordedForm(path, await work(false)));
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

/** Ends early when the caller has gone. */
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
  return new Response('{status: success, result: }', {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** The envelope has a status of its own, which stays. */
async function withUnknownStatus(response: Response): Promise<Response> {
  const text = (await response.text()).replace(
    /"status":"(?!success"|error")[a-z_]+"/g,
    '"status":"reviewing"',
  );
  return new Response(text, { status: response.status, headers: response.headers });
}

/** A redirection leads to the page for people, so that a caller who follows it gets what is no answer. */
function withStatus(code: number): Response {
  const headers = code >= 300 && code < 400 ? { location: '/_sandbox/' } : { 'content-type': 'text/plain' };
  return new Response(bodyFor(code, `status ${code}`), { status: code, headers });
}

function page(code: number): Response {
  const html = '<!doctype html><title>Please wait</title><p>Checking your browser before you continue.';
  return new Response(bodyFor(code, html), {
    status: code,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

/** These statuses have no body (Fetch standard, "null body status"). */
function bodyFor(code: number, text: string): string | null {
  return code === 204 || code === 205 || code === 304 ? null : text;
}
