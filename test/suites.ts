// The suites of `npm test`: the commands and requirements of each.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../.config/bootstrap.mjs';
import { compiledIn, compileTests, groupTests } from './runner/compile-tests.js';
import type { EngineName } from './browsers/driver/install.js';
import { isNode, projectIn } from './frameworks/versions.js';

/** For node. Test files are named by their source: see `compileCommand`. */
type Arguments = readonly string[];

export interface Suite {
  /** Arguments of node, for one command after the other. */
  readonly commands: () => readonly Arguments[];
  /** Whether the commands run concurrently. */
  readonly atOnce?: boolean;
  /** About how long it takes, where that is more than half a minute. The longest start first, so that the last end together. */
  readonly seconds?: number;
  /** Whether it needs dist. */
  readonly built?: boolean;
  /** Whether it needs Chromium. */
  readonly browser?: boolean;
  readonly engines?: readonly EngineName[];
  readonly variables?: Readonly<Record<string, string>>;
  /** How many test files of Node's own runner share a process, one after the other. Default: 1. */
  readonly filesPerProcess?: number;
}

const bin = (path: string) => join(root, 'node_modules', path);
/** The native compiler. The one in JavaScript stays for the tools that are built on it. */
const tsc = bin('typescript-native/bin/tsc');
const webTestRunner = [
  ...['--import', 'tsx', bin('@web/test-runner/dist/bin.js')],
  ...['--config', 'test/browsers/web-test-runner.config.mjs'],
];

/** Run by tests as processes of their own. */
const PROGRAMS = ['src/cli/main.ts'];

/** In a project that a test copies and builds. */
const OF_PROJECTS = /^test\/(consumers|frameworks)\/[^/]+\//;

/** The TypeScript files of a folder below test/, from the project's root. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(join(root, 'test', folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join('test', folder, name))
    .filter((file) => !OF_PROJECTS.test(file))
    .sort();
}

const isTest = (file: string) => /^test\/.*\.test\.ts$/.test(file);

interface TestOptions {
  readonly concurrency?: number;
  readonly selected?: (file: string) => boolean;
}

/** Arguments of Node's own runner for the test files of these folders, or for those of them that are `selected`. */
function testsBelow(
  folders: readonly string[],
  { concurrency, selected = () => true }: TestOptions = {},
): Arguments {
  return [
    ...['--enable-source-maps', '--import', './test/runner/untracked-promises.mjs'],
    ...['--test', '--test-reporter=spec'],
    ...(concurrency ? [`--test-concurrency=${concurrency}`] : []),
    ...folders.flatMap(filesOf).filter((file) => isTest(file) && selected(file)),
  ];
}

export interface Command {
  readonly args: Arguments;
  /** Of the compiled tests, if it runs any. */
  readonly folder?: string;
}

/** Compiles the tests for Node's own runner. Returns the command that runs their compiled form. */
export async function compileCommand(args: Arguments, filesPerProcess = 1): Promise<Command> {
  if (!args.includes('--test')) return { args };
  const tests = args.filter(isTest);
  const folders = new Set(tests.map((file) => file.split('/')[1] ?? ''));
  // Other files may be run by a test.
  const others = [...folders].flatMap(filesOf).filter((file) => !isTest(file));
  const folder = await compileTests([...tests, ...others, ...PROGRAMS]);
  const files =
    filesPerProcess > 1
      ? groupTests(tests, filesPerProcess, folder)
      : tests.map((file) => compiledIn(folder, file));
  return { args: [...args.filter((arg) => !isTest(arg)), ...files], folder };
}

const testFiles = (...names: readonly string[]) => names.map((name) => `test/${name}.test.ts`);

/** The store tests of the proxy that also apply to PostgreSQL. */
const ON_POSTGRES = testFiles(
  ...['proxy/crash-recovery', 'proxy/crash-recovery-signals', 'proxy/dead-letters'],
  ...['proxy/deposit-addresses', 'proxy/event-delivery', 'proxy/owing'],
  ...['proxy/restart', 'proxy/reused-address', 'proxy/served-versions', 'proxy/store'],
  ...['merchant/attention', 'merchant/audit-log', 'merchant/payments', 'payouts/outcomes'],
  ...['payouts/distrust', 'payouts/killed', 'payouts/refunds', 'payouts/refunds-killed', 'cli/desk-refunds'],
  ...['payouts/forgotten', 'payouts/given-back', 'payouts/ledger-laws', 'payouts/released-money'],
  ...['payouts/restored-store'],
  ...['payouts/refunds-killed-anywhere'],
  ...['proxy/store-interleaving', 'proxy/store-plans', 'proxy/streams', 'proxy/two-processes'],
);

