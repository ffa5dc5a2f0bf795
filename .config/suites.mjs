// The suites of `npm test`: what each runs, and what it needs.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { compiled, compileTests } from './compile-tests.mjs';

const bin = (path) => join(root, 'node_modules', path);
const tsc = bin('typescript/bin/tsc');
const webTestRunner = [bin('@web/test-runner/dist/bin.js'), '--config', '.config/web-test-runner.config.mjs'];

/** Run by tests as processes of their own. */
const PROGRAMS = ['src/cli/main.ts', 'src/sandbox/main.ts'];

/** The TypeScript files of a folder below test/, from the project's root. */
function filesOf(folder) {
  return readdirSync(join(root, 'test', folder), { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join('test', folder, name))
    .sort();
}

const isTest = (file) => file.endsWith('.test.ts');

/** Arguments of Node's own runner for the test files of these folders, or for those of them that are `asked` for. */
async function testsBelow(folders, { concurrency, asked = () => true } = {}) {
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
  /^test\/(postgres|proxy\/(dead-letters|killed|killed-otherwise|restart|reused-address|store|store-interleaving|store-plans|streams|telling|two-processes|wallets))(\/.*)?\.test\.ts$/;

/** Kills by the dozen, hours of outage, thousands of checkouts and streams: each is longer than all others around it. */
const ENDURANCE =
  /^test\/(proxy\/(killed|killed-otherwise|many-checkouts|many-streams|watching-outage)|sandbox\/load|package\/package)\.test\.ts$/;
/** What people look at around a payment: each control of the sandbox's pages, each kind of page of the shop; and another coin. */
const PAGES =
  /^test\/(sandbox\/page(-control|-invoices|-payment)?|server-example\/(pages|phone|payment-bitcoin))\.test\.ts$/;
/** Every state in every language at its narrowest. */
const LANGUAGES = /^test\/elements\/(deposit-languages|languages-fit)\.test\.ts$/;
/** The samples in the languages of other shops, which have to be there. */
const SAMPLES = 'test/package/languages.test.ts';
const isQuick = (file) => !ENDURANCE.test(file) && !PAGES.test(file) && file !== SAMPLES;

/** These files mostly wait, for a server or a browser of their own: more of them at once than there are cores. */
const SIDE_BY_SIDE = { concurrency: 3 };

/** The tests that are `asked` for, beside a server of their own. */
async function besidePostgres(asked) {
  return [
    '.config/with-postgres.mjs',
    ...(await testsBelow(['postgres', 'proxy'], { ...SIDE_BY_SIDE, asked })),
  ];
}

/** Two runs with a browser each: within one, a page that is not in front is slowed down. */
function elementTests() {
  const files = filesOf('elements').filter((file) => isTest(file) && !LANGUAGES.test(file));
  return [0, 1].map((half) => {
    const ours = files.filter((_, index) => index % 2 === half);
    return [...webTestRunner, '--files', ...ours];
  });
}

/** The newest that the registry has of the two versions in use beside the oldest that we take. */
const NODE_VERSIONS = ['22.23.3', '24.21.0'];

/** Each suite: its commands (arguments of node; one after the other, unless `atOnce`), its needs, its variables. */
export const SUITES = {
  types: {
    commands: () => [
      [tsc, '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
      [
        tsc,
        '-p',
        '.config/tsconfig.pure.json',
        '--incremental',
        '--tsBuildInfoFile',
        '.cache/pure.tsbuildinfo',
      ],
      [tsc, '-p', '.config/tsconfig.page.json', '--noEmit'],
    ],
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
  boundaries: { commands: () => [['--import', 'tsx', '.config/import-boundaries.ts']] },
  generated: {
    commands: () => [
      ['.config/currencies/generate.mjs', '--check'],
      ['.config/icons.mjs', '--check'],
      ['.config/sandbox-page.mjs', '--check'],
    ],
  },
  contrast: { commands: () => [['.config/contrast.mjs']] },
  unit: {
    commands: async () => [
      await testsBelow(['house', 'payment', 'protocol', 'checkout', 'i18n', 'react', 'vue']),
    ],
  },
  service: {
    commands: async () => [await testsBelow(['service', 'sandbox'], { ...SIDE_BY_SIDE, asked: isQuick })],
    browser: true,
  },
  conformance: {
    commands: async () => [['.config/conformance.mjs', '--sandbox'], await testsBelow(['conformance'])],
  },
  adapters: { commands: async () => [await testsBelow(['adapters'])], browser: true },
  example: {
    commands: async () => [
      await testsBelow(['server-example'], { asked: isQuick }),
      ['.config/planted.mjs', '.cache/example'],
    ],
    built: true,
    browser: true,
  },
  proxy: { commands: async () => [await testsBelow(['proxy'], { ...SIDE_BY_SIDE, asked: isQuick })] },
  cli: { commands: async () => [await testsBelow(['cli'], SIDE_BY_SIDE)] },
  elements: { commands: elementTests, atOnce: true, browser: true },
  stories: {
    commands: () => [
      ['.config/storybook.mjs', 'build'],
      ['.config/run-stories.mjs', '.cache/storybook', 'light'],
      ['.config/planted.mjs', '.cache/storybook', 'dist'],
    ],
    built: true,
    browser: true,
  },
  package: {
    commands: async () => [await testsBelow(['package'], { ...SIDE_BY_SIDE, asked: isQuick })],
    built: true,
    browser: true,
  },
  size: { commands: () => [['.config/size.mjs']], built: true },
};

/** What `npm run test:more` adds: slower, and with installs of its own. */
export const MORE = {
  'firefox': { commands: () => [webTestRunner], engines: ['firefox'], variables: { BROWSERS: 'firefox' } },
  'webkit': { commands: () => [webTestRunner], engines: ['webkit'], variables: { BROWSERS: 'webkit' } },
  'engines': {
    commands: async () => [await testsBelow(['engines'], SIDE_BY_SIDE)],
    engines: ['firefox', 'webkit'],
    built: true,
  },
  'node-versions': {
    commands: async () => {
      const args = await testsBelow(['payment', 'protocol', 'checkout', 'service', 'node-versions']);
      return NODE_VERSIONS.map((version) => ['.config/node-version.mjs', version, ...args]);
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
      await testsBelow(['proxy', 'sandbox', 'package'], {
        ...SIDE_BY_SIDE,
        asked: (file) => ENDURANCE.test(file),
      }),
    ],
    built: true,
  },
  'pages': {
    commands: async () => [
      await testsBelow(['sandbox', 'server-example'], {
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
    commands: async () => [await testsBelow(['package'], { asked: (file) => file === SAMPLES })],
    engines: ['languages'],
  },
  'gallery': {
    commands: () => [
      ['.config/storybook.mjs', 'build'],
      ['.config/run-stories.mjs', '.cache/storybook', 'dark', 'documents'],
    ],
    built: true,
    browser: true,
  },
  'audit': { commands: () => [['.config/audit.mjs']] },
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
      ['.config/soak.mjs', '--minutes', '1', '--seed', 'every day'],
    ],
  },
  'soak-postgres': {
    commands: () => [
      [
        '.config/soak.mjs',
        ...['--minutes', '1', '--seed', 'every day'],
        ...['--store', 'postgres', '--processes', '3', '--orders-per-second', '5'],
      ],
    ],
  },
};

export const CHECK = ['types', 'lint', 'templates', 'format', 'boundaries', 'generated', 'contrast'];

function enginesOf(file) {
  if (file === 'test/postgres/balancer.test.ts') return MORE.postgres.engines;
  if (file === SAMPLES) return MORE.samples.engines;
  return file.startsWith('test/engines/') ? MORE.engines.engines : [];
}

/** A test file by its path, as a suite of its own. */
export function suiteOfFile(file) {
  const isElement = file.startsWith('test/elements/');
  const commands = isElement
    ? () => [[...webTestRunner, '--files', file]]
    : async () => [
        file.startsWith('test/postgres/')
          ? await besidePostgres((name) => name === file)
          : await testsBelow([file.split('/')[1]], { asked: (name) => name === file }),
      ];
  return {
    commands,
    browser: true,
    built: /^test\/(package|server-example|faults|every-currency|consumers|engines|node-versions)\//.test(
      file,
    ),
    engines: enginesOf(file),
  };
}
