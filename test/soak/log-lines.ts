import type { Invariant } from './invariants.js';
import { SOAK_SECRETS } from './settings.js';

const SECRETS = Object.values(SOAK_SECRETS).map((secret) => secret.replace(/^whsec_/, ''));

/**
 * The messages of PostgreSQL about a statement or a value that can never succeed. The proxy reports it as `store_unavailable`, and a
 * run would count it as one of its faults.
 */
const REFUSED_STATEMENT = /invalid input syntax|syntax error|violates|out of range/i;

interface LogFault {
  readonly invariant: Invariant;
  readonly what: string;
}

/** Returns the violations in a log line of a proxy, and the message of a warning or an error without names of orders. */
export function readLogLine(line: string): {
  readonly faults: readonly LogFault[];
  readonly warning: string | null;
} {
  const secret = SECRETS.find((text) => line.includes(text));
  const parsed = parseLine(line);
  const faults: readonly (LogFault | false)[] = [
    secret !== undefined && { invariant: 'secrets', what: `logs ${secret}` },
    REFUSED_STATEMENT.test(line) && { invariant: 'statements', what: `logs: ${line.slice(0, 500)}` },
    !parsed && { invariant: 'alive', what: `prints: ${line.slice(0, 300)}` },
  ];
  const isWarning = parsed !== null && parsed.level !== 'info';
  return {
    faults: faults.filter((fault) => fault !== false),
    warning: isWarning ? withoutNames(parsed.message) : null,
  };
}

/** Removes the ids of orders, such as `soak-17.2`. */
function withoutNames(message: string): string {
  return message.replace(/\S+-\d+(\.\d+)?/g, '…');
}

/** Parses a log line. The last line of a killed process may be incomplete: it counts as empty. */
function parseLine(line: string): { readonly level: string; readonly message: string } | null {
  try {
    const { level, message }: Record<string, unknown> = JSON.parse(line);
    return typeof level === 'string' && typeof message === 'string' ? { level, message } : null;
  } catch {
    return line.startsWith('{"time":') ? { level: 'info', message: '' } : null;
  }
}
