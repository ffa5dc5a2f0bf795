// The suites of `npm test`: the commands of each. A test file is in the suite of its folder, and its name says when and where
// it runs (`.slow`, `.nightly`, `.postgres`, `.engines`): see the contributing guide.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../.config/bootstrap.mjs';
import { isNode, projectIn } from './frameworks/versions.js';

/** For node. Test files are named by their source: see `compileCommand`. */
type Arguments = readonly string[];

type IsDue = (testFile: string) => boolean;

export interface Suite {
  /** Arguments of node, for one command after the other, with those of its test files that are to be run. */
  readonly commands: (isDue: IsDue) => readonly Arguments[];
  /** Whether the commands run concurrently. */
  readonly atOnce?: boolean;
  /** About how long it takes, where that is more than half a minute. The longest start first, so that the last end together. */
  readonly seconds?: number;
  /** Whether it also depends on what is not in the checkout, so that it always runs. */
  readonly always?: boolean;
  /** Whether it needs dist. */
  readonly built?: boolean;
  readonly variables?: Readonly<Record<string, string>>;
  /** How many test files of Node's own runner share a process, one after the other. Default: 1. */
  readonly filesPerProcess?: number;
}

const bin = (path: string) => join(root, 'node_modules', path);
/** The native compiler. The one in JavaScript stays for the tools that are built on it. */
const tsc = bin('typescript-native/bin/tsc');

/** A program in TypeScript with its arguments. */
const program = (file: string, ...args: readonly string[]): Arguments => [
  '.config/bootstrap.mjs',
  file,
  ...args,
];

export const isTest = (file: string) => /^test\/.*\.test\.ts$/.test(file);

/** In a project that a test copies and builds. */
const OF_PROJECTS = /^test\/(consumers|frameworks)\/[^/]+\//;

