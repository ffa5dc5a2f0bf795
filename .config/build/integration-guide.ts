// Writes the files for coding assistants: `llms.txt` (https://llmstxt.org), the list of files, and the guide in one
// file. All sentences come from the documentation and from the manifest of the elements.
import { posix } from 'node:path';
import { builtElements, type BuiltElement, type Described } from './built-elements.js';
import { pageText, pathOf, sections, sectionsOf } from './docs-sections.js';
import { packageJson } from './package-json.js';

/** The name in the first line of a file, or in the second. */
const NAME_OF_FILE = /^```\w+\n(?:---\n)?(?:\/\/|<!--) (\S+)/gm;
/** What an event carries, which its type says too. */
const DETAIL = / \(`detail`: .*\)$/;
const CODE_BLOCK = /^( *)```[\s\S]*?^\1```$/gm;

const link = (name: string, path: string) => `[${name}](${posix.relative('dist', path)})`;

/** A line for each import of the package with the file of its types. */
function types(): readonly string[] {
  const { name, exports } = packageJson;
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string' || entry.includes('*')
      ? []
      : [`\`import '${posix.join(name, entry)}'\`: ${link('types', target.types)}`],
  );
}

/** Others have a page of their own in the manual, or are in the manifest. */
const IN_PAGES: readonly string[] = ['crypto-checkout'];

