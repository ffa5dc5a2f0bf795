import { AmountError, CurrencyError } from '../../payment/index.js';
import { OrderError } from '../../proxy/domain/tokens.js';
import { ServiceError } from '../../service/node.js';
import type { ServiceErrorCode } from '../../service/node.js';
import { escapeControlCharacters } from './output.js';
import { shownServiceUrl } from './service-url.js';
import type { Terminal } from './terminal.js';

/**
 * How a command ends, for scripts:
 * 0 done · 1 not done · 2 not understood · 3 not known whether it was done · 130 ended by Ctrl-C
 */
export const EXIT = { done: 0, failed: 1, usage: 2, unknown: 3, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command cannot go on. `message` is for the person: what is wrong, and the remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
  ) {
    super(message);
  }
}

/** For an id that was typed. */
export function noCheckout(id: string): CommandError {
  return new CommandError(
    `there is no checkout or order "${escapeControlCharacters(id)}" in this store: see checkout list`,
  );
}

const REMEDIES: Readonly<Record<ServiceErrorCode, string>> = {
  unreachable: 'no connection to the service: check CRYPTO_CHECKOUT_SERVICE_URL and the network',
  unauthorized: 'the service does not accept the key: copy it again from the account',
  refused: 'the service refused',
  unavailable: 'the service did not answer properly: try again in a minute',
  bad_answer: 'the service answered in a form that its document does not have: is the address the right one?',
  lost_answer:
    'the request was sent and its answer was lost: it may have worked. Do not repeat it: look in the list',
};

/** Of what was typed, or stands in the environment. */
const MISTAKES = [TypeError, RangeError, AmountError, CurrencyError, OrderError] as const;

interface ErrorDescription {
  /** Only the line breaks that are ours are left in it. */
  readonly message: string;
  readonly exitCode: ExitCode;
}

/** What the person is told, and how the process ends. `env` tells where the service was looked for. */
export function describeError(error: unknown, env: Terminal['env']): ErrorDescription {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ServiceError) return describeServiceError(error, env);
  const isMistake = MISTAKES.some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  return { message: escapeControlCharacters(message), exitCode: isMistake ? EXIT.usage : EXIT.failed };
}

/** The same on one line, for the middle of another sentence. */
export function describeErrorInline(error: unknown, env: Terminal['env']): string {
  return describeError(error, env).message.replace(/\n\s*/g, '; ');
}

function describeServiceError(error: ServiceError, env: Terminal['env']): ErrorDescription {
  const said =
    error.serviceText === undefined
      ? ''
      : `\n  the service said: ${escapeControlCharacters(error.serviceText)}`;
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
  const exitCode = error.code === 'lost_answer' ? EXIT.unknown : EXIT.failed;
  return { message: `${error.operation}: ${remedyOf(error, env)}${status}${said}`, exitCode };
}

function remedyOf(error: ServiceError, env: Terminal['env']): string {
  const remedy = isBadPort(error)
    ? 'nothing is ever sent to this port: give CRYPTO_CHECKOUT_SERVICE_URL another one'
    : REMEDIES[error.code];
  if (error.code === 'unauthorized' && error.operation === 'create withdrawal') {
    return `${remedy} (a withdrawal needs its own key)`;
  }
  const isAboutAddress = ['unreachable', 'unavailable', 'bad_answer'].includes(error.code);
  const url = isAboutAddress ? shownServiceUrl(env) : null;
  return url === null ? remedy : `${url}: ${remedy}`;
}

function isBadPort({ cause }: ServiceError): boolean {
  return cause instanceof Error && /\bBAD_PORT\b/.test(cause.message);
}