/** Of those, and beside them: thousands of steps, a kill at each write, a store of 100,000 checkouts. Half of the time. */
const POSTGRES_ENDURANCE = testFiles(
  ...['payouts/ledger-laws', 'payouts/refunds-killed-anywhere', 'proxy/crash-recovery'],
  ...['proxy/store-plans', 'postgres/many-processes'],
);

/**
 * Repeated kills, hours of outage, floods, clocks hours off, thousands of checkouts and streams, laws and fuzzing that
 * hold in thousands of runs, payouts by processes of their own, packages that are packed and installed: each is longer than most others around it.
 */
const ENDURANCE = testFiles(
  ...['proxy/adoption-laws', 'proxy/deposit-law', 'proxy/flood-laws', 'proxy/address-laws'],
  ...['proxy/hint-laws', 'proxy/order-expiry-laws', 'proxy/polling-law', 'proxy/settlement-laws'],
  ...['proxy/clocks', 'proxy/deposit-flood', 'proxy/crash-recovery', 'proxy/crash-recovery-signals'],
  ...['proxy/fuzz-requests', 'proxy/fuzz-signed', 'sandbox/fuzz', 'service/fuzz'],
  ...['proxy/many-checkouts', 'proxy/many-streams', 'sandbox/load', 'sandbox/ledger-invariants'],
  ...['proxy/polling-invalid-responses', 'proxy/polling-outage', 'proxy/polling-stop'],
  ...[
    'payouts/distrust',
    'payouts/killed',
    'payouts/ledger-laws',
    'payouts/outcomes',
    'payouts/refunds',
    'payouts/refunds-killed',
    'payouts/refunds-killed-anywhere',
    'payouts/two-people',
    'package/guide',
    'package/loading-targets',
    'package/package',
    'server-example/dockerfile',
  ],
);

/**
 * The pages around a payment: each control of the sandbox's pages, each page of the shop and of its staff; coins, wallets
 * and attacks beside the payment that each change is tested with; and each sample and command of the documentation
 * beside those of the README.
 */
const PAGES = testFiles(
  ...['package/docs-samples', 'package/docs-types', 'package/link-samples', 'package/payment-page-access'],
  ...['package/readme-mounts', 'package/receivers', 'package/rendered-button-link', 'package/reopened-link'],
  ...['package/elements-upgrade', 'package/loading-deposit', 'package/staff-samples', 'sandbox/page'],
  ...['sandbox/page-control', 'sandbox/page-invoices', 'sandbox/page-payment', 'server-example/deposit'],
  ...['server-example/fulfilment', 'server-example/pages', 'server-example/payment-bitcoin'],
  ...['server-example/payment-ton', 'server-example/payment-wallet', 'server-example/phone'],
  ...['server-example/scaled', 'server-example/shop-attacks', 'cli/desk-page', 'cli/desk-payouts'],
  ...['cli/desk-refunds', 'cli/doctor-page', 'cli/event-listen', 'package/button-link'],
  ...['package/rendered-pitfalls'],
);

/** Every state in every language at its narrowest. */
const LANGUAGES = testFiles(
  'elements/browser-wallet-languages',
  'elements/deposit-languages',
  'elements/languages-fit',
  'elements/merchant-languages',
  'elements/refund-languages',
);

/** What the staff of a shop see. */
const STAFF = testFiles(
  ...['elements/merchant-access', 'elements/merchant-attention', 'elements/merchant-figures'],
  ...['elements/merchant-live', 'elements/merchant-payments', 'elements/merchant-payouts'],
  ...['elements/merchant-refunds', 'elements/merchant-session', 'elements/merchant-tables'],
  'elements/merchant-whole',
);

/** What one engine shows for all: values, texts and lists that no engine draws or focuses in its own way. */
const IN_CHROMIUM_ALONE = testFiles(
  ...['elements/developer-warnings', 'elements/fuzz', 'elements/theme-tokens', 'elements/merchant-attention'],
  ...['elements/merchant-figures', 'elements/merchant-payments', 'elements/merchant-payouts'],
  ...['elements/merchant-refunds', 'elements/merchant-session'],
);