/** How a handler receives events, up to the sample of one: other sections say more. */
function sampleEvent(): string {
  const [text = ''] = sections('Events.mdx', 'Receive events on the server');
  const [example = ''] = /^[\s\S]*?```json[\s\S]*?```/.exec(text) ?? [];
  return example;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What a first shop sets. The pages have the others. */
const FIRST_OPTIONS = words(`
  service orderSecrets orders onEvent webhook store origins basePath publicUrl offers lifetime tolerance
  shop supportUrl postbackSecrets trustedProxies
`);
const FIRST_VARIABLES = words(`
  SERVICE_URL API_KEY SHOP_ID ORDER_SECRET STORE DATABASE_URL ORIGINS WEBHOOK_URL WEBHOOK_SECRET TEST_MODE
  PUBLIC_URL TRUSTED_PROXIES
`).map((name) => (name === 'DATABASE_URL' ? name : `CRYPTO_CHECKOUT_${name}`));
const FIRST_TOKENS = words(`
  accent accent-hover accent-text accent-tint on-accent surface surface-sunken surface-hover text text-muted
  line line-strong font font-title font-amount font-size font-weight-title radius-xl radius-l radius-m radius-s
  radius-pill illustration-radius field-border-width
`).map((name) => `--crypto-${name}`);

/**
 * The table of a section with these rows only.
 *
 * @throws if a row is gone
 */
function rowsOf(page: string, heading: string, names: readonly string[]): string {
  const [text = ''] = sections(page, heading);
  const [head = '', line = '', ...rows] = text.split('\n').filter((row) => row.startsWith('|'));
  const found = names.map((name) => {
    const row = rows.find((each) => each.startsWith(`| \`${name}\``));
    if (row) return row;
    throw new Error(`${pathOf(page)} has no row "${name}" below "${heading}". Name one that it has.`);
  });
  const narrow = [head, line.replaceAll(/-+/g, '---'), ...found].map((row) => row.replaceAll(/ {2,}/g, ' '));
  return `### ${heading}\n\n${narrow.join('\n')}\n\n${link(`All of them`, pathOf(page))}.`;
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** A section up to its first block of code, that block, and a link to the rest. */
function start(page: string, heading: string): string {
  const [text = ''] = sections(page, heading);
  const [beginning = text] = /^[\s\S]*?^```\w[\s\S]*?^```$/m.exec(text) ?? [];
  return `${beginning}\n\n${link('More about it', `${pathOf(page)}#${anchorOf(heading)}`)}.`;
}

/** A line for each framework: its recipe, and the files in it. */
function recipes(): string {
  const page = pathOf('Frameworks.mdx');
  const found = [...sectionsOf('Frameworks.mdx')].filter(
    ([name]) => !['', 'Create the proxy', 'Compare them'].includes(name),
  );
  const lines = found.map(([name, text]) => {
    const files = [...text.matchAll(NAME_OF_FILE)].map(([, file = '']) => `\`${file}\``);
    return `- ${link(name, `${page}#${anchorOf(name)}`)}: ${files.join(', ')}`;
  });
  return `### Recipes\n\nOne section each, with all files:\n\n${lines.join('\n')}`;
}

function theme(): string {
  const [{ cssProperties = [] } = {}] = elementsInPages();
  const rows = FIRST_TOKENS.map((name) => {
    const row = cssProperties.find((each) => each.name === name);
    if (row) return row;
    throw new Error(`The manifest has no property "${name}". Name one that it has.`);
  });
  const [intro = ''] = sections('Theming.mdx', '');
  const others = link('custom-elements.json', 'dist/custom-elements.json');
  return `${intro}${table('property', rows)}\n\n${others} has the others. ${link('Theming', pathOf('Theming.mdx'))} has parts and ready themes.`;
}

/** The chapters of the guide, in the order in which a shop is built. */
const chapters = (): Readonly<Record<string, readonly string[]>> => ({
  'Rules of money': sections('Events.mdx', 'Avoid mistakes that cost money'),
  'Build a shop': sections(
    'Guide.mdx',
    ...['1. Install the package', '2. Write the settings', '3. Fulfill paid orders', '4. Create the proxy'],
    ...['5. Serve a page', '6. Start the sandbox and the shop', '7. Pay an order'],
  ),
  'Use a framework': [...sections('Frameworks.mdx', '', 'Create the proxy'), recipes()],
  'Options and variables': [
    rowsOf('Server.mdx', 'Options', FIRST_OPTIONS),
    rowsOf('Operating.mdx', 'Variables', FIRST_VARIABLES),
    '`npx crypto-checkout serve` reads these variables. A program of your own reads those that it names.',
  ],
  'Embed the checkout': [
    ...sections(
      'Embedding.mdx',
      'Use a bundler',
      'Use React',
      'Use Vue',
      'Use Svelte',
      'Develop behind Vite',
    ),
    start('Embedding.mdx', 'Open it in a dialog'),
    ...checkoutTables(),
  ],
  'Send a payment link': sections('PaymentLinks.mdx', 'Create a payment link'),
  'Handle events': [
    sampleEvent(),
    ...sections('Events.mdx', 'Track what you owe', 'Fulfill at the right time', 'Server events'),
    start('Events.mdx', 'Verify a webhook'),
  ],
  'Types': [
    `Every import has types. \`CheckoutEvent\`, \`WebhookEvent\` and \`ReviewReason\` are in \`crypto-checkout/server\`.`,
    types()
      .map((line) => `- ${line}`)
      .join('\n'),
  ],
  'Theming': [theme()],
  'Test and secure it': [
    `${link('Testing', pathOf('Testing.mdx'))} has the requests that pay, fail and move the clock in a test.`,
    start('Security.mdx', 'Set a policy for the page'),
    ...sections('Guide.mdx', '9. Go live'),
  ],
});

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(title: string, rows: readonly Described[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, type, default: value, description }) => {
    const notes = [type && `\`${cell(type.text)}\``, value && `default \`${cell(value)}\``].filter(Boolean);
    return `| \`${name}\` | ${notes.join(', ')} | ${cell(description)} |`;
  });
  return `\n\n| ${title} | type | meaning |\n| --- | --- | --- |\n${lines.join('\n')}`;
}

/** The first is the checkout. */
function elementsInPages(): readonly BuiltElement[] {
  const all = builtElements();
  return IN_PAGES.flatMap((tag) => all.filter(({ tagName }) => tagName === tag));
}

/** The attributes and events of the checkout. The manifest describes its slots, and the other elements. */
function checkoutTables(): readonly string[] {
  return elementsInPages().map(({ tagName, attributes, events }) => {
    const short = events.map(({ name, description = '' }) => ({
      name,
      description: description.replace(DETAIL, ''),
    }));
    return `### \`<${tagName}>\`${table('attribute', attributes)}${table('event', short)}`;
  });
}

