// @ts-check
// The elements' tests, in Chromium or in the engine of BROWSERS: npm run test:elements -- --files test/elements/modal.engines.test.ts
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultReporter } from '@web/test-runner';
import { register } from 'tsx/esm/api';
import { ensureMessages } from './bootstrap.mjs';

register();
await ensureMessages();
const { bundleTests } = await import('../test/browsers/bundle-tests.js');
const { commands } = await import('../test/browsers/driver/commands.js');
const { LAUNCHERS } = await import('../test/browsers/driver/launchers.js');
const { freePort } = await import('../test/free-port.js');
const { framePlugin } = await import('../test/browsers/driver/webkit-launcher.js');

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const engine = process.env.BROWSERS ?? 'chromium';
const launcher = Object.entries(LAUNCHERS).find(([name]) => name === engine)?.[1];
if (!launcher)
  throw new Error(`BROWSERS=${engine} is no engine. Set one of ${Object.keys(LAUNCHERS).join(', ')}.`);

/**
 * The tests of all sessions, including those within suites.
 * @param {Iterable<import('@web/test-runner').TestSession>} sessions
 */
function testsOf(sessions) {
  /** @type {(suite: import('@web/test-runner').TestSuiteResult) => import('@web/test-runner').TestResult[]} */
  const within = ({ suites, tests }) => [...tests, ...suites.flatMap(within)];
  return [...sessions].flatMap(({ testResults }) => (testResults ? within(testResults) : []));
}

/**
 * The last line, which the whole test command counts by. Chromium skips nothing.
 * @type {import('@web/test-runner').Reporter}
 */
const countReporter = {
  onTestRunFinished({ sessions }) {
    const tests = testsOf(sessions);
    const left = tests.filter(({ skipped }) => skipped);
    const passed = tests.filter(({ passed, skipped }) => passed && !skipped).length;
    const broken = [...sessions].filter((session) => !session.passed && session.errors.length > 0).length;
    if (left.length > 0)
      console.log(
        `left out: ${left.length} tests that need what ${engine} has not (test/elements/browser-engine.ts)`,
      );
    for (const { name } of left) console.log(`left out: ${name}`);
    // Shops would see this warning of Lit in their console.
    const twice = [...sessions].filter(({ logs }) =>
      logs.some((log) => /change-in-update/.test(log.join(' '))),
    );
    for (const { testFile } of twice)
      console.log(
        `${testFile}: an element changes in its own update and renders twice, see the browser logs`,
      );
    const broke = broken + twice.length;
    const failed = tests.length - left.length - passed + broke + (engine === 'chromium' ? left.length : 0);
    if (failed > 0) process.exitCode = 1;
    console.log(`${passed} passed, ${failed} failed`);
  },
};

/**
 * WebKitGTK, on a virtual screen and a busy machine, has let one test wait a minute for a frame that
 * is immediate elsewhere. Waits for a frame continue without it after a second. Nothing here cancels a frame.
 */
const WITHOUT_PICTURE = `
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel, setTimeout: wait } = window;
  window.requestAnimationFrame = (work) => {
    const goOn = (nowMs) => {
      clearTimeout(timer);
      cancel(id);
      work(nowMs);
    };
    const id = request.call(window, goOn);
    const timer = wait(() => goOn(performance.now()), 1000);
    return id;
  };`;

const tests = readdirSync(`${root}/test/elements`)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/elements/${name}`);

export default {
  rootDir: root,
  // Two concurrent runs would both find the runner's usual port free.
  port: await freePort(),
  files: `${root}/test/elements/**/*.test.ts`,
  concurrency: 1,
  // For a file, and for a test: endless waits are ended, and a slow machine has enough time.
  testsFinishTimeout: 600_000,
  // Every file begins like a payer's first visit.
  /** @param {string} framework */
  testRunnerHtml: (framework) =>
    `<!doctype html><script>
      localStorage.clear(); sessionStorage.clear();
      {${engine === 'webkit' ? WITHOUT_PICTURE : ''}}
    </script>
    <script type="module" src="${framework}"></script>`,
  testFramework: { config: { timeout: '60000' } },
  browsers: [await launcher()],
  plugins: [
    ...commands,
    framePlugin,
    // Two tests load the elements by themselves.
    await bundleTests(root, [...tests, 'src/define/all.ts']),
  ],
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), countReporter],
};
