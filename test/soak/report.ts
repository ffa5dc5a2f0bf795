import { readFile, readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NEEDED_CASES, type MoneyCase } from './books.js';
import type { Violation } from './invariants.js';
import { INVARIANTS } from './invariants.js';
import type { ServiceProcess } from './sandbox.js';
import type { OrderHistories, OrderHistory } from './order-history.js';

/** CPU seconds of the run and its ended processes; `null` where the system does not provide them. */
export function cpuSeconds(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return Math.round(ticks / 100);
  } catch {
    return null;
  }
}

export function counted(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].toSorted(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

/**
 * Returns a line for each invariant, and the count of passed and failed ones. A law about money for which this run had no case
 * counts as neither.
 * @param cases those that the final checks have seen; `null`: they did not run
 */
export function verdict(
  violations: readonly Violation[],
  cases: ReadonlyMap<MoneyCase, number> | null,
): string {
  const lines = Object.entries(INVARIANTS).map(([invariant, text]) => {
    const times = violations.filter((one) => one.invariant === invariant).length;
    if (times > 0) return { passed: 0, failed: 1, line: `  FAILED  ${text} (${times} times)` };
    const missing = (NEEDED_CASES.get(invariant) ?? []).filter((one) => cases !== null && !cases.has(one));
    if (missing.length > 0)
      return { passed: 0, failed: 0, line: `  NO CASE ${text} (no ${missing.join(', no ')})` };
    return { passed: 1, failed: 0, line: `  ${cases === null ? 'so far' : 'holds '}  ${text}` };
  });
  const sum = (name: 'passed' | 'failed') => lines.reduce((total, one) => total + one[name], 0);
  return [...lines.map(({ line }) => line), `${sum('passed')} passed, ${sum('failed')} failed`].join('\n');
}

const MAX_HISTORIES = 3;

/** Returns the histories of the orders with violations. */
export async function describeViolations(
  { violations, byOrderId }: OrderHistories,
  service: ServiceProcess,
  folder: string,
): Promise<string> {
  const orders = [...new Set(violations.flatMap(({ order }) => order ?? []))];
  const texts = await Promise.all(
    orders.slice(0, MAX_HISTORIES).map(async (order) => {
      const history = byOrderId.get(order);
      return history ? describeHistory(history, service, folder) : '';
    }),
  );
  const lines = violations
    .slice(0, 40)
    .map(({ invariant, order, what }) => `VIOLATION (${invariant}) ${order ?? ''} ${what}`);
  const more = orders.length > MAX_HISTORIES ? [`… and ${orders.length - MAX_HISTORIES} more orders`] : [];
  return [...lines, ...texts, ...more].join('\n');
}

async function describeHistory(
  history: OrderHistory,
  service: ServiceProcess,
  folder: string,
): Promise<string> {
  const ids = [...history.shown.keys()];
  const histories = await Promise.all(
    ids.map((id) => service.history(id).then(({ ...answer }) => JSON.stringify(answer), String)),
  );
  const names = [history.order, history.checkoutId, ...ids].flatMap((name) => name ?? []);
  const said = await logLines(folder, names);
  return [
    `\nHistory of ${history.order}, checkout ${history.checkoutId}`,
    ...history.lines,
    ...histories.map((text) => `  service  ${text}`),
    ...said.map((text) => `  proxy    ${text}`),
  ].join('\n');
}

async function logLines(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  // Whole words: `A-48` does not contain `A-4`.
  const isAbout = (line: string) => names.some((name) => line.split(/[^\w.-]+/).includes(name));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter(isAbout)
    .toSorted();
}
