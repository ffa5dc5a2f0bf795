import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sections, sectionsOf } from '../../.config/build/docs-sections.js';
import { integrationGuide, llmsTxt } from '../../.config/build/integration-guide.js';
import { INVOICE_EVENT_TYPES } from '../../src/protocol/event-types.js';
import { namesInTables, PAGES } from './docs-text.js';
import { root } from './readme-text.js';

interface Element {
  readonly tagName: string;
  readonly attributes: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
}

const dist = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
const CODE = /^( *)```[\s\S]*?^\1```$/gm;
const guide = integrationGuide();
const elements = (
  JSON.parse(dist('custom-elements.json')) as {
    readonly modules: readonly { readonly declarations: readonly Element[] }[];
  }
).modules.flatMap(({ declarations }) => declarations);

/** The names without a table row in this text. */
function withoutRow(names: readonly string[], text = guide): readonly string[] {
  const cells = [...text.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell);
  return names.filter((name) => !cells.some((cell) => cell.includes(`\`${name}\``)));
}

describe('the guide for coding assistants', () => {
  it('is in the package in the current state of the documentation', () => {
    assert.equal(dist('integration.md'), guide);
    assert.equal(readFileSync(join(root, 'dist/llms.txt'), 'utf8'), llmsTxt());
  });

  it('names the action for every event of the proxy, and the time of each event of the page', () => {
    assert.deepEqual(withoutRow([...INVOICE_EVENT_TYPES, ...namesInTables('Events.mdx')]), []);
  });

  it('leads from an empty folder to a paid order, in this order', () => {
    const titles = [...guide.replaceAll(CODE, '').matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    const path = [
      'Rules of money',
      'Build a shop',
      'Use a framework',
      'Options and variables',
      'Embed the checkout',
    ];
    const rest = ['Send a payment link', 'Handle events', 'Types', 'Theming', 'Test and secure it'];
    assert.deepEqual(titles, ['Contents', ...path, ...rest]);
    const files = [...guide.matchAll(/^```\w+\n(?:\/\/|#) (\S+)$/gm)].map(([, file]) => file);
    for (const file of ['.env', 'fulfill.js', 'checkout.js', 'server.js', 'checkout-proxy.ts', 'events.js'])
      assert.ok(files.includes(file), file);
  });

  it('names what the proxy cannot start without', () => {
    assert.deepEqual(withoutRow(['service', 'orderSecrets', 'store', 'onEvent', 'webhook', 'origins']), []);
    const names = ['SERVICE_URL', 'API_KEY', 'SHOP_ID', 'ORDER_SECRET', 'TEST_MODE', 'WEBHOOK_SECRET'];
    assert.deepEqual(withoutRow(names.map((name) => `CRYPTO_CHECKOUT_${name}`)), []);
  });

  it('has every attribute and event of the checkout, and the colors, fonts and corners of a brand', () => {
    const checkout = elements.find(({ tagName }) => tagName === 'crypto-checkout');
    assert.ok(checkout);
    const names = [...checkout.attributes, ...checkout.events].map(({ name }) => name);
    assert.deepEqual(
      withoutRow([...names, '--crypto-accent', '--crypto-font-size', '--crypto-font-title']),
      [],
    );
    const corners = [
      ...new Set(
        [...dist('custom-elements.json').matchAll(/--crypto-(?:radius|illustration-radius)[\w-]*/g)].map(
          String,
        ),
      ),
    ];
    assert.ok(corners.length > 4);
    assert.deepEqual(withoutRow(corners), [], 'a brand with square corners sets them all');
  });

  it('has the code that creates a payment link', () => {
    const [, chapter = ''] = guide.split('\n## Send a payment link\n');
    assert.match(chapter.split(/^## /m)[0] ?? '', /```js\nimport \{ createPaymentLink \}/);
  });

  it('links the recipe of every framework', () => {
    for (const framework of ['Next.js', 'SvelteKit', 'Nuxt', 'React Router', 'Angular', 'Astro'])
      assert.match(guide, new RegExp(`^- \\[${framework}\\]\\(\\S+#[\\w-]+\\): \`.+\`$`, 'm'), framework);
  });

  it('begins with its contents: every chapter with its sections', () => {
    const [contents = '', ...chapters] = guide.replaceAll(CODE, '').split(/^## /m).slice(1);
    const listed = chapters.map((chapter) => {
      const [title = '', ...parts] = [...`## ${chapter}`.matchAll(/^#{2,3} (.+)$/gm)].map(
        ([, words]) => words,
      );
      const list = parts.join(' · ');
      return `- **${title}**${list && `: ${list}`}`;
    });
    assert.equal(contents.trim(), ['Contents', '', ...listed].join('\n'));
  });

  it('has the rules about money before all else', () => {
    const [first = ''] = guide.split(/^## /m).slice(2);
    assert.match(first, /^Rules of money\n/);
    for (const words of [
      'server events only',
      'Compare the price',
      'each order once',
      'what you owe',
      'testMode',
    ])
      assert.ok(first.includes(words), words);
  });

  it('links every page of the manual from the list, as llmstxt.org has it', () => {
    const list = llmsTxt();
    assert.match(list, /^# .+\n\n> .+\n\n[^#]+\n\n## /);
    const items = list
      .split(/^## .*\n\n/m)
      .slice(1)
      .flatMap((text) => text.trim().split('\n'));
    for (const item of items) assert.match(item, /^- (?:`[^`]+`: )?\[[^\]]+\]\([^)]+\)(?:: .+)?$/);
    // The first is the map of the others, the rest print files that the list has.
    const others = PAGES.filter((page) => !['Welcome.mdx', 'Sandbox.mdx', 'Conformance.mdx'].includes(page));
    assert.deepEqual(
      others.filter((page) => !list.includes(`(../stories/docs/${page})`)),
      [],
    );
  });
});

describe('a section of the documentation that the package repeats', () => {
  it('must exist: otherwise the error names page and heading', () => {
    assert.throws(() => sections('Guide.mdx', 'Gone'), /stories\/docs\/Guide\.mdx .*"Gone"/);
    assert.throws(() => sections('Gone.mdx', 'Anything'), /Gone\.mdx/);
  });

  it('has links for its new place, and unchanged code', () => {
    const page = ['# Page', '', '## One', '[a](Guide.mdx#b), [c](#d), [e](https://e.example/f)', ''];
    const code = ['```md', '## Two', '[a](Guide.mdx)', '```'];
    const text = [...page, ...code].join('\n');
    const links =
      '[a](../stories/docs/Guide.mdx#b), [c](../stories/docs/Events.mdx#d), [e](https://e.example/f)';
    assert.deepEqual(
      [...sectionsOf('Events.mdx', text)],
      [
        ['', ''],
        ['One', ['### One', links, '', ...code].join('\n')],
      ],
    );
  });
});
