import { inspect } from 'node:util';

const MAX_LENGTH = 100;

/** A bad value as an error shows it. Never for what may be a secret. */
export function formatValue(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity });
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}
