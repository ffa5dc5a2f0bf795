// `npm test`: runs the suites two at a time, prints a line for each as it ends, and counts.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cache, ensureBuilt, root } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';
import { CANARY_SECRETS } from '../repository/canary-secrets.js';
import { GROUPS, isTest, suiteAt, type Suite, SUITES } from '../suites.js';
import { type Command, compileCommand } from './compile-tests.js';
import { hasPassed, proofOf, recordPassed } from './proofs.js';

interface Result {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
  readonly note: string;
  /** Test files and commands that have passed before, with all that they depend on. */
  readonly unchanged: number;
  readonly seconds: string;
}

const HELP = `npm test [-- suite, group, folder of test/ or test file …]

  --all    also what has passed and depends on nothing that has changed since
  --list   the names of the suites, one per line

Without names, the group quick.
${Object.entries(GROUPS)
  .map(([group, suites]) => `${group.padEnd(11)} ${suites.join(', ')}`)
  .join('\n')}
The output of each suite is in .cache/test-logs.

One test of Node's own runner: node --import tsx --test test/payment/amount.test.ts
One test of the elements: npm run test:elements -- --files test/elements/deposit.test.ts
`;

/** The output of each suite, also of one that passes: its tests with their times. */
const LOGS = join(cache, 'test-logs');
const logOf = (suite: string) => join(LOGS, `${suite.replaceAll('/', '-')}.log`);

/** Hardly a suite keeps two cores busy. */
const AT_ONCE = 2;

/** No command takes half as long on two busy cores; one that hangs would take the results of all others with it. */
const LIMIT_MINUTES = 20;

/** The output of a command that could not check something, with the reason: what is missing may be there next time. */
const NOT_CHECKED = /^not checked: .*$/m;
/** The same for what this browser or system never has. */
const LEFT_OUT = /^left out: .*$/m;

/** The counts in the output of a runner; a command without tests of its own counts as one. */
function countOf({ code, output }: { readonly code: number; readonly output: string }) {
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

const given = process.argv.slice(2);
if (given.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
if (given.includes('--list')) {
  console.log([...Object.keys(SUITES), ...Object.keys(GROUPS)].join('\n'));
  process.exit(0);
}
const isAll = given.includes('--all');
const names = given.filter((name) => name !== '--all');
const asked = (names.length > 0 ? names : ['quick']).flatMap((name) => GROUPS[name] ?? [name]);
const chosen = asked.map((name) => {
  const suite = SUITES[name] ?? suiteAt(name);
  if (suite) return { name, suite };
  console.error(`There is no suite, no folder and no file of tests "${name}". See npm test -- --help.`);
  return process.exit(2);
});

mkdirSync(LOGS, { recursive: true });
Object.assign(process.env, CANARY_SECRETS);
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  FORCE_COLOR: '0',
  // The turns of withdrawals stay out of the developer's home.
  XDG_STATE_HOME: join(cache, 'state'),
  STORYBOOK_DISABLE_TELEMETRY: '1',
};
delete environment['NODE_ENV'];

let building: Promise<void> | undefined;
/** Builds once, concurrently with the suites that need no dist. */
const built = () => (building ??= ensureBuilt());

/** What the built package was made from. */
const buildOf = (suite: Suite) =>
  suite.built
    ? ['dist/.stamp', 'dist/.stamp-texts'].map((stamp) => readFileSync(join(root, stamp), 'utf8'))
    : [];

/** Runs the commands of a suite: concurrently, or up to the first that fails. */
async function runSuite(name: string, suite: Suite): Promise<Result> {
  if (suite.built) await built();
  rmSync(logOf(name), { force: true });
  const startedMs = performance.now();
  const found = { passed: 0, failed: 0, output: '', note: '', unchanged: 0 };
  const settings = [JSON.stringify(suite.variables ?? {}), ...buildOf(suite)];
  const isNew = (proof: string) => {
    const isDue = isAll || suite.always === true || !hasPassed(proof);
    if (!isDue) found.unchanged += 1;
    return isDue;
  };
  const proofOfTest = (file: string) => proofOf([name.replace(/-slow$/, ''), ...settings], file);
  const take = async ({ args, folder, proofs }: Command & { readonly proofs: readonly string[] }) => {
    const env = { ...environment, ...suite.variables, ...(folder && { COMPILED_TESTS: folder }) };
    const limitMs = LIMIT_MINUTES * 60_000;
    const result = await run(process.execPath, args, { cwd: root, env, capture: true, limitMs });
    if (result.isOverdue) result.output += `\nended: it ran for more than ${LIMIT_MINUTES} minutes`;
    writeFileSync(logOf(name), result.output, { flag: 'a' });
    const count = countOf(result);
    found.passed += count.passed;
    found.failed += count.failed;
    const isChecked = !NOT_CHECKED.test(result.output);
    found.note = (NOT_CHECKED.exec(result.output) ?? LEFT_OUT.exec(result.output))?.[0] ?? found.note;
    if (count.failed > 0)
      found.output += `\n--- ${name} (exit code ${result.code}; all of it in ${relative(root, logOf(name))})\n${failingPart(result.output)}\n`;
    else if (isChecked) recordPassed(proofs);
  };
  try {
    const commands = [];
    for (const args of suite.commands((file) => isNew(proofOfTest(file)))) {
      const tests = args.filter(isTest);
      const proofs = tests.length > 0 ? tests.map(proofOfTest) : [proofOf([...args, ...settings])];
      if (tests.length > 0 || proofs.every(isNew))
        commands.push({ ...(await compileCommand(args, suite.filesPerProcess)), proofs });
    }
    if (suite.atOnce) await Promise.all(commands.map(take));
    else for (const command of commands) if (found.failed === 0) await take(command);
  } catch (error) {
    // Tests that do not compile.
    found.failed += 1;
    found.output += `\n--- ${name}: ${error instanceof Error ? error.message : String(error)}\n`;
  }
  return { ...found, seconds: ((performance.now() - startedMs) / 1000).toFixed(1) };
}

/** Node's runner prints failed tests again, after all of them. */
const failingPart = (output: string) => output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:')));

/** The names of failed tests, with the error if the runner prints it in the next line. */
function failuresIn(output: string): readonly string[] {
  const lines = output.match(/^ *(?:❌.*\n.*|✖(?! failing tests).*(?:\n +\S.*)?)/gmu) ?? [];
  return [...new Set(lines.map((line) => line.trim()))];
}

const total = { passed: 0, failed: 0 };
const failures: string[] = [];

function print(name: string, { passed, failed, output, note, unchanged, seconds }: Result): void {
  process.stdout.write(output);
  if (note !== '') console.log(`${name}: ${note}`);
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ];
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${counts.join(', ')}  ${seconds} s`);
  total.passed += passed;
  total.failed += failed;
  const named = failuresIn(output).map((line) => `${name}: ${line}`);
  // Named here too, since a long output may be truncated.
  if (named.length > 0) console.log(named.join('\n'));
  failures.push(...named);
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

await runJobs([
  // In a lane of its own, so that it delays no suite that needs no dist.
  ...(chosen.some(({ suite }) => suite.built) ? [{ seconds: Infinity, run: built }] : []),
  ...chosen.map(({ name, suite }) => ({
    seconds: suite.seconds ?? 0,
    run: async () => print(name, await runSuite(name, suite)),
  })),
]);
// Again at the end: often only the end of a long output is read.
if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
