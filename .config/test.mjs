// `npm test`: installs what is missing, runs the suites two at a time, tells of each in a line, and counts.
//   node .config/test.mjs [suite or test file …]     only these      --list     the names of all suites
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureChromium, ensureDependencies, root } from './bootstrap.mjs';
import { compiledFolder } from './compile-tests.mjs';
import { ensureEngine } from './engines/install.mjs';
import { PLANTED } from './planted.mjs';
import { run } from './processes.mjs';
import { CHECK, MORE, suiteOfFile, SUITES } from './suites.mjs';

/** Hardly a suite keeps two cores busy. */
const AT_ONCE = 2;

/** No command takes half as long on two busy cores; one that hangs would take the results of all others with it. */
const LIMIT_MINUTES = 20;

/** How a command says that it could do nothing, and why. */
const NOT_CHECKED = /^not checked: .*$/m;

/** What a runner says it did; a command without tests of its own counts as one. */
function countOf({ code, output }) {
  const node = /^ℹ pass (\d+)$[\s\S]*^ℹ fail (\d+)$/m.exec(output);
  const plain = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const match = node ?? plain;
  // What could not be looked at is neither.
  if (code === 0 && !match && NOT_CHECKED.test(output)) return { passed: 0, failed: 0 };
  const passed = match ? Number(match[1]) : Number(code === 0);
  const failed = match ? Number(match[2]) : 0;
  if (match && passed + failed === 0) return { passed: 0, failed: 1 };
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

const ALL = { ...SUITES, ...MORE };
const groups = { check: CHECK, more: Object.keys(MORE) };
const asked = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
if (asked.includes('--list')) {
  console.log(Object.keys(ALL).join('\n'));
  process.exit(0);
}
for (const file of asked.filter(
  (name) => /^test\/[^/]+\/.*\.test\.ts$/.test(name) && existsSync(join(root, name)),
))
  ALL[file] = suiteOfFile(file);
const unknown = asked.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown[0]}". The suites are: ${Object.keys(ALL).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length > 0 ? asked : Object.keys(SUITES);

await ensureDependencies();
Object.assign(process.env, PLANTED);
const environment = {
  ...process.env,
  FORCE_COLOR: '0',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  COMPILED_TESTS: compiledFolder(),
};
delete environment.NODE_ENV;
const asksFor = (engine) => chosen.some((name) => ALL[name].engines?.includes(engine));
if (chosen.some((name) => ALL[name].browser)) environment.CHROME_PATH = await ensureChromium();
if (asksFor('firefox')) environment.FIREFOX_PATH = await ensureEngine('firefox');
if (asksFor('webkit')) await ensureEngine('webkit');
if (asksFor('nginx')) await ensureEngine('nginx');
if (asksFor('languages')) await ensureEngine('languages');
if (chosen.some((name) => ALL[name].built)) await ensureBuilt();

/** The commands of a suite; one that cannot even be made counts as failed, with what is wrong. */
async function commandsOf(name) {
  try {
    return { commands: await ALL[name].commands() };
  } catch (error) {
    return { commands: [], trouble: error.message };
  }
}

/** Runs the commands of a suite: at once, or up to the first that fails. */
async function runSuite(name) {
  const startedMs = performance.now();
  const suite = { passed: 0, failed: 0, output: '', note: '' };
  const { commands, trouble } = await commandsOf(name);
  if (trouble !== undefined) Object.assign(suite, { failed: 1, output: `\n--- ${name}: ${trouble}\n` });
  const take = async (args) => {
    const env = { ...environment, ...ALL[name].variables };
    const limitMs = LIMIT_MINUTES * 60_000;
    const result = await run(process.execPath, args, { cwd: root, env, capture: true, limitMs });
    if (result.isOverdue) result.output += `\nended: it ran for more than ${LIMIT_MINUTES} minutes`;
    const count = countOf(result);
    suite.passed += count.passed;
    suite.failed += count.failed;
    suite.note = NOT_CHECKED.exec(result.output)?.[0] ?? suite.note;
    if (count.failed > 0)
      suite.output += `\n--- ${name}: node ${args.join(' ')} (exit code ${result.code})\n${result.output}\n`;
  };
  if (ALL[name].atOnce) await Promise.all(commands.map(take));
  else for (const args of commands) if (suite.failed === 0) await take(args);
  return { ...suite, seconds: ((performance.now() - startedMs) / 1000).toFixed(1) };
}

/** Starts the suites in their order, as many at once as may; the answer has a promise for each. */
function runAll(names) {
  const waiting = [];
  let running = 0;
  const begin = () => {
    while (running < AT_ONCE && waiting.length > 0) {
      running += 1;
      void waiting
        .shift()()
        .finally(() => {
          running -= 1;
          begin();
        });
    }
  };
  const results = names.map(
    (name) =>
      new Promise((resolve, reject) => {
        waiting.push(() => runSuite(name).then(resolve, reject));
      }),
  );
  begin();
  return results;
}

/** The names of tests that failed, with what was wrong where the runner has it in the next line. */
function failuresIn(output) {
  const lines = output.match(/^ *(?:❌.*\n.*|✖(?! failing tests).*)/gmu) ?? [];
  return [...new Set(lines.map((line) => line.trim()))];
}

const total = { passed: 0, failed: 0 };
const failures = [];
const results = runAll(chosen);
for (const [index, name] of chosen.entries()) {
  const { passed, failed, output, note, seconds } = await results[index];
  process.stdout.write(output);
  if (note !== '') console.log(`${name}: ${note}`);
  console.log(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(11)} ${String(passed).padStart(4)} passed${failed ? `, ${failed} failed` : ''}  ${seconds} s`,
  );
  total.passed += passed;
  total.failed += failed;
  const named = failuresIn(output).map((line) => `${name}: ${line}`);
  // Named here too, since of a long output only parts may be kept.
  if (named.length > 0) console.log(named.join('\n'));
  failures.push(...named);
}
// Whoever sees only the end of a long output is to know what it was.
if (failures.length > 0) console.log(`\n${failures.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