/** The TypeScript files of a folder below test/, from the project's root. */
export function filesOf(folder: string): readonly string[] {
  return readdirSync(join(root, 'test', folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join('test', folder, name))
    .filter((file) => !OF_PROJECTS.test(file))
    .sort();
}

/** When a file runs: with every change, before a change lands, or by night. */
type Tier = 'quick' | 'slow' | 'nightly';

const tierOf = (file: string): Tier =>
  file.includes('.nightly.') ? 'nightly' : file.includes('.slow.') ? 'slow' : 'quick';
/** In folders other than test/postgres, such a file runs with SQLite too. */
const isForPostgres = (file: string) => file.includes('.postgres.');

function testsIn(folders: readonly string[], tier: Tier): readonly string[] {
  return folders.flatMap(filesOf).filter((file) => isTest(file) && tierOf(file) === tier);
}

interface NodeTests {
  readonly concurrency?: number | undefined;
  /** What node runs that runs node with the tests. */
  readonly within?: Arguments;
}

/** A command of Node's own runner, or none if there is no file. */
function nodeTests(
  files: readonly string[],
  { concurrency, within = [] }: NodeTests = {},
): readonly Arguments[] {
  if (files.length === 0) return [];
  return [
    [
      ...within,
      ...['--enable-source-maps', '--import', './test/runner/untracked-promises.mjs'],
      ...['--test', '--test-reporter=spec'],
      ...(concurrency ? [`--test-concurrency=${concurrency}`] : []),
      ...files,
    ],
  ];
}

const BESIDE_POSTGRES = program('test/postgres/with-server.ts');

/** Runs of these files with a browser each: within one, a page that is not in front is slowed down. */
function elementTests(files: readonly string[], runs: number): readonly Arguments[] {
  return Array.from({ length: Math.min(runs, files.length) }, (_, run) => [
    bin('@web/test-runner/dist/bin.js'),
    ...['--config', '.config/web-test-runner.config.mjs', '--files'],
    ...files.filter((_file, index) => index % runs === run),
  ]);
}

/** The folders of a suite, and how its files of each tier run. */
interface Rooms extends Pick<Suite, 'built' | 'filesPerProcess'> {
  readonly folders: readonly string[];
  /** How many processes run concurrently: more than there are cores where tests mostly wait. Default: one per core. */
  readonly concurrency?: number;
  readonly seconds?: Readonly<Partial<Record<Tier, number>>>;
  /** What the quick suite runs after its tests. */
  readonly then?: Arguments;
}

const ROOMS: Readonly<Record<string, Rooms>> = {
  unit: {
    folders: [
      ...['repository', 'pictures', 'payment', 'protocol', 'checkout', 'i18n', 'react', 'vue', 'wallets'],
      ...['adapters', 'soak'],
    ],
    filesPerProcess: 12,
    seconds: { quick: 90 },
  },
  // Each file in a process of its own: some make it look like a page before they load the elements.
  render: { folders: ['render'] },
  service: {
    folders: ['service', 'sandbox'],
    concurrency: 3,
    filesPerProcess: 12,
    seconds: { quick: 30, slow: 140 },
  },
  // Its files wait for most of their time: for a deadline, for a slow shop, for the next poll.
  proxy: {
    folders: ['proxy', 'merchant'],
    concurrency: 6,
    filesPerProcess: 5,
    seconds: { quick: 290, slow: 350 },
  },
  payouts: { folders: ['payouts'], concurrency: 6, seconds: { quick: 40, slow: 190 } },
  // `doctor` checks whether the package is complete.
  cli: {
    folders: ['cli'],
    concurrency: 3,
    filesPerProcess: 8,
    built: true,
    seconds: { quick: 110, slow: 90 },
  },
  example: {
    folders: ['server-example'],
    concurrency: 3,
    built: true,
    seconds: { quick: 90, slow: 190 },
    then: program('test/repository/canary-secrets.ts', '.cache/example'),
  },
  package: {
    folders: ['package'],
    concurrency: 3,
    built: true,
    seconds: { quick: 100, slow: 320 },
    then: program('test/repository/canary-secrets.ts', 'dist'),
  },
  faults: { folders: ['faults'], concurrency: 3, built: true, seconds: { slow: 120 } },
  browsers: { folders: ['browsers'], concurrency: 3, built: true, seconds: { slow: 390 } },
  bootstrap: { folders: ['bootstrap'], seconds: { slow: 340 } },
  currencies: { folders: ['every-currency'], built: true, seconds: { slow: 130 } },
  consumers: { folders: ['consumers'], built: true, seconds: { slow: 320 } },
  conformance: { folders: ['conformance'], seconds: { slow: 70 } },
};

/** The suites of the rooms that have files of a tier. */
function suitesOf(tier: 'quick' | 'slow'): Readonly<Record<string, Suite>> {
  const suites = Object.entries(ROOMS).flatMap(([name, { folders, concurrency, seconds, then, ...room }]) => {
    const files = testsIn(folders, tier);
    if (files.length === 0) return [];
    const suite: Suite = {
      ...room,
      commands: (isDue) => [
        // Slow files keep a core busy, each.
        ...nodeTests(files.filter(isDue), { concurrency: tier === 'quick' ? concurrency : 3 }),
        ...(then && tier === 'quick' ? [then] : []),
      ],
      seconds: seconds?.[tier] ?? 0,
      // Long ones gain nothing, and some use all the memory that they get.
      filesPerProcess: tier === 'quick' ? (room.filesPerProcess ?? 1) : 1,
    };
    return [[tier === 'quick' ? name : `${name}-slow`, suite]] as const;
  });
  return Object.fromEntries(suites);
}

/** The tests of a tier that have a PostgreSQL server beside them. */
const onPostgres = (tier: Tier) => (isDue: IsDue) => {
  const files = testsIn(['postgres', 'proxy', 'merchant', 'payouts', 'cli'], tier).filter(isForPostgres);
  return nodeTests(files.filter(isDue), { concurrency: 3, within: BESIDE_POSTGRES });
};

/** The suites that `npm run check` runs. */
const CHECKS: Readonly<Record<string, Suite>> = {
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
        ...['src/elements', 'src/merchant', 'src/dom'],
        ...['--strict', '--quiet', '--rules.no-missing-import', 'off'],
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
    ],
  },
  contrast: { commands: () => [program('test/repository/contrast.ts')] },
};

/** What `npm test` runs. */
const QUICK: Readonly<Record<string, Suite>> = {
  ...CHECKS,
  ...suitesOf('quick'),
  elements: {
    commands: (isDue) => elementTests(testsIn(['elements'], 'quick').filter(isDue), 2),
    atOnce: true,
    seconds: 160,
  },
  size: { commands: () => [program('test/bench/size/size.ts')], built: true },
};

const inEngine = (engine: string, runs: number, seconds: number): Suite => ({
  commands: (isDue) =>
    elementTests(
      filesOf('elements').filter((file) => isTest(file) && file.includes('.engines.') && isDue(file)),
      runs,
    ),
  atOnce: true,
  variables: { BROWSERS: engine },
  seconds,
});

/** The newest in the registry of the versions in use beside that of this process. */
const NODE_VERSIONS = ['20.20.2', '22.23.3', '24.21.0'].filter(
  (version) => version.split('.')[0] !== process.versions.node.split('.')[0],
);

