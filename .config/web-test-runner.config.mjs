// The elements' tests in Chromium: npx wtr --config .config/web-test-runner.config.mjs [--files test/elements/x.test.ts]
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { defaultReporter } from '@web/test-runner';
import { chromium } from './chromium.mjs';
import { cjsToEsm } from './wtr-cjs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** The last line that the whole test command counts by. */
const countReporter = {
  onTestRunFinished({ sessions }) {
    const count = (passed) => {
      const within = ({ suites, tests }) =>
        tests.filter((test) => test.passed === passed && !test.skipped).length +
        suites.reduce((sum, suite) => sum + within(suite), 0);
      return [...sessions].reduce((sum, { testResults }) => sum + (testResults ? within(testResults) : 0), 0);
    };
    const broken = [...sessions].filter((session) => !session.passed && session.errors.length > 0).length;
    console.log(`${count(true)} passed, ${count(false) + broken} failed`);
  },
};

/** A command for tests: the page as a screen reader gets it, every node of it. */
const accessibilityTree = {
  name: 'accessibility-tree',
  executeCommand: ({ command, session }) =>
    command === 'accessibility-tree'
      ? session.browser.getPage(session.id).accessibility.snapshot({ interestingOnly: false })
      : undefined,
};

export default {
  rootDir: root,
  files: `${root}/test/elements/**/*.test.ts`,
  nodeResolve: { exportConditions: ['development'], browser: true },
  concurrency: 1,
  testsFinishTimeout: 180_000,
  testFramework: { config: { timeout: '10000' } },
  browsers: [chromeLauncher({ launchOptions: chromium })],
  plugins: [
    accessibilityTree,
    cjsToEsm(/^\/node_modules\/qrcode\/lib\/core\/qrcode\.js$/, root),
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${root}/tsconfig.json` }),
  ],
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: false }), countReporter],
};
