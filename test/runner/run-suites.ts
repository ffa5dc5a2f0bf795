// Runs the suites two at a time, prints a line for each, and counts.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, root } from '../../.config/bootstrap.mjs';
import { ensureChromium } from '../browsers/driver/install-chromium.js';
import { ensureEngine, type EngineName } from '../browsers/driver/install.js';
import { CANARY_SECRETS } from '../repository/canary-secrets.js';
import { run } from '../../.config/processes.mjs';
import {
  CHECK,
  type Command,
  compileCommand,
  FRAMEWORKS,
  MORE,
  QUICK_FRAMEWORKS,
  suiteOfFile,
  type Suite,
  SUITES,
} from '../suites.js';

interface Count {
  passed: number;
  failed: number;
}

interface Result extends Count {
  output: string;
  note: string;
  readonly seconds: string;
}

/** Hardly a suite keeps two cores busy. */
const AT_ONCE = 2;

/** No command takes half as long on two busy cores; one that hangs would take the results of all others with it. */
const LIMIT_MINUTES = 20;

/** The output of a command that could check nothing, with the reason. */
const NOT_CHECKED = /^not checked: .*$/m;

/** The counts in the output of a runner; a command without tests of its own counts as one. */
function countOf({ code, output }: { readonly code: number; readonly output: string }): Count {
  const node = /^ℹ pass (\d+)$[\s\S]*^ℹ fail (\d+)$/m.exec(output);
  const plain = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const match = node ?? plain;
  // An unchecked suite is neither.
  if (code === 0 && !match && NOT_CHECKED.test(output)) return { passed: 0, failed: 0 };
  const passed = match ? Number(match[1]) : Number(code === 0);
  const failed = match ? Number(match[2]) : 0;
  if (match && passed + failed === 0) return { passed: 0, failed: 1 };
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

const suites: Record<string, Suite> = { ...SUITES, ...MORE, ...FRAMEWORKS };
const groups: Readonly<Record<string, readonly string[]>> = {
  check: CHECK,
  more: [...Object.keys(MORE), ...QUICK_FRAMEWORKS],
  frameworks: Object.keys(FRAMEWORKS),
};
const asked = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
if (asked.includes('--list')) {
  console.log(Object.keys(suites).join('\n'));
  process.exit(0);
}
for (const file of asked.filter(
  (name) => /^test\/[^/]+\/.*\.test\.ts$/.test(name) && existsSync(join(root, name)),
))
  suites[file] = suiteOfFile(file);
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown[0]}". The suites are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const chosen = (asked.length > 0 ? asked : Object.keys(SUITES)).flatMap((name) => {
  const suite = suites[name];
  return suite ? [{ name, suite }] : [];
});

Object.assign(process.env, CANARY_SECRETS);
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  FORCE_COLOR: '0',
  STORYBOOK_DISABLE_TELEMETRY: '1',
};
delete environment['NODE_ENV'];
const isNeeded = (engine: EngineName) => chosen.some(({ suite }) => suite.engines?.includes(engine));
if (chosen.some(({ suite }) => suite.browser)) environment['CHROME_PATH'] = await ensureChromium();
if (isNeeded('firefox')) environment['FIREFOX_PATH'] = await ensureEngine('firefox');
if (isNeeded('webkit')) await ensureEngine('webkit');
for (const name of ['nginx', 'caddy', 'languages'] as const) if (isNeeded(name)) await ensureEngine(name);

let building: Promise<void> | undefined;
/** Builds once, concurrently with the suites that need no dist. */
const built = () => (building ??= ensureBuilt());

/** The commands of a suite, with its tests compiled; a failure counts as one of the suite. */
async function commandsOf(suite: Suite) {
  try {
    const commands: Command[] = [];
    for (const args of suite.commands()) commands.push(await compileCommand(args, suite.filesPerProcess));
    return { commands };
  } catch (error) {
    return { commands: [], trouble: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs the commands of a suite: concurrently, or up to the first that fails. */
async function runSuite(name: string, suite: Suite): Promise<Result> {
  if (suite.built) await built();
  const startedMs = performance.now();
  const found = { passed: 0, failed: 0, output: '', note: '' };
  const { commands, trouble } = await commandsOf(suite);
  if (trouble !== undefined) Object.assign(found, { failed: 1, output: `\n--- ${name}: ${trouble}\n` });
  const take = async ({ args, folder }: Command) => {
    const env = { ...environment, ...suite.variables, ...(folder && { COMPILED_TESTS: folder }) };
    const limitMs = LIMIT_MINUTES * 60_000;
    const result = await run(process.execPath, args, { cwd: root, env, capture: true, limitMs });
    if (result.isOverdue) result.output += `\nended: it ran for more than ${LIMIT_MINUTES} minutes`;
    const count = countOf(result);
    found.passed += count.passed;
    found.failed += count.failed;
    found.note = NOT_CHECKED.exec(result.output)?.[0] ?? found.note;
    if (count.failed > 0)
      found.output += `\n--- ${name}: node ${args.join(' ')} (exit code ${result.code})\n${result.output}\n`;
  };
  if (suite.atOnce) await Promise.all(commands.map(take));
  else for (const command of commands) if (found.failed === 0) await take(command);
  return { ...found, seconds: ((performance.now() - startedMs) / 1000).toFixed(1) };
}

interface Job {
  readonly seconds: number;
  readonly run: () => Promise<void>;
}

/** Runs the jobs, up to the limit concurrently, the longest first. */
async function runJobs(jobs: readonly Job[]): Promise<void> {
  const waiting = [...jobs].sort((one, other) => other.seconds - one.seconds);
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job.run();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Starts the suites; returns a promise for each, in their order. */
function runAll(): readonly { readonly name: string; readonly result: Promise<Result> }[] {
  // In a lane of its own, so that it delays no suite that needs no dist.
  const jobs: Job[] = chosen.some(({ suite }) => suite.built) ? [{ seconds: Infinity, run: built }] : [];
  const results = chosen.map(({ name, suite }) => ({
    name,
    result: new Promise<Result>((resolve, reject) => {
      const run = () => runSuite(name, suite).then(resolve, reject);
      jobs.push({ seconds: suite.seconds ?? 0, run });
    }),
  }));
  void runJobs(jobs);
  return results;
}

/** The names of failed tests, with the error if the runner prints it in the next line. */
function failuresIn(output: string): readonly string[] {
  const lines = output.match(/^ *(?:❌.*\n.*|✖(?! failing tests).*)/gmu) ?? [];
  return [...new Set(lines.map((line) => line.trim()))];
}

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
for (const { name, result } of runAll()) {
  const { passed, failed, output, note, seconds } = await result;
  process.stdout.write(output);
  if (note !== '') console.log(`${name}: ${note}`);
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(11)} ${String(passed).padStart(4)} passed${failed ? `, ${failed} failed` : ''}  ${seconds} s`,
  );
  total.passed += passed;
  total.failed += failed;
  const named = failuresIn(output).map((line) => `${name}: ${line}`);
  // Named here too, since a long output may be truncated.
  if (named.length > 0) console.log(named.join('\n'));
  failures.push(...named);
}
// Again at the end: often only the end of a long output is read.
if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