/** One line for a chapter: its title, then its sections. */
function tableOfContents(chapter: string): string {
  const [title = '', ...parts] = headingsOf(chapter);
  const list = parts.join(' · ');
  return `- **${title}**${list && `: ${list}`}`;
}

function headingsOf(text: string): readonly string[] {
  return [...text.replaceAll(CODE_BLOCK, '').matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);
}

export function integrationGuide(): string {
  const { name, version } = packageJson;
  const texts = Object.entries(chapters()).map(([title, parts]) => `## ${title}\n\n${parts.join('\n\n')}`);
  const contents = texts.map((text) => tableOfContents(text)).join('\n');
  return `# Integrate ${name} ${version}

Build a shop, from an empty folder to a paid order. The sections come from the manual, which ${link('llms.txt', 'dist/llms.txt')} lists by
task. All of it is in the package, \`node_modules/${name}\`, and the links lead there.

1. Read "Rules of money".
2. Follow "Build a shop", and see its order paid.
3. In a framework, keep \`.env\`. Its recipe and \`checkout-proxy.ts\` replace \`server.js\` and \`checkout.js\`, and \`fulfill.ts\` replaces
   \`fulfill.js\`. In a server without a recipe, such as Express, keep \`checkout.js\` and \`fulfill.js\`, and mount the proxy:
   \`app.use('/crypto-checkout', toNodeListener(proxy))\`. Call \`recordOrder\` wherever you sign an order.
   Open the page at \`http://localhost\`, with the port that the server prints, not at \`0.0.0.0\`: that is another origin.
4. Without a page of your own, follow "Send a payment link".
5. Read the last chapter before you go live.

## Contents

${contents}

${texts.join('\n\n')}
`;
}

/** The rows of the table of tasks on the first page of the manual. @throws if there is none */
function manual(): readonly string[] {
  const [tasks = ''] = sections('Welcome.mdx', 'Find your task');
  return [...tasks.matchAll(/^\| (.+?) +\| (\[[^\]]+\]\([^)]+\)) +\|$/gm)].map(
    ([, task, page]) => `${page}: ${task}`,
  );
}

/** The files that the pages of other languages include. */
function samples(): readonly string[] {
  const page = 'OtherLanguages.mdx';
  return [...pageText(page).matchAll(/^import .* from '([^']+)\?raw';$/gm)].map(([, file = '']) => {
    const path = posix.join(posix.dirname(pathOf(page)), file);
    return link(path, path);
  });
}

export function llmsTxt(): string {
  const { name, version } = packageJson;
  const lists = {
    'Start here': [
      `${link('Integration guide', 'dist/integration.md')}: from an empty folder to a paid order: rules of money, files, first options, payment links, events, types and theming`,
      `${link('README', 'README.md')}: a shop in one file`,
    ],
    'Manual': manual(),
    'Machine-readable descriptions': [
      `${link('custom-elements.json', 'dist/custom-elements.json')}: attributes, properties, events, slots and parts of every element`,
      `${link('tokens.json', 'dist/tokens.json')}: the default of every custom property, in the format of the Design Tokens Community Group`,
      `${link('openapi.json', 'dist/openapi.json')}: the HTTP API of the proxy, in OpenAPI 3.1`,
      `${link('integrity.json', 'dist/integrity.json')}: the hash of every file that a page can load`,
    ],
    'Types': types(),
    'Samples in other languages': samples(),
    'Optional': [
      `${link('Sandbox', 'src/sandbox/README.md')}: all that the simulated payment service does`,
      `${link('Accessibility conformance', 'dist/accessibility-conformance.md')}: what is tested for each criterion of EN 301 549 and WCAG, and what is not`,
      `${link('Changelog', 'CHANGELOG.md')}: changes of each version`,
      `${link('Report a vulnerability', '.github/SECURITY.md')}`,
    ],
  };
  const texts = Object.entries(lists).map(
    ([title, items]) => `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`,
  );
  const summary = sectionsOf('README.md').get('')?.split('\n\n')[0] ?? '';
  return `# ${name}\n\n> ${summary}\n\nVersion ${version}. Links lead to files of the package.\n\n${texts.join('\n\n')}\n`;
}
