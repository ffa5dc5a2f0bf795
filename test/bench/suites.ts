// The suites of the bench. Those with processes of their own are compiled when they are run.
import { importCompiled } from '../runner/compile-tests.js';
import type * as proxy from './proxy/proxy.js';
import type { PartOptions, Report } from './report.js';
import type * as floods from './proxy/floods.js';
import type * as claims from './claims/claims.js';
import type * as polling from './polling/polling.js';

interface BenchSuite {
  readonly run: (options: PartOptions) => Promise<Report>;
  /** Whether it needs dist. */
  readonly built?: boolean;
  /** Whether it needs Chromium. */
  readonly browser?: boolean;
  /** The default number of repetitions of each timed measurement. */
  readonly rounds?: number;
}

const processes = ['proxy', 'public', 'baseline', 'load', 'listeners', 'service'].map(
  (name) => `test/bench/proxy/${name}-process.ts`,
);

export const SUITES: Readonly<Record<string, BenchSuite>> = {
  polling: {
    run: async (options) => {
      const suite = await importCompiled('test/bench/polling/polling.ts');
      return (suite as typeof polling).polling(options);
    },
  },
  proxy: {
    run: async (options) => {
      const suite = await importCompiled('test/bench/proxy/proxy.ts', processes);
      return (suite as typeof proxy).proxy(options);
    },
    built: true,
  },
  floods: {
    run: async (options) => {
      const suite = await importCompiled('test/bench/proxy/floods.ts', processes);
      return (suite as typeof floods).floods(options);
    },
    built: true,
    rounds: 1,
  },
  claims: {
    run: async (options) => {
      const suite = await importCompiled('test/bench/claims/claims.ts');
      return (suite as typeof claims).claims(options);
    },
  },
  screen: {
    run: async (options) => (await import('./screen/screen.js')).screen(options),
    built: true,
    browser: true,
  },
  loading: {
    run: async (options) => (await import('./loading/loading.js')).loading(options),
    built: true,
    browser: true,
    rounds: 7,
  },
  alternatives: {
    run: async (options) => (await import('./alternatives.js')).alternatives(options),
    built: true,
  },
  lighthouse: {
    run: async (options) => (await import('./lighthouse.js')).lighthouse(options),
    built: true,
    browser: true,
  },
};
