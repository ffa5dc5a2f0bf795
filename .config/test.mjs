// `npm test`: installs what is missing, runs the suites one after the other, a line each, and counts.
//   node .config/test.mjs [suite …]     named suites only      --list     their names
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureChromium, ensureDependencies, root } from './bootstrap.mjs';
import { PLANTED } from './planted.mjs';
import { run } from './processes.mjs';

const bin = (path) => join(root, 'node_modules', path);
const tsc = bin('typescript/bin/tsc');

/** These files mostly wait, for a server or a browser of their own: more of them at once than there are cores. */
const sideBySide = (args) => ['--test-concurrency=3', ...args];

/** The test files of these folders below test/, for Node's own runner. */
function nodeTests(...folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join('test', folder, name)),
  );
  return ['--import', 'tsx', '--test', '--test-reporter=spec', ...files.sort()];
}

/** Each suite: its commands (arguments of node), and what it needs. */
const SUITES = {
  types: {
    commands: () => [
      [tsc, '--noEmit'],
      [tsc, '-p', '.config/tsconfig.pure.json'],
    ],
  },
  lint: { commands: () => [[bin('eslint/bin/eslint.js'), '-c', '.config/eslint.config.mjs', '.']] },
  templates: {
    commands: () => [
      [bin('lit-analyzer/cli.js'), 'src/elements', '--strict', '--quiet', '--rules.no-missing-import', 'off'],
    ],
  },
  format: {
    commands: () => [
      [
        bin('prettier/bin/prettier.cjs'),
        '--config',
        '.config/prettier.json',
        '--ignore-path',
        '.config/prettierignore',
        '--check',
        '.',
      ],
    ],
  },
  boundaries: { commands: () => [['.config/boundaries.mjs']] },
  generated: {
    commands: () => [
      ['.config/currencies/generate.mjs', '--check'],
      ['.config/icons.mjs', '--check'],
    ],
  },
  unit: { commands: () => [nodeTests('house', 'payment', 'protocol', 'checkout', 'i18n')] },
  service: { commands: () => [sideBySide(nodeTests('service', 'sandbox'))], browser: true },
  conformance: { commands: () => [['.config/conformance.mjs', '--sandbox'], nodeTests('conformance')] },
  adapters: { commands: () => [nodeTests('adapters')], browser: true },
  proxy: { commands: () => [sideBySide(nodeTests('proxy'))] },
  cli: { commands: () => [sideBySide(nodeTests('cli'))] },
  elements: {
    commands: () => [[bin('@web/test-runner/dist/bin.js'), '--config', '.config/web-test-runner.config.mjs']],
    browser: true,
  },
  stories: {
    commands: () => [
      [bin('storybook/dist/bin/dispatcher.js'), 'build', '-o', '.cache/storybook', '--quiet'],
      ['.config/run-stories.mjs', '.cache/storybook'],
      ['.config/planted.mjs', '.cache/storybook', 'dist'],
    ],
    built: true,
    browser: true,
  },
  package: { commands: () => [nodeTests('package')], built: true, browser: true },
  example: { commands: () => [nodeTests('server-example')], built: true, browser: true },
  size: { commands: () => [['.config/size.mjs']], built: true },
};

/** What `npm run test:more` adds: slower, and with installs of its own. */
const MORE = {
  bootstrap: { commands: () => [nodeTests('bootstrap')] },
  currencies: { commands: () => [nodeTests('every-currency')], built: true, browser: true },
};

const ALL = { ...SUITES, ...MORE };
const CHECK = ['types', 'lint', 'templates', 'format', 'boundaries', 'generated'];

/** What a runner says it did; a command without tests of its own counts as one. */
function countOf({ code, output }) {
  const node = /^ℹ pass (\d+)$[\s\S]*^ℹ fail (\d+)$/m.exec(output);
  const plain = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
  const match = node ?? plain;
  const passed = match ? Number(match[1]) : Number(code === 0);
  const failed = match ? Number(match[2]) : 0;
  if (match && passed + failed === 0) return { passed: 0, failed: 1 };
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
}

const groups = { check: CHECK, more: Object.keys(MORE) };
const asked = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
if (asked.includes('--list')) {
  console.log(Object.keys(ALL).join('\n'));
  process.exit(0);
}
const unknown = asked.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown[0]}". The suites are: ${Object.keys(ALL).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length > 0 ? asked : Object.keys(SUITES);

await ensureDependencies();
Object.assign(process.env, PLANTED);
const environment = { ...process.env, FORCE_COLOR: '0', STORYBOOK_DISABLE_TELEMETRY: '1' };
delete environment.NODE_ENV;
if (chosen.some((name) => ALL[name].browser)) environment.CHROME_PATH = await ensureChromium();
if (chosen.some((name) => ALL[name].built)) await ensureBuilt();

const total = { passed: 0, failed: 0 };
for (const name of chosen) {
  const startedMs = performance.now();
  const suite = { passed: 0, failed: 0 };
  for (const args of ALL[name].commands()) {
    if (args.some((arg) => arg.startsWith('.config/') && !existsSync(join(root, arg))))
      throw new Error(`${args.join(' ')}: file missing`);
    const result = await run(process.execPath, args, { cwd: root, env: environment, capture: true });
    const count = countOf(result);
    suite.passed += count.passed;
    suite.failed += count.failed;
    if (count.failed > 0) {
      console.log(`\n--- ${name}: node ${args.join(' ')} (exit code ${result.code})\n${result.output}`);
      break;
    }
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    `${suite.failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(11)} ${String(suite.passed).padStart(4)} passed${suite.failed ? `, ${suite.failed} failed` : ''}  ${seconds} s`,
  );
  total.passed += suite.passed;
  total.failed += suite.failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
