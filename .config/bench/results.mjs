// Results lie beside earlier ones, and are compared with the last.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The figures of the last run that had this part, or `null`. */
export function lastResults(folder, part) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  for (const name of names) {
    const { machine, parts } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (parts[part]) return { date: machine.date, figures: parts[part].figures };
  }
  return null;
}

export function writeResults(folder, results) {
  const file = join(folder, `${results.machine.date.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