/** The samples in the languages of other shops, and those with a server in front: all have to be installed. */
const SAMPLES = testFiles(
  ...['package/language-pages', 'package/language-shops', 'package/languages', 'package/shop-ledgers'],
  'server-example/tls-front',
);
/** Looks at which code of its process has run, so it shares the process with no other file. */
const QUERY_PLANS = 'test/proxy/store-plans.test.ts';
const BALANCER = 'test/postgres/balancer.test.ts';

/** Every test file that this module names. A test checks that each exists. */
export const NAMED_TESTS = [
  ...[
    ...ON_POSTGRES,
    ...POSTGRES_ENDURANCE,
    ...ENDURANCE,
    ...PAGES,
    ...LANGUAGES,
    ...STAFF,
    ...SAMPLES,
    BALANCER,
  ],
  ...IN_CHROMIUM_ALONE,
];

const isQuick = (file: string) => ![...ENDURANCE, ...PAGES, ...SAMPLES].includes(file);

/** These files mostly wait, for a server or a browser of their own: more of them run concurrently than there are cores. */
const SIDE_BY_SIDE = { concurrency: 3 };

/** Files of many short tests, which leave nothing behind in their process. */
const FEW_PROCESSES = 12;

/** A program in TypeScript with its arguments. */
const program = (file: string, ...args: readonly string[]): Arguments => [
  '.config/bootstrap.mjs',
  file,
  ...args,
];

const isOnPostgres = (file: string) => file.startsWith('test/postgres/') || ON_POSTGRES.includes(file);

/** The tests that are `selected`, beside a server of their own. */
function besidePostgres(selected: (file: string) => boolean): Arguments {
  return [
    ...program('test/postgres/with-server.ts'),
    ...testsBelow(['postgres', 'proxy', 'merchant', 'payouts', 'cli'], { ...SIDE_BY_SIDE, selected }),
  ];
}

const elementFiles = (): readonly string[] => filesOf('elements').filter(isTest);

/** Of the files that measure how each language fits, one is enough: the engines draw with the same fonts. */
const engineFiles = (): readonly string[] =>
  elementFiles().filter(
    (file) => file.endsWith('/languages-fit.test.ts') || ![...LANGUAGES, ...IN_CHROMIUM_ALONE].includes(file),
  );

/** Runs of these files with a browser each: within one, a page that is not in front is slowed down. */
function elementTests(files: readonly string[], runs: number): readonly Arguments[] {
  return Array.from({ length: runs }, (_, run) => [
    ...webTestRunner,
    ...['--files', ...files.filter((_, index) => index % runs === run)],
  ]);
}

/** The newest in the registry of the two versions in use beside the oldest supported one. */
const NODE_VERSIONS = ['22.23.3', '24.21.0'];

