// Writes the files for coding assistants: `llms.txt` (https://llmstxt.org), the list of files, and the guide in one
// file. All sentences come from the documentation and from the manifest of the elements.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../bootstrap.mjs';
import { pageText, pathOf, sections, sectionsOf, sectionsThatStart } from './docs-sections.js';

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}

interface Element {
  readonly tagName: string;
  readonly description: string;
  readonly attributes: readonly Described[];
  readonly events: readonly Described[];
  readonly slots: readonly Described[];
}

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly Element[] }[];
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

const CODE_BLOCK = /^( *)```[\s\S]*?^\1```$/gm;

const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
const link = (name: string, path: string) => `[${name}](${posix.relative('dist', path)})`;

/** Those that a page of a shop uses by themselves. `custom-elements.json` describes the others. */
export const IN_PAGES: readonly string[] = [
  ...['crypto-checkout', 'crypto-checkout-button', 'crypto-deposit', 'crypto-currency-picker'],
];

/** The recipes for frameworks, without their comparison. */
function recipes(): readonly string[] {
  return [...sectionsOf('Frameworks.mdx')].flatMap(([name, text]) => (name === 'Compare them' ? [] : [text]));
}

/** The event that the README shows, without what it says about all events: other sections say more. */
function sampleEvent(): string {
  const [text = ''] = sections('README.md', 'Fulfill once');
  const [example = ''] = /^[\s\S]*?```json[\s\S]*?```/.exec(text) ?? [];
  return example;
}

const ALSO = ' What it has in common with `<crypto-checkout>` is in the tables there.';

