// The suites of `npm test`: what each runs, and what it needs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../.config/bootstrap.mjs';
import { compiled, compileTests } from '../.config/compile-tests.js';
import type { EngineName } from './browsers/driver/install.js';

type Arguments = readonly string[];

export interface Suite {
  /** Arguments of node, for one command after the other. */
  readonly commands: () => readonly Arguments[] | Promise<readonly Arguments[]>;
  /** Whether the commands run side by side. */
  readonly atOnce?: boolean;
  /** Whether it begins before the others, since it lasts longest. */
  readonly first?: boolean;
  /** Whether it needs dist. */
  readonly built?: boolean;
  /** Whether it needs Chromium. */
  readonly browser?: boolean;
  readonly engines?: readonly EngineName[];
  readonly variables?: Readonly<Record<string, string>>;
}

const bin = (path: string) => join(root, 'node_modules', path);
/** The compiler in machine code. The one in JavaScript stays for the tools that are built on it. */
const tsc = bin('typescript-native/bin/tsc');
const webTestRunner = [
  ...['--import', 'tsx', bin('@web/test-runner/dist/bin.js')],
  ...['--config', 'test/browsers/web-test-runner.config.mjs'],
];

/** Run by tests as processes of their own. */
const PROGRAMS = ['src/cli/main.ts'];

/** The TypeScript files of a folder below test/, from the project's root. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(join(root, 'test', folder), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join('test', folder, name))
    .sort();
}

const isTest = (file: string) => file.endsWith('.test.ts');

interface TestOptions {
  readonly concurrency?: number;
  readonly asked?: (file: string) => boolean;
}

/** Arguments of Node's own runner for the test files of these folders, or for those of them that are `asked` for. */
async function testsBelow(
  folders: readonly string[],
  { concurrency, asked = () => true }: TestOptions = {},
): Promise<Arguments> {
  const files = folders.flatMap(filesOf);
  const tests = files.filter((file) => isTest(file) && asked(file));
  // What is no test may be run by one.
  await compileTests([...tests, ...files.filter((file) => !isTest(file)), ...PROGRAMS]);
  return [
    ...['--enable-source-maps', '--test', '--test-reporter=spec'],
    ...(concurrency ? [`--test-concurrency=${concurrency}`] : []),
    ...tests.map(compiled),
  ];
}

/** Of the proxy, those about the store that are as true on PostgreSQL. */
const ON_POSTGRES =
  /^test\/(postgres|proxy\/(dead-letters|crash-recovery|crash-recovery-signals|owing|renamed-events|restart|reused-address|served-versions|store|store-interleaving|store-plans|streams|event-delivery|two-processes|deposit-addresses))(\/.*)?\.test\.ts$/;

/**
 * Kills by the dozen, hours of outage, floods, clocks hours off, thousands of checkouts and streams, packages that are
 * packed and installed: each is longer than all others around it.
 */
const ENDURANCE =
  /^test\/(proxy\/(clocks|deposit-flood|crash-recovery|crash-recovery-signals|many-checkouts|many-streams|polling-outage)|sandbox\/load|package\/(guide|loading-targets|package)|server-example\/dockerfile)\.test\.ts$/;
/**
 * What people look at around a payment: each control of the sandbox's pages, each kind of page of the shop; another coin;
 * and each sample and command of the documentation beside those of the README.
 */
const PAGES =
  /^test\/(package\/(docs-samples|readme-mounts)|sandbox\/page(-control|-invoices|-payment)?|server-example\/(pages|phone|payment-bitcoin))\.test\.ts$/;
/** Every state in every language at its narrowest. */
const LANGUAGES = /^test\/elements\/(deposit-languages|languages-fit)\.test\.ts$/;
/** The samples in the languages of other shops, which have to be there. */
const SAMPLES = /^test\/package\/(language-pages|language-shops|languages)\.test\.ts$/;
const isQuick = (file: string) => !ENDURANCE.test(file) && !PAGES.test(file) && !SAMPLES.test(file);

/** These files mostly wait, for a server or a browser of their own: more of them at once than there are cores. */
const SIDE_BY_SIDE = { concurrency: 3 };

/** A program in TypeScript with its arguments. */
const program = (file: string, ...args: readonly string[]): Arguments => [
  '.config/bootstrap.mjs',
  file,
  ...args,
];

