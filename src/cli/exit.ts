import { AmountError, CurrencyError } from '../payment/index.js';
import { OrderError } from '../proxy/order-token.js';
import { ServiceError } from '../service/node.js';
import type { ServiceErrorCode } from '../service/node.js';
import { visible } from './output.js';

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

const REMEDIES: Readonly<Record<ServiceErrorCode, string>> = {
  unreachable: 'no connection to the service: check CRYPTO_CHECKOUT_SERVICE_URL and the network',
  unauthorized:
    'the service does not accept the key: copy it again from the account (a withdrawal needs its own key)',
  refused: 'the service refused',
  unavailable: 'the service did not answer properly: try again in a minute',
  bad_answer: 'the service answered in a form that its document does not have: is the address the right one?',
  lost_answer:
    'the request was sent and its answer was lost: it may have worked. Do not repeat it: look in the list',
};

/** Of what was typed, or stands in the environment. */
const MISTAKES = [TypeError, RangeError, AmountError, CurrencyError, OrderError] as const;

/** What the person is told, and how the process ends. */
export function explain(error: unknown): { readonly message: string; readonly exitCode: ExitCode } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ServiceError) return explainService(error);
  const isMistake = MISTAKES.some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  return { message: visible(message), exitCode: isMistake ? EXIT.usage : EXIT.failed };
}

function explainService(error: ServiceError): { readonly message: string; readonly exitCode: ExitCode } {
  const said = error.serviceText === undefined ? '' : `\n  the service said: ${visible(error.serviceText)}`;
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
  const exitCode = error.code === 'lost_answer' ? EXIT.unknown : EXIT.failed;
  return { message: `${error.operation}: ${REMEDIES[error.code]}${status}${said}`, exitCode };
}
