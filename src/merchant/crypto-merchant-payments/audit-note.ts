import type { AuditEntry } from '../../protocol/index.js';

/** Returns what a person has written with an entry of the audit log. Notes on decisions are left out: the decisions show them. */
export function noteOf({ action, before, after }: AuditEntry): string | null {
  const state = parse(after);
  if (action === 'payment.note') return textOf(state, 'note');
  if (action !== 'refund.decline' && action !== 'refund.check') return null;
  const known = new Set(refundsOf(parse(before)).map((refund) => JSON.stringify(refund)));
  const changed = refundsOf(state).find((refund) => !known.has(JSON.stringify(refund)));
  return action === 'refund.decline' ? textOf(changed, 'reply') : textOf(fieldOf(changed, 'check'), 'note');
}

function parse(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : null;
}

function refundsOf(state: unknown): readonly unknown[] {
  const refunds = fieldOf(state, 'refunds');
  return Array.isArray(refunds) ? refunds : [];
}