/** The tests that are `asked` for, beside a server of their own. */
async function besidePostgres(asked: (file: string) => boolean): Promise<Arguments> {
  return [
    ...program('test/postgres/with-server.ts'),
    ...(await testsBelow(['postgres', 'proxy'], { ...SIDE_BY_SIDE, asked })),
  ];
}

/** Two runs with a browser each: within one, a page that is not in front is slowed down. */
function elementTests(): readonly Arguments[] {
  const files = filesOf('elements').filter((file) => isTest(file) && !LANGUAGES.test(file));
  return [0, 1].map((half) => {
    const ours = files.filter((_, index) => index % 2 === half);
    return [...webTestRunner, '--files', ...ours];
  });
}

/** The newest that the registry has of the two versions in use beside the oldest that we take. */
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
    ],
  },
  templates: {
    commands: () => [
      [bin('lit-analyzer/cli.js'), 'src/elements', '--strict', '--quiet', '--rules.no-missing-import', 'off'],
    ],
  },
  format: {
    commands: () => [
      [
        bin('prettier/bin/prettier.cjs'),
        ...['--config', '.config/prettier.json', '--ignore-path', '.config/prettierignore'],
        ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier'],
        ...['--check', '.'],
      ],
    ],
  },
  boundaries: { commands: () => [program('test/repository/import-boundaries.ts')] },
  unused: {
    commands: () => [[bin('knip/bin/knip.js'), '--config', '.config/knip.json', '--no-progress']],
  },
  generated: {
    commands: () => [
      program('.config/currencies/generate.ts', '--check'),
      ['.config/icons.mjs', '--check'],
      ['.config/sandbox-page.mjs', '--check'],
    ],
  },
  contrast: { commands: () => [program('test/repository/contrast.ts')] },
  unit: {
    commands: async () => [
      await testsBelow(['repository', 'payment', 'protocol', 'checkout', 'i18n', 'react', 'vue', 'render']),
    ],
  },
  service: {
    commands: async () => [await testsBelow(['service', 'sandbox'], { ...SIDE_BY_SIDE, asked: isQuick })],
    browser: true,
  },
  conformance: {
    commands: async () => [
      program('test/conformance/main.ts', '--sandbox'),
      await testsBelow(['conformance']),
    ],
  },
  adapters: { commands: async () => [await testsBelow(['adapters'])], browser: true },
  example: {
    commands: async () => [
      await testsBelow(['server-example'], { asked: isQuick }),
      program('test/repository/canary-secrets.ts', '.cache/example'),
    ],
    built: true,
    browser: true,
  },
  proxy: {
    commands: async () => [await testsBelow(['proxy'], { ...SIDE_BY_SIDE, asked: isQuick })],
    first: true,
  },
  // `doctor` looks whether the package is whole.
  cli: { commands: async () => [await testsBelow(['cli'], SIDE_BY_SIDE)], built: true },
  elements: { commands: elementTests, atOnce: true, browser: true },
  package: {
    commands: async () => [
      await testsBelow(['package'], { ...SIDE_BY_SIDE, asked: isQuick }),
      program('test/repository/canary-secrets.ts', 'dist'),
    ],
    built: true,
    browser: true,
  },
  size: { commands: () => [program('.config/build/size.ts')], built: true },
};

const ENGINES_OF_BROWSERS: readonly EngineName[] = ['firefox', 'webkit'];

