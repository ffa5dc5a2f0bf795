// `npm run bench`: measures, and compares with earlier results; see --help.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ROUNDS, HELP, parseArguments } from './arguments.js';
import { cache, ensureBuilt } from '../../.config/bootstrap.mjs';
import { machine } from './machine.js';
import { SUITES } from './suites.js';
import { printReport } from './print.js';
import type { Report } from './report.js';
import { lastResults, writeResults } from './results.js';

function readOptions() {
  try {
    return parseArguments(process.argv.slice(2), Object.keys(SUITES));
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

const options = readOptions();
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const chosen = options.parts.flatMap((name) => {
  const suite = SUITES[name];
  return suite ? [{ name, suite }] : [];
});
const withBrowser = chosen.some(({ suite }) => suite.browser);
if (chosen.some(({ suite }) => suite.built)) await ensureBuilt();
const folder = join(cache, 'bench');
mkdirSync(folder, { recursive: true });

const parts: Record<string, Report> = {};
const results = { machine: await machine(withBrowser), parts };
console.log(
  Object.entries(results.machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
);
for (const { name, suite } of chosen) {
  const progress = (text: string) => void process.stderr.write(`[${name}] ${text}\n`);
  const rounds = options.rounds ?? suite.rounds ?? DEFAULT_ROUNDS;
  const report = await suite.run({ rounds, progress, folder });
  parts[name] = report;
  printReport(name, report, lastResults(folder, name));
}
console.log(`written: ${writeResults(folder, results)}`);
process.exit(0);
