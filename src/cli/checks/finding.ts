import { StoreError } from '../../proxy/settings.js';
import { OptionError } from '../../service/options.js';
import { describeError } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';

export type Verdict = 'ok' | 'failed' | 'warning' | 'skipped';

/** The result of one check. Contains no secrets. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly detail: string;
  /** Set for a failed check and for a warning. */
  readonly remedy?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, verdict: 'ok', detail };
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'failed', detail, remedy };
}

/** Returns a finding that works, but could be better. */
export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'warning', detail, remedy };
}

export function skipped(check: string, detail: string): Finding {
  return { check, verdict: 'skipped', detail };
}

/** Returns a finding for a check that depends on a failed one. */
export function blocked(check: string): Finding {
  return skipped(check, 'fix the failed checks above first');
}

/** Returns a finding with the problem and the remedy of an error. The name of the check is not repeated. */
export function failedWithError(check: string, error: unknown): Finding {
  if (!(error instanceof OptionError || error instanceof StoreError))
    return failed(check, describeError(error, {}).message, 'see --help');
  const problem = escapeControlCharacters(error.problem);
  const start = problem.startsWith(`${check} `) ? check.length + 1 : 0;
  return failed(check, problem.slice(start), lowercaseFirst(escapeControlCharacters(error.remedy)));
}

export function findingOf(name: string, check: () => Finding): Finding {
  try {
    return check();
  } catch (error) {
    return failedWithError(name, error);
  }
}

/** In a finding, a remedy follows an arrow instead of a period. */
export function lowercaseFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