/** What `npm run test:more` adds: slower, and with installs of its own. */
export const MORE: Readonly<Record<string, Suite>> = {
  'firefox': { commands: () => [webTestRunner], engines: ['firefox'], variables: { BROWSERS: 'firefox' } },
  'webkit': { commands: () => [webTestRunner], engines: ['webkit'], variables: { BROWSERS: 'webkit' } },
  'browsers': {
    commands: async () => [await testsBelow(['browsers'], SIDE_BY_SIDE)],
    engines: ENGINES_OF_BROWSERS,
    built: true,
  },
  'node-versions': {
    commands: async () => {
      const args = await testsBelow(['payment', 'protocol', 'checkout', 'service', 'node-versions']);
      return NODE_VERSIONS.map((version) => program('test/node-versions/run.ts', version, ...args));
    },
    built: true,
  },
  'faults': {
    commands: async () => [await testsBelow(['faults'], SIDE_BY_SIDE)],
    built: true,
    browser: true,
  },
  'endurance': {
    commands: async () => [
      await testsBelow(['proxy', 'sandbox', 'package', 'server-example'], {
        ...SIDE_BY_SIDE,
        asked: (file) => ENDURANCE.test(file),
      }),
    ],
    built: true,
    browser: true,
  },
  'pages': {
    commands: async () => [
      await testsBelow(['package', 'sandbox', 'server-example'], {
        ...SIDE_BY_SIDE,
        asked: (file) => PAGES.test(file),
      }),
    ],
    built: true,
    browser: true,
  },
  'languages': {
    commands: () => [
      [...webTestRunner, '--files', ...filesOf('elements').filter((file) => LANGUAGES.test(file))],
    ],
    browser: true,
  },
  'samples': {
    commands: async () => [await testsBelow(['package'], { asked: (file) => SAMPLES.test(file) })],
    engines: ['languages', 'nginx'],
    built: true,
    browser: true,
  },
  'gallery': {
    commands: () => [
      ['.config/storybook.mjs', 'build'],
      program('test/stories/run.ts', '.cache/storybook'),
      program('test/repository/canary-secrets.ts', '.cache/storybook'),
    ],
    built: true,
    browser: true,
  },
  'audit': { commands: () => [program('test/repository/audit.ts')] },
  'bootstrap': { commands: async () => [await testsBelow(['bootstrap'])] },
  'postgres': {
    commands: async () => [await besidePostgres((file) => ON_POSTGRES.test(file))],
    engines: ['nginx'],
  },
  'currencies': { commands: async () => [await testsBelow(['every-currency'])], built: true, browser: true },
  'consumers': { commands: async () => [await testsBelow(['consumers'])], built: true, browser: true },
  'soak': {
    commands: async () => [
      await testsBelow(['soak']),
      program('test/soak/main.ts', '--minutes', '1', '--seed', 'every day'),
    ],
  },
  'soak-postgres': {
    commands: () => [
      program(
        'test/soak/main.ts',
        ...['--minutes', '1', '--seed', 'every day'],
        ...['--store', 'postgres', '--processes', '3', '--orders-per-second', '5'],
      ),
    ],
  },
};

/** The project of a suite, where several suites share one. */
const PROJECTS: Readonly<Record<string, string>> = { 'next-settings': 'next' };

/** Tests of a project with a framework, or the reason why this Node cannot run it. */
async function frameworkTests(name: string): Promise<Arguments> {
  const file = join(root, 'test/frameworks', PROJECTS[name] ?? name, 'package.json');
  const needed = /"node": ">=(\d+)\.(\d+)"/.exec(readFileSync(file, 'utf8'));
  if (!needed) throw new Error(`${file} names no Node in "engines". Add it, such as ">=20.19".`);
  const [least, here] = [needed.slice(1), process.versions.node.split('.')].map(
    ([major, minor]) => Number(major) * 1000 + Number(minor),
  );
  if (least !== undefined && here !== undefined && here < least) {
    const reason = `not checked: ${name}, which needs Node ${needed[1]}.${needed[2]}; this is ${process.version}`;
    return ['--eval', `console.log(${JSON.stringify(reason)})`];
  }
  return testsBelow(['frameworks'], { asked: (test) => test === `test/frameworks/${name}.test.ts` });
}

/** Projects of frameworks that have a server: `npm run test:frameworks`. */
export const FRAMEWORKS: Readonly<Record<string, Suite>> = Object.fromEntries(
  ['next', 'next-settings', 'sveltekit', 'nuxt', 'astro'].map((name) => [
    name,
    { commands: async () => [await frameworkTests(name)], built: true, browser: true },
  ]),
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
  if (file === 'test/postgres/balancer.test.ts') return ['nginx'];
  if (SAMPLES.test(file)) return ['languages', 'nginx'];
  return file.startsWith('test/browsers/') ? ENGINES_OF_BROWSERS : [];
}

/** A test file by its path, as a suite of its own. */
export function suiteOfFile(file: string): Suite {
  const isElement = file.startsWith('test/elements/');
  const commands = isElement
    ? () => [[...webTestRunner, '--files', file]]
    : async () => [
        file.startsWith('test/postgres/')
          ? await besidePostgres((name) => name === file)
          : await testsBelow([file.split('/')[1] ?? ''], { asked: (name) => name === file }),
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
