import { inspect } from 'node:util';

const MAX_LENGTH = 100;

/** Formats an invalid value for an error message. Never use it for a value that may be secret. */
export function formatValue(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 1, breakLength: Infinity });
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}