export const SUITES: Readonly<Record<string, Suite>> = {
  types: {
    commands: () =>
      ['tsconfig.json', '.config/tsconfig.pure.json', '.config/tsconfig.page.json'].map((project) => [
        tsc,
        ...['--noEmit', '-p', project],
      ]),
  },
  lint: {
    commands: () => [
      [
        bin('eslint/bin/eslint.js'),
        ...['-c', '.config/eslint.config.mjs'],
        ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/eslint'],
        '.',
      ],
      // The rules that need types: much faster here than in the other linter.
      [bin('oxlint/bin/oxlint'), '--type-aware'],
    ],
    seconds: 30,
  },
  templates: {
    commands: () => [
      [
        bin('lit-analyzer/cli.js'),
        'src/elements',
        'src/merchant',
        'src/dom',
        '--strict',
        '--quiet',
        '--rules.no-missing-import',
        'off',
      ],
    ],
  },
  format: { commands: () => [[bin('oxfmt/bin/oxfmt'), '--check']] },
  boundaries: { commands: () => [program('test/repository/import-boundaries.ts')] },
  unused: {
    commands: () => [[bin('knip/bin/knip.js'), '--config', '.config/knip.json', '--no-progress']],
  },
  generated: {
    commands: () => [
      program('.config/currencies/generate.ts', '--check'),
      program('.config/build/dom-maps.ts', '--check'),
      ['.config/icons.mjs', '--check'],
      ['.config/sandbox-page.mjs', '--check'],
    ],
  },
  contrast: { commands: () => [program('test/repository/contrast.ts')] },
  unit: {
    commands: () => [
      testsBelow([
        'repository',
        'pictures',
        'payment',
        'protocol',
        'checkout',
        'i18n',
        'react',
        'vue',
        'wallets',
      ]),
    ],
    filesPerProcess: FEW_PROCESSES,
    seconds: 35,
  },
  // Each file in a process of its own: some make it look like a page before they load the elements.
  render: { commands: () => [testsBelow(['render'])] },
  service: {
    commands: () => [testsBelow(['service', 'sandbox'], { ...SIDE_BY_SIDE, selected: isQuick })],
    filesPerProcess: FEW_PROCESSES,
    browser: true,
    seconds: 30,
  },
  adapters: { commands: () => [testsBelow(['adapters'])], browser: true },
  example: {
    commands: () => [
      testsBelow(['server-example'], { ...SIDE_BY_SIDE, selected: isQuick }),
      program('test/repository/canary-secrets.ts', '.cache/example'),
    ],
    built: true,
    browser: true,
    seconds: 40,
  },
  // Its files wait for most of their time: for a deadline, for a slow shop, for the next poll.
  proxy: {
    commands: () => [
      testsBelow(['proxy', 'merchant', 'payouts'], {
        concurrency: 6,
        selected: (file) => isQuick(file) && file !== QUERY_PLANS,
      }),
    ],
    filesPerProcess: 5,
    seconds: 150,
  },
  plans: { commands: () => [testsBelow(['proxy'], { selected: (file) => file === QUERY_PLANS })] },
  // `doctor` checks whether the package is complete.
  cli: {
    commands: () => [testsBelow(['cli'], { ...SIDE_BY_SIDE, selected: isQuick })],
    filesPerProcess: 8,
    built: true,
    browser: true,
    seconds: 65,
  },
  elements: {
    commands: () =>
      elementTests(
        elementFiles().filter((file) => ![...LANGUAGES, ...STAFF].includes(file)),
        2,
      ),
    atOnce: true,
    browser: true,
    seconds: 95,
  },
  package: {
    commands: () => [
      testsBelow(['package'], { ...SIDE_BY_SIDE, selected: isQuick }),
      program('test/repository/canary-secrets.ts', 'dist'),
    ],
    built: true,
    browser: true,
    seconds: 40,
  },
  size: { commands: () => [program('test/bench/size/size.ts')], built: true },
};

const ENGINES_OF_BROWSERS: readonly EngineName[] = ['firefox', 'webkit'];

/** What `npm run test:more` adds: slower, and with installs of its own. */
export const MORE: Readonly<Record<string, Suite>> = {
  'firefox': {
    commands: () => elementTests(engineFiles(), 1),
    engines: ['firefox'],
    variables: { BROWSERS: 'firefox' },
    seconds: 240,
  },
  // Its driver waits for half of the time.
  'webkit': {
    commands: () => elementTests(engineFiles(), 3),
    atOnce: true,
    engines: ['webkit'],
    variables: { BROWSERS: 'webkit' },
    seconds: 290,
  },
  'browsers': {
    commands: () => [testsBelow(['browsers'], SIDE_BY_SIDE)],
    engines: ENGINES_OF_BROWSERS,
    built: true,
    seconds: 145,
  },
  'node-versions': {
    commands: () => {
      const args = testsBelow(['payment', 'protocol', 'checkout', 'service', 'node-versions']);
      return NODE_VERSIONS.map((version) => program('test/node-versions/run.ts', version, ...args));
    },
    atOnce: true,
    built: true,
    seconds: 80,
  },
  'faults': {
    commands: () => [testsBelow(['faults'], SIDE_BY_SIDE)],
    built: true,
    browser: true,
    seconds: 80,
  },
  'endurance': {
    commands: () => [
      testsBelow(['proxy', 'service', 'sandbox'], {
        ...SIDE_BY_SIDE,
        selected: (file) => ENDURANCE.includes(file),
      }),
    ],
    seconds: 300,
  },
  'endurance-payouts': {
    commands: () => [
      testsBelow(['payouts', 'package', 'server-example'], {
        ...SIDE_BY_SIDE,
        selected: (file) => ENDURANCE.includes(file),
      }),
    ],
    built: true,
    browser: true,
    seconds: 200,
  },
  'pages': {
    commands: () => [
      testsBelow(['cli', 'package', 'sandbox', 'server-example'], {
        ...SIDE_BY_SIDE,
        selected: (file) => PAGES.includes(file),
      }),
    ],
    built: true,
    browser: true,
    seconds: 165,
  },
  'conformance': {
    commands: () => [program('test/conformance/main.ts', '--sandbox'), testsBelow(['conformance'])],
    atOnce: true,
    seconds: 40,
  },
  'languages': {
    commands: () => [[...webTestRunner, '--files', ...LANGUAGES]],
    browser: true,
    seconds: 40,
  },
  'staff': {
    commands: () => [[...webTestRunner, '--files', ...STAFF]],
    browser: true,
    seconds: 40,
  },
  'samples': {
    commands: () => [
      testsBelow(['package', 'server-example'], { selected: (file) => SAMPLES.includes(file) }),
    ],
    engines: ['languages', 'nginx', 'caddy'],
    built: true,
    browser: true,
    seconds: 65,
  },
  'gallery': {
    commands: () => [
      ['.config/storybook.mjs', 'build'],
      program('test/stories/run.ts', '.cache/storybook'),
      program('test/repository/canary-secrets.ts', '.cache/storybook'),
    ],
    built: true,
    browser: true,
    seconds: 240,
  },
  'audit': { commands: () => [program('test/repository/audit.ts')] },
  'bootstrap': { commands: () => [testsBelow(['bootstrap'])], seconds: 100 },
  'postgres': {
    commands: () => [besidePostgres((file) => isOnPostgres(file) && !POSTGRES_ENDURANCE.includes(file))],
    engines: ['nginx'],
    built: true,
    browser: true,
    seconds: 300,
  },
  'postgres-endurance': {
    commands: () => [besidePostgres((file) => isOnPostgres(file) && POSTGRES_ENDURANCE.includes(file))],
    seconds: 330,
  },
  'currencies': {
    commands: () => [testsBelow(['every-currency'])],
    built: true,
    browser: true,
    seconds: 80,
  },
  'consumers': { commands: () => [testsBelow(['consumers'])], built: true, browser: true, seconds: 285 },
  'soak': {
    commands: () => [
      testsBelow(['soak']),
      program('test/soak/main.ts', '--minutes', '1', '--seed', 'every day'),
    ],
    seconds: 235,
  },
  'soak-postgres': {
    commands: () => [
      program(
        'test/soak/main.ts',
        ...['--minutes', '1', '--seed', 'every day'],
        ...['--store', 'postgres', '--processes', '3', '--orders-per-second', '5'],
      ),
    ],
    seconds: 140,
  },
};

