// Which folder may import which, and which packages: rules for dependency-cruiser. Fails on any other import:
//   node --import tsx test/repository/import-boundaries.ts
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { root } from '../../.config/bootstrap.mjs';

const session = ['checkout', 'protocol', 'payment'];
const screen = [...session, 'i18n', 'locales', 'styles', 'events', 'adapters', 'controllers'];
const facts = ['proxy/base', 'proxy/domain', 'protocol', 'payment', 'service'];
const records = ['proxy/store', 'proxy/upstream', ...facts];
const requests = ['proxy/runtime', 'proxy/options', 'proxy/delivery', 'proxy/polling', 'proxy/invoices'];
/** What renders a checkout on a server. */
const rendered = [
  'proxy/elements (types)',
  'elements/*',
  'elements/parts',
  'elements',
  'adapters',
  'styles',
  'i18n',
  'locales',
  ...session,
];
const cli = ['payouts', 'proxy/*', 'proxy/staff', 'service', 'sandbox', 'payment'];

/**
 * A folder of src: the folders whose modules it may import, beside its own. `name/*` stands for the files of a folder
 * without those of its folders; `name (types)` allows `import type` only. A folder without a line may import nothing.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'payment': [],
  'service': ['payment'],
  'protocol': ['payment'],
  'checkout': ['protocol', 'payment', 'wallets (types)'],
  'wallets': ['payment'],
  'adapters': [],
  'styles': [],
  'locales': ['payment'],
  'i18n': ['locales', 'protocol', 'payment', 'checkout (types)'],
  'events': ['protocol', 'payment', 'checkout (types)'],
  'controllers': [...session, 'i18n', 'locales', 'styles', 'events', 'adapters'],
  'elements/base': screen,
  'elements/parts': ['elements/base', ...screen],
  'elements/browser-wallet': ['wallets', 'elements/parts', 'elements/base', ...screen],
  'elements/refund': ['elements/crypto-copy-field', 'elements/parts', 'elements/base', ...screen],
  'elements': ['elements/refund', 'elements/browser-wallet', 'elements/parts', 'elements/base', ...screen],
  'elements/*': ['elements', 'elements/parts', 'elements/base', ...screen],
  'dom': ['elements (types)', 'merchant (types)', 'merchant/parts (types)', 'events (types)'],
  'define': ['elements', 'elements/*', 'elements/base', 'events (types)', 'dom (types)'],
  'entry': [
    'define',
    'elements',
    'elements/parts',
    'elements/base',
    'controllers',
    'adapters',
    'checkout',
    'payment',
    'protocol',
  ],
  'merchant/client': ['protocol', 'payment'],
  // Pure: what the staff's screens remember.
  'merchant/state': ['protocol', 'payment'],
  'merchant/parts': ['merchant/client', 'merchant/state', 'elements/parts', 'elements/base', ...screen],
  'merchant': [
    ...['merchant/parts', 'merchant/client', 'merchant/state'],
    ...['elements', 'elements/parts', 'elements/base', ...screen],
  ],
  'merchant/*': [
    ...['merchant', 'merchant/parts', 'merchant/client', 'merchant/state'],
    ...['elements', 'elements/base', 'i18n', 'dom (types)'],
  ],
  'wrapping': [
    'elements',
    'elements/base',
    'merchant/*',
    'merchant',
    'define',
    'controllers',
    'checkout',
    'protocol (types)',
    'events',
    'dom (types)',
  ],
  'index.ts': [
    ...['elements', 'elements/base', 'controllers', 'styles (types)', 'events', 'i18n', 'dom (types)'],
    ...session,
  ],
  'react': ['elements/*', 'wrapping', 'elements', 'define', 'merchant/* (types)'],
  'vue': ['elements/*', 'wrapping', 'elements', 'define', 'merchant/* (types)'],
  'sandbox/core': ['service (types)', 'payment'],
  'sandbox/core/*': ['sandbox/core', 'service (types)', 'payment'],
  'sandbox': ['sandbox/core/*', 'sandbox/core', 'service (types)', 'payment'],
  'render/markup': rendered,
  'render/*': ['render/markup', 'i18n', 'protocol', 'proxy/* (types)'],
  'proxy/base': ['protocol'],
  'proxy/domain': ['proxy/base', 'protocol', 'payment', 'service'],
  'proxy/streams': ['proxy/base', 'protocol'],
  'proxy/upstream': ['proxy/base', 'proxy/domain', 'service'],
  'proxy/store/engine': ['proxy/base'],
  'proxy/store': ['proxy/store/engine', 'proxy/base', 'proxy/domain', 'protocol', 'payment'],
  'proxy/elements': records,
  'proxy/checkouts': records,
  'proxy/staff': ['proxy/checkouts', ...records],
  'proxy/delivery': records,
  'proxy/deposit-addresses': records,
  'proxy/polling': ['proxy/checkouts', 'proxy/deposit-addresses', ...records],
  'proxy/invoices': ['proxy/polling (types)', 'proxy/checkouts', ...records],
  'proxy/options': ['proxy/delivery', ...facts],
  'proxy/runtime': [
    ...['proxy/options', 'proxy/delivery', 'proxy/polling', 'proxy/invoices', 'proxy/checkouts'],
    ...['proxy/deposit-addresses', 'proxy/elements', 'proxy/staff', 'proxy/streams'],
    ...['proxy/store/engine', ...records],
  ],
  'proxy/http': [
    ...[...requests, 'proxy/checkouts', 'proxy/deposit-addresses', 'proxy/elements', 'proxy/staff'],
    'proxy/streams',
    'render/markup',
    ...records,
  ],
  'proxy/*': ['proxy/http', ...requests, 'proxy/elements', 'proxy/store/engine', ...records],
  'payouts': ['proxy/store', 'proxy/domain', 'proxy/base', 'protocol', 'payment', 'service'],
  'cli/base': cli,
  'cli/checks': ['cli/base', ...cli],
  'cli/desk': cli,
  'cli/commands': ['cli/checks', 'cli/desk', 'cli/base', ...cli],
  'cli/*': ['cli/commands', 'cli/base', ...cli],
};

const onServer =
  /^src\/(?:proxy|payouts|cli|render)\/|^src\/sandbox\/(?!core\/)|^src\/service\/(?:node(?:-http)?|file-limiter|turn-files)\.ts$/;

/** Where a package may be imported; on the server, its types anywhere. One importer each for what browsers load. */
const PACKAGES: readonly (readonly [packages: string, from: RegExp])[] = [
  ['qrcode', /^src\/(?:adapters\/qr-code|cli\/commands\/tokens)\.ts$/],
  ['@floating-ui/[^/]+', /^src\/adapters\/popover\.ts$/],
  ['(?:lit|@lit/[^/]+)', /^src\/(?:elements|controllers|styles|i18n|merchant|wrapping|react|vue|render)\//],
  ['@lit-labs/ssr', /^src\/render\//],
  ['react', /^src\/react\//],
  ['vue', /^src\/vue\//],
  ['lossless-json', /^src\/(?:service|sandbox|proxy\/domain)\//],
  ['@(?:noble|scure)/[^/]+', /^src\/(?:payment\/addresses|sandbox\/core\/chain)\//],
  ['cockatiel', /^src\/(?:service|proxy)\//],
  ['(?:commander|cli-table3|picocolors)', /^src\/cli\//],
  ['(?:ipaddr.js|pino|prom-client|rate-limiter-flexible|standardwebhooks)', /^src\/proxy\//],
  ['(?:kysely|libsql|pg)', /^src\/proxy\/store\//],
  ['(?:hono|@hono/node-server|jose)', /^src\/(?:proxy|payouts|sandbox|cli)\//],
  ['valibot', /^src\/(?:protocol|proxy|payouts|sandbox|cli)\//],
  ['isbot', /^src\/render\//],
];

const names = Object.keys(LAYERS);

/** The build writes it, so a fresh clone does not have it. */
const GENERATED = '^#elements-files$';

/** The files of a layer: those of a folder without those of the layers within it. */
function filesOf(name: string): string {
  if (name.endsWith('.ts')) return `^src/${name.replaceAll('.', '[.]')}$`;
  if (name.endsWith('/*')) return `^src/${name.slice(0, -1)}[^/]+$`;
  const within = names
    .filter((other) => other.startsWith(`${name}/`) && !other.endsWith('/*'))
    .map((other) => `${other.slice(name.length + 1)}/`);
  if (names.includes(`${name}/*`)) within.push('[^/]+$');
  return `^src/${name}/${within.length > 0 ? `(?!${within.join('|')})` : ''}`;
}

const OURS = '^(?:src|stories|server-example|test|[.]config)/';
const PACKAGE = '(?:^|/)node_modules/';

function layerRules(name: string, to: readonly string[]): readonly IForbiddenRuleType[] {
  const forTypes = to
    .filter((other) => other.endsWith(' (types)'))
    .map((other) => other.replace(' (types)', ''));
  const free = to.filter((other) => !other.endsWith(' (types)'));
  const from = { path: filesOf(name) };
  const severity = 'error' as const;
  return [
    {
      ...{ name: `${name} may not import that`, severity, from },
      to: { path: OURS, pathNot: [name, ...free, ...forTypes].map(filesOf) },
    },
    ...(forTypes.length === 0
      ? []
      : [
          {
            ...{ name: `${name} may import types only`, severity, from },
            to: { path: forTypes.map(filesOf), dependencyTypesNot: ['type-only' as const] },
          },
        ]),
  ];
}

function packageRules([packages, { source }]: readonly [string, RegExp]): readonly IForbiddenRuleType[] {
  const severity = 'error' as const;
  const to = { path: `${PACKAGE}${packages}/` };
  const name = `only ${source} may import that package`;
  return [
    { name, severity, from: { path: '^src/', pathNot: [source, onServer.source] }, to },
    {
      ...{ name, severity, from: { path: onServer.source, pathNot: source } },
      to: { ...to, dependencyTypesNot: ['type-only'] },
    },
  ];
}

const RULES: readonly IForbiddenRuleType[] = [
  ...Object.entries(LAYERS).flatMap(([name, to]) => layerRules(name, to)),
  ...PACKAGES.flatMap(packageRules),
  {
    name: 'no folder of src may import that package',
    from: { path: '^src/' },
    to: { path: PACKAGE, pathNot: PACKAGES.map(([packages]) => `${PACKAGE}${packages}/`) },
  },
  {
    name: 'only code of the server may import modules of Node',
    from: { path: '^src/', pathNot: onServer.source },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the import leads nowhere',
    from: { path: '^src/' },
    to: { couldNotResolve: true, pathNot: GENERATED },
  },
  {
    name: 'the folder has no line in LAYERS of test/repository/import-boundaries.ts',
    from: { path: '^src/', pathNot: names.map(filesOf) },
    to: {},
  },
  {
    name: 'its folder has no line in LAYERS of test/repository/import-boundaries.ts',
    from: {},
    to: { path: '^src/', pathNot: names.map(filesOf) },
  },
  {
    name: 'the example uses the package by its public entries, as a shop would',
    from: { path: '^server-example/' },
    to: { path: OURS, pathNot: '^server-example/' },
  },
  {
    name: 'stories show elements, without a proxy or a command line',
    from: { path: '^stories/' },
    to: { path: '^src/(?:proxy|cli)/' },
  },
  { name: 'files in a circle', from: { path: '^src/' }, to: { circular: true } },
  { name: 'folders in a circle', scope: 'folder', from: { path: '^src/' }, to: { circular: true } },
];

/** @returns one line per import that breaks a rule in the folders below `base` */
export async function findViolations(base: string): Promise<readonly string[]> {
  const { output } = await cruise(['src', 'stories', 'server-example'], {
    ...{
      baseDir: base,
      validate: true,
      ruleSet: { forbidden: RULES.map((rule) => ({ severity: 'error', ...rule })) },
    },
    ...{ tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' }, preserveSymlinks: true },
  });
  return (output as ICruiseResult).summary.violations.map(
    ({ from, to, rule, cycle }) =>
      `${from} → ${cycle?.map(({ name }) => name).join(' → ') ?? to}: ${rule.name}`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const violations = await findViolations(process.argv[2] ?? root);
  for (const line of violations) console.error(line);
  console.log(
    violations.length === 0 ? 'every import is allowed' : `${violations.length} imports break a rule`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
