import { AmountError, CurrencyError } from '../../payment/index.js';
import { OrderError, ProblemError, StoreError } from '../../proxy/settings.js';
import { ServiceError, type ServiceErrorCode } from '../../service/node.js';
import { describeProblem, OptionError, type OptionFault } from '../../service/options.js';
import { escapeControlCharacters } from './output.js';
import { redactedServiceUrl } from './environment.js';
import type { Terminal } from './terminal.js';
import { variableOf } from './variables.js';

/** Exit codes for scripts. `CommandLine.mdx` says when a command ends with each of them. */
export const EXIT = { done: 0, failed: 1, usage: 2, unknown: 3, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command failed. `message` states the problem and the remedy for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
  ) {
    super(message);
  }
}

export function noCheckout(id: string): CommandError {
  return new CommandError(
    `there is no checkout or order "${escapeControlCharacters(id)}" in this store. Run checkout list to find it.`,
  );
}

const REMEDIES: Readonly<Record<ServiceErrorCode, string>> = {
  unreachable: 'cannot connect to the service. Check CRYPTO_CHECKOUT_SERVICE_URL and the network.',
  unauthorized: 'the service rejected the key. Copy it again from the account.',
  refused: 'the service rejected the request.',
  unavailable: 'the service is unavailable. Try again in a minute.',
  invalid_response: 'the response does not match the API of the service. Check the URL.',
  outcome_unknown:
    'the request was sent and its response was lost, so it may have succeeded. Do not repeat it. Check the list.',
};

/** Problems that the API states by their code alone. */
const PROBLEM_MESSAGES: Readonly<Record<string, string>> = {
  second_person_required:
    'this person proposed the payout, so another person must approve or decline it. Run the command as that person, with their name in --person.',
  store_unavailable: 'the store is unavailable. Run crypto-checkout doctor to find out why.',
};

/** Returns the message; that of a problem without its code, and with commands instead of calls of the API. */
function textOf(error: Error): string {
  if (!(error instanceof ProblemError)) return error.message;
  // It names the database, what is wrong with it, and the remedy.
  if (error.cause instanceof StoreError) return error.cause.message;
  return (error.detail ?? PROBLEM_MESSAGES[error.code] ?? error.code)
    .replace('Read the payment again.', 'Run checkout show to see it.')
    .replace('Read the payout again.', 'Run payouts list to see it.');
}

/** Errors about typed values or variables. */
const MISTAKES = [TypeError, RangeError, AmountError, CurrencyError, OrderError] as const;

/**
 * Returns the message for the user, without line breaks except our own, and the exit code.
 * @param env names the service URL in the message
 */
export function describeError(error: unknown, env: Terminal['env']) {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ServiceError) return describeServiceError(error, env);
  if (error instanceof OptionError)
    return { message: error.faults.map(describeFault).join('\n'), exitCode: EXIT.usage };
  const isMistake = MISTAKES.some((kind) => error instanceof kind);
  const message = error instanceof Error ? textOf(error) : String(error);
  return { message: escapeControlCharacters(message), exitCode: isMistake ? EXIT.usage : EXIT.failed };
}

/** Returns what is wrong with an option, under the name of its variable. */
function describeFault(fault: OptionFault): string {
  const problem = describeProblem(fault, (option) => variableOf(option).name);
  return escapeControlCharacters(`${problem}. ${fault.remedy}.`);
}

/** Returns the same message on one line, to embed it in another sentence. */
export function describeErrorInline(error: unknown, env: Terminal['env']): string {
  return describeError(error, env).message.replace(/\n\s*/g, '; ');
}

function describeServiceError(error: ServiceError, env: Terminal['env']) {
  const { serviceText } = error;
  const serviceMessage =
    serviceText === undefined
      ? ''
      : `\n  service message: ${escapeControlCharacters(withoutShell(serviceText))}`;
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
  const exitCode = error.code === 'outcome_unknown' ? EXIT.unknown : EXIT.failed;
  return { message: `${error.operation}: ${remedyOf(error, env)}${status}${serviceMessage}`, exitCode };
}

/** Returns the text in the JSON object of an error (service doc, "Errors"); any other text unchanged. */
function withoutShell(serviceText: string): string {
  try {
    const content: unknown = JSON.parse(serviceText);
    const texts: readonly unknown[] =
      typeof content === 'object' && content !== null ? Object.values(content) : [];
    const [text, ...others] = texts;
    return typeof text === 'string' && others.length === 0 ? text : serviceText;
  } catch {
    // A long message is cut off.
    return serviceText;
  }
}

function remedyOf(error: ServiceError, env: Terminal['env']): string {
  const remedy = isBadPort(error)
    ? 'Node blocks this port. Use another port in CRYPTO_CHECKOUT_SERVICE_URL.'
    : REMEDIES[error.code];
  if (error.code === 'unauthorized' && error.operation === 'create withdrawal') {
    return `${remedy} A withdrawal needs its own key.`;
  }
  const isAboutAddress = ['unreachable', 'unavailable', 'invalid_response'].includes(error.code);
  const url = isAboutAddress ? redactedServiceUrl(env) : null;
  return url === null ? remedy : `${url}: ${remedy}`;
}

function isBadPort({ cause }: ServiceError): boolean {
  return cause instanceof Error && /\bBAD_PORT\b/.test(cause.message);
}

/** Appends the code of the system that is behind a failed request, such as `ECONNREFUSED`. */
export function withCauseCode(failure: string, error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? `${failure} (${String(cause.code)})` : failure;
}
