import { describeError } from '../base/exit.js';

export type Verdict = 'ok' | 'wrong' | 'warning' | 'not checked';

/** What one check has found. Nothing of a secret is in it. */
export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  readonly detail: string;
  /** Only where something is wrong, or could be better. */
  readonly remedy?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, verdict: 'ok', detail };
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'wrong', detail, remedy };
}

/** It works, and could be better. */
export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'warning', detail, remedy };
}

export function skipped(check: string, detail: string): Finding {
  return { check, verdict: 'not checked', detail };
}

/** It depends on what is wrong already, and is told there. */
export function blocked(check: string): Finding {
  return skipped(check, 'something above has to be mended first');
}

/** Of an error whose message names the fault and, after the first colon and blank, the remedy; perhaps first the check. */
export function failedWithError(check: string, error: unknown): Finding {
  const said = describeError(error, {}).message;
  const name = [`${check}: `, `${check} `].find((start) => said.startsWith(start)) ?? '';
  const message = said.slice(name.length);
  const at = message.indexOf(': ');
  return at < 0
    ? failed(check, message, 'see --help')
    : failed(check, message.slice(0, at), message.slice(at + 2));
}
