// `npm run bench`: measures, and compares with what was measured before; see --help.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { HELP, parseArguments } from './bench/arguments.mjs';
import { cache, ensureBuilt, ensureChromium, ensureDependencies, root } from './bootstrap.mjs';
import { machine } from './bench/machine.mjs';
import { PARTS } from './bench/parts.mjs';
import { printReport } from './bench/print.mjs';
import { lastResults, writeResults } from './bench/results.mjs';

let options;
try {
  options = parseArguments(process.argv.slice(2), Object.keys(PARTS));
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exit(2);
}
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
await ensureDependencies();
process.chdir(root);
const chosen = options.parts.map((name) => [name, PARTS[name]]);
if (chosen.some(([, { built }]) => built)) await ensureBuilt();
if (chosen.some(([, { browser }]) => browser)) process.env.CHROME_PATH = await ensureChromium();
const folder = join(cache, 'bench');
mkdirSync(folder, { recursive: true });

const results = { machine: await machine(chosen.some(([, { browser }]) => browser)), parts: {} };
console.log(
  Object.entries(results.machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
);
for (const [name, part] of chosen) {
  const progress = (text) => process.stderr.write(`[${name}] ${text}\n`);
  const report = await part.run({ rounds: options.rounds, progress, folder });
  results.parts[name] = report;
  printReport(name, report, lastResults(folder, name));
}
console.log(`written: ${writeResults(folder, results)}`);
process.exit(0);
