// Results are stored beside earlier ones, and compared with the last.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Machine } from './machine.js';
import type { Report } from './report.js';

export interface Results {
  readonly machine: Machine;
  readonly parts: Readonly<Record<string, Report>>;
}

export interface LastResults extends Pick<Report, 'figures'> {
  readonly date: string;
}

/** Returns the results of the last run with this suite, or `null`. */
export function lastResults(folder: string, part: string): LastResults | null {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  for (const name of names) {
    const { machine, parts } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results;
    const report = parts[part];
    if (report) return { date: machine.date, figures: report.figures };
  }
  return null;
}

export function writeResults(folder: string, results: Results): string {
  const file = join(folder, `${results.machine.date.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
