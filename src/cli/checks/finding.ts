import { StoreError } from '../../proxy/settings.js';
import { describeProblem, type OptionFault } from '../../service/options.js';
import { describeError } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';
import { variableOf } from '../base/variables.js';

export type Verdict = 'ok' | 'failed' | 'warning' | 'skipped';

/** The result of one check, without secrets. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly detail: string;
  /** Set for a failed check or a warning. */
  readonly remedy?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, verdict: 'ok', detail };
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'failed', detail, remedy };
}

/** Returns a finding about a configuration that works, but has a risk. */
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

/** Returns a finding with the problem and the remedy of an error. */
export function failedWithError(check: string, error: unknown): Finding {
  if (!(error instanceof StoreError)) {
    const { message } = describeError(error, {});
    // Most messages end with their remedy.
    const [, problem = message, remedy] = /^(.*?)\. ([A-Z].*)\.$/s.exec(message) ?? [];
    return failed(check, problem, remedy === undefined ? 'see --help' : lowercaseFirst(remedy));
  }
  return failed(check, escapeControlCharacters(error.problem), lowercaseFirst(error.remedy));
}

/** Returns a finding about the variable of an option. Omits its name from the detail. */
export function failedWithFault(fault: OptionFault): Finding {
  const { variable, name } = variableOf(fault.option);
  const isWhole = name === variable && fault.other === undefined;
  const detail = isWhole ? fault.problem : describeProblem(fault, (option) => variableOf(option).name);
  return failed(variable, escapeControlCharacters(detail), lowercaseFirst(fault.remedy));
}

/** In the output, a remedy follows an arrow instead of a period. */
function lowercaseFirst(text: string): string {
  return escapeControlCharacters(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`);
}