/** The project of a suite, where several suites share one. */
const PROJECTS: Readonly<Record<string, string>> = { 'next-settings': 'next' };

/** Tests of a project with a framework, or the reason why this Node cannot run it. */
function frameworkTests(name: string): Arguments {
  const { engines } = projectIn(PROJECTS[name] ?? name);
  if (!isNode(engines.node)) {
    const reason = `not checked: ${name}, which needs Node ${engines.node}; this is ${process.version}`;
    return ['--eval', `console.log(${JSON.stringify(reason)})`];
  }
  return testsBelow(['frameworks'], { selected: (test) => test === `test/frameworks/${name}.test.ts` });
}

/** Projects of frameworks that have a server, each at the newest version that runs on this Node: `npm run test:frameworks`. */
export const FRAMEWORKS: Readonly<Record<string, Suite>> = Object.fromEntries(
  ['next', 'next-settings', 'sveltekit', 'nuxt', 'react-router', 'angular', 'astro', 'vue-vite'].map(
    (name) => [name, { commands: () => [frameworkTests(name)], built: true, browser: true, seconds: 90 }],
  ),
);

/** Those of them that `npm run test:more` runs too. */
export const QUICK_FRAMEWORKS = ['next', 'sveltekit'];

export const CHECK = [
  'types',
  'lint',
  'templates',
  'format',
  'boundaries',
  'unused',
  'generated',
  'contrast',
];

function enginesOf(file: string): readonly EngineName[] {
  if (file === BALANCER) return ['nginx'];
  if (SAMPLES.includes(file)) return ['languages', 'nginx', 'caddy'];
  return file.startsWith('test/browsers/') ? ENGINES_OF_BROWSERS : [];
}

/** A test file by its path, as a suite of its own. */
export function suiteOfFile(file: string): Suite {
  const isElement = file.startsWith('test/elements/');
  const commands = isElement
    ? () => [[...webTestRunner, '--files', file]]
    : () => [
        file.startsWith('test/postgres/')
          ? besidePostgres((name) => name === file)
          : testsBelow([file.split('/')[1] ?? ''], { selected: (name) => name === file }),
      ];
  return {
    commands,
    browser: true,
    built:
      /^test\/(package|cli|server-example|faults|every-currency|consumers|frameworks|browsers|node-versions)\//.test(
        file,
      ),
    engines: enginesOf(file),
  };
}