/** What `npm run test:more` runs. */
const MORE: Readonly<Record<string, Suite>> = {
  ...suitesOf('slow'),
  'elements-slow': {
    commands: (isDue) => elementTests(testsIn(['elements'], 'slow').filter(isDue), 1),
    seconds: 210,
  },
  'firefox': inEngine('firefox', 1, 260),
  // Its driver waits for half of the time.
  'webkit': inEngine('webkit', 3, 360),
  'postgres': { commands: onPostgres('quick'), built: true, filesPerProcess: 5, seconds: 300 },
  'postgres-slow': { commands: onPostgres('slow'), seconds: 410 },
  // The built package. By night, all tests run there.
  'node-versions': {
    commands: () =>
      NODE_VERSIONS.flatMap((version) =>
        nodeTests(testsIn(['node-versions'], 'slow'), {
          within: program('test/node-versions/run.ts', version),
        }),
      ),
    atOnce: true,
    built: true,
    seconds: 40,
  },
  'sandbox-conforms': { commands: () => [program('test/conformance/main.ts', '--sandbox')], seconds: 30 },
  'gallery': {
    commands: () => [
      ['.config/storybook.mjs', 'build'],
      program('test/stories/run.ts', '.cache/storybook'),
      program('test/repository/canary-secrets.ts', '.cache/storybook'),
    ],
    built: true,
    seconds: 400,
  },
  'audit': { commands: () => [program('test/repository/audit.ts')], always: true },
  'soak-run': {
    commands: () => [program('test/soak/main.ts', '--minutes', '0.34', '--seed', 'every day')],
    seconds: 160,
  },
  'soak-postgres': {
    commands: () => [
      program(
        'test/soak/main.ts',
        ...['--minutes', '0.34', '--seed', 'every day'],
        ...['--store', 'postgres', '--processes', '3', '--orders-per-second', '5'],
      ),
    ],
    seconds: 210,
  },
};

/** The project of a test, where several tests share one. */
const PROJECTS: Readonly<Record<string, string>> = { 'next-settings': 'next' };

/** A test of a project with a framework, or the reason why this Node cannot run it. */
function frameworkTest(name: string, file: string): readonly Arguments[] {
  const { engines } = projectIn(PROJECTS[name] ?? name);
  if (isNode(engines.node)) return nodeTests([file]);
  const reason = `not checked: ${name}, which needs Node ${engines.node}; this is ${process.version}`;
  return [['--eval', `console.log(${JSON.stringify(reason)})`]];
}

/** What `npm run test:frameworks` runs: each project at the newest version that runs on this Node. */
const FRAMEWORKS: Readonly<Record<string, Suite>> = Object.fromEntries(
  testsIn(['frameworks'], 'nightly').map((file) => {
    const [name = ''] = file.slice('test/frameworks/'.length).split('.');
    return [name, { commands: () => frameworkTest(name, file), built: true, seconds: 90, always: true }];
  }),
);

const TODAY = String(Math.floor(Date.now() / 86_400_000));

/** What `npm run test:nightly` runs beside the frameworks. */
const NIGHTLY: Readonly<Record<string, Suite>> = {
  ...Object.fromEntries(
    NODE_VERSIONS.map((version) => [
      `node-${version.split('.')[0]}`,
      { commands: () => [program('test/node-versions/whole.ts', version)], seconds: 600, always: true },
    ]),
  ),
  // The values of that day, and many more of them.
  'laws': {
    commands: () => nodeTests(testsIn(['proxy', 'payouts'], 'slow'), { concurrency: 3 }),
    variables: { LAW_RUNS: '3000', FAST_CHECK_SEED: TODAY },
    always: true,
    seconds: 900,
  },
  'laws-postgres': {
    commands: onPostgres('slow'),
    variables: { LAW_RUNS: '300', FAST_CHECK_SEED: TODAY },
    always: true,
    seconds: 900,
  },
};

export const SUITES: Readonly<Record<string, Suite>> = { ...QUICK, ...MORE, ...FRAMEWORKS, ...NIGHTLY };

/** Names that stand for several suites. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  quick: Object.keys(QUICK),
  check: Object.keys(CHECKS),
  more: Object.keys(MORE),
  frameworks: Object.keys(FRAMEWORKS),
  nightly: [...Object.keys(FRAMEWORKS), ...Object.keys(NIGHTLY)],
};

/**
 * A test file as a suite of its own, or those of a folder of test/: the quick ones, if it has any.
 * @param path from the project's root; a folder also by its name
 * @returns undefined where there is no test
 */
export function suiteAt(path: string): Suite | undefined {
  const [folder = ''] = path.replace(/^test\//, '').split('/');
  const entries = readdirSync(join(root, 'test'), { withFileTypes: true });
  if (!entries.some((entry) => entry.name === folder && entry.isDirectory())) return undefined;
  const tests = filesOf(folder).filter(isTest);
  const quick = tests.filter((file) => tierOf(file) === 'quick');
  const files = isTest(path) ? tests.filter((file) => file === path) : quick.length > 0 ? quick : tests;
  const isNamed = isTest(path) || path.replace(/^test\/|\/$/g, '') === folder;
  if (!isNamed || files.length === 0) return undefined;
  if (folder === 'elements') return { commands: () => elementTests(files, 1), always: true };
  const within = folder === 'postgres' ? BESIDE_POSTGRES : [];
  const room = Object.values(ROOMS).find(({ folders }) => folders.includes(folder));
  const needsPackage = room === undefined || room.built === true;
  return {
    commands: () => nodeTests(files, { concurrency: room?.concurrency, within }),
    built: needsPackage,
    always: true,
  };
}