/** The chapters of the guide, in the order in which a shop is built. */
const chapters = (): Readonly<Record<string, readonly string[]>> => ({
  'Rules': sections('Events.mdx', 'Avoid mistakes that cost money'),
  'Build a shop': sections(
    'Guide.mdx',
    ...['1. Install the package', '2. Write the settings', '3. Fulfill paid orders', '4. Create the proxy'],
    ...['5. Serve a page', '6. Start the sandbox and the shop'],
  ),
  'Mount the proxy in a framework': [
    ...sections('Server.mdx', ''),
    ...sectionsThatStart('Mount it in '),
    ...recipes(),
    ...sections('Server.mdx', "Pass the client's address", 'Use another path'),
    ...sections('Server.mdx', 'Accept pages of another origin', 'Receive postbacks'),
  ],
  'Sign orders': sections('Server.mdx', 'Sign an order', 'Look up an order instead', 'Choose secrets'),
  'Options and variables': [
    ...sections('Server.mdx', 'Options', 'Rate limits'),
    ...sections('Operating.mdx', 'Variables'),
  ],
  'Embed the checkout': sections(
    'Embedding.mdx',
    ...['', 'Load the elements from the proxy', 'Use a bundler', 'Use React', 'Use Vue', 'Use Svelte'],
    ...['Use Solid', 'Develop behind Vite', 'Open it in a dialog', 'Show a permanent address'],
    ...['Render it on your server', 'Payers without JavaScript'],
  ),
  'Theming': sections('Theming.mdx', '', 'Set colors and shapes', 'Use a ready theme'),
  'Languages': sections('Languages.mdx', '', 'Offer a language menu', 'Override messages'),
  'Screens of your own with useCheckout': sections(
    'OwnScreens.mdx',
    ...['', 'React', 'What `useCheckout` returns', 'States'],
  ),
  'Send payment links': [
    ...sections('Staff.mdx', '', 'Turn it on', 'Sign a session', 'Pay out with four eyes'),
    ...sections(
      'PaymentLinks.mdx',
      '',
      'Create a link',
      'Sell in a bot',
      'Tell the buyer',
      'Send an invoice by email',
    ),
    ...sections('OtherLanguages.mdx', 'Send a payment link'),
  ],
  'Handle events': [
    sampleEvent(),
    ...sections('Events.mdx', '', 'Listen on the page', 'Receive events on the server', 'Verify a webhook'),
    ...sections('Events.mdx', 'Test the webhook'),
    ...sections('Events.mdx', 'Track what you owe', 'Change the price', 'Credit deposits'),
    ...sections('Events.mdx', 'Server events'),
  ],
  'Test with the sandbox': [
    ...sections('Testing.mdx', 'Start the sandbox', 'Start the sandbox in a test', 'Pay an invoice'),
    ...sections('Testing.mdx', 'Move the clock', 'Inject faults', 'Send postbacks'),
    ...sections('Guide.mdx', '7. Pay an order', '8. Test your shop'),
  ],
  'Secure the page and the server': sections(
    'Security.mdx',
    ...['Set a policy for the page', 'Protect the server'],
  ),
  'Shops in other languages': sections(
    'OtherLanguages.mdx',
    ...['', 'Write the settings', 'Run the proxy', 'Sign an order', 'Show the checkout', 'Verify a webhook'],
  ),
  'Go live and operate': [
    ...sections('Guide.mdx', '9. Go live'),
    ...sections('Operating.mdx', 'Run it under a supervisor', 'Check its health', 'Back up the store'),
    ...sections('Operating.mdx', 'Run it behind a load balancer', 'Rotate a secret'),
    ...sections('CommandLine.mdx', 'Run the commands', 'Commands'),
  ],
  'Elements': elementsInPages().map(elementSection),
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
function elementsInPages(): readonly Element[] {
  const all = json<Manifest>('dist/custom-elements.json').modules.flatMap(({ declarations }) => declarations);
  return IN_PAGES.flatMap((tag) => all.filter(({ tagName }) => tagName === tag));
}

/** The rows of an element that the checkout does not have in the same words. */
function elementSection(
  { tagName, description, ...rows }: Element,
  _: number,
  [checkout]: readonly Element[],
): string {
  const known = new Set(
    tagName === checkout?.tagName
      ? []
      : [...(checkout?.attributes ?? []), ...(checkout?.events ?? [])].map((row) => table('', [row])),
  );
  const own = (found: readonly Described[]) => found.filter((row) => !known.has(table('', [row])));
  const tables =
    table('attribute', own(rows.attributes)) + table('event', own(rows.events)) + table('slot', rows.slots);
  const others = known.size > 0 && own(rows.attributes).length < rows.attributes.length;
  return `### \`<${tagName}>\`\n\n${description}${others ? ALSO : ''}${tables}`;
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
  const { name, version } = json<Package>('package.json');
  const texts = Object.entries(chapters()).map(([title, parts]) => `## ${title}\n\n${parts.join('\n\n')}`);
  const contents = texts.map((text) => tableOfContents(text)).join('\n');
  return `# Integrate ${name} ${version}

All that a program, or a person, needs to build a shop with ${name}, in one file. It is written from the manual.
${link('llms.txt', 'dist/llms.txt')} lists the pages of the manual and the types of every import.

1. Read "Rules".
2. Follow "Build a shop". Keep \`fulfill.js\`.
3. In a framework, replace \`server.js\`, and \`checkout.js\` if its section creates the proxy, by the files of its section. Where such
   a file only logs a paid order, set \`onEvent: fulfill\`. Call \`recordOrder\` and sign the order on the server, when its page is requested:
   \`fulfill\` leaves an order that it does not know to a person.
4. Test it with the sandbox. Then read "Secure the page and the server", and "Go live and operate".

Paths in backticks that start with \`.github\` or \`dist\` are paths in the package \`node_modules/${name}\`. Not in this file:
${link('openapi.json', 'dist/openapi.json')} for the HTTP API, and ${link('custom-elements.json', 'dist/custom-elements.json')} for the
elements inside the checkout, and for all properties and parts.

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
  const { name, version, exports } = json<Package>('package.json');
  const types = Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string' || entry.includes('*')
      ? []
      : [`\`import '${posix.join(name, entry)}'\`: ${link('types', target.types)}`],
  );
  const lists = {
    'Start here': [
      `${link('Integration guide', 'dist/integration.md')}: rules, settings, frameworks, events, tests and security, in one file`,
      `${link('README', 'README.md')}: a shop in one file, and what to do for each event`,
    ],
    'Manual': manual(),
    'Machine-readable descriptions': [
      `${link('custom-elements.json', 'dist/custom-elements.json')}: attributes, properties, events, slots and parts of every element`,
      `${link('tokens.json', 'dist/tokens.json')}: the default of every custom property, in the format of the Design Tokens Community Group`,
      `${link('openapi.json', 'dist/openapi.json')}: the HTTP API of the proxy, in OpenAPI 3.1`,
      `${link('integrity.json', 'dist/integrity.json')}: the hash of every file that a page can load`,
    ],
    'Types': types,
    'Samples in other languages': samples(),
    'Optional': [
      `${link('Sandbox', 'src/sandbox/README.md')}: all that the simulated payment service does`,
      `${link('Accessibility conformance', 'dist/accessibility-conformance.md')}: what is tested for each criterion of EN 301 549 and WCAG, and what is not`,
      `${link('Changelog', 'CHANGELOG.md')}: changes of each version, renamed names`,
      `${link('Report a vulnerability', '.github/SECURITY.md')}`,
    ],
  };
  const texts = Object.entries(lists).map(
    ([title, items]) => `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`,
  );
  const summary = sectionsOf('README.md').get('')?.split('\n\n')[0] ?? '';
  return `# ${name}\n\n> ${summary}\n\nVersion ${version}. Links lead to files of the package.\n\n${texts.join('\n\n')}\n`;
}
