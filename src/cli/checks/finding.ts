import { describeError } from '../base/exit.js';

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

/** Splits an error message into problem and remedy: at the first period, or else at the first colon. */
export function failedWithError(check: string, error: unknown): Finding {
  const said = describeError(error, {}).message;
  const name = [`${check}: `, `${check} `].find((start) => said.startsWith(start)) ?? '';
  const message = said.slice(name.length);
  const [, problem, remedy] = /^(.*?)(?:\. (?=[A-Z])|: )(.*)$/s.exec(message) ?? [];
  return problem === undefined || remedy === undefined
    ? failed(check, message, 'see --help')
    : failed(check, problem, `${remedy.slice(0, 1).toLowerCase()}${remedy.slice(1).replace(/\.$/, '')}`);
}
