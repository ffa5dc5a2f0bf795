import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transform, type Loader } from 'esbuild';
import * as v from 'valibot';
import { parse } from 'vue/compiler-sfc';
import * as events from '../../src/events/events.js';
import {
  INVOICE_EVENT_TYPES,
  PAYOUT_EVENT_TYPES,
  REFUND_EVENT_TYPES,
} from '../../src/protocol/event-types.js';
import { rateLimitsSchema } from '../../src/proxy/options/rate-limit-options.js';
import { Metrics } from '../../src/proxy/http/metrics.js';
import { optionsSchema } from '../../src/proxy/options/schema.js';
import {
  blocksOf,
  namesInTables,
  PAGES,
  pageText,
  projectFiles,
  projectPackages,
  withoutName,
  type Block,
} from './docs-text.js';
import { sectionsOf } from '../../.config/build/docs-sections.js';
import { contentPolicy } from '../../server-example/security-headers.js';
import { readme, root } from './readme-text.js';

const source = (path: string): string => readFileSync(join(root, path), 'utf8');
const LOADERS: Readonly<Record<string, Loader>> = {
  js: 'js',
  ts: 'ts',
  tsx: 'tsx',
  css: 'css',
  json: 'json',
};
/** Run by the tests of the guide and of other languages, compared below, or not code. */
const OTHERS = [
  ...['sh', 'ini', 'nginx', 'csp', 'svelte', 'astro'],
  ...['php', 'python', 'ruby', 'go', 'java'],
];

async function check({ language, text }: Block): Promise<void> {
  const loader = LOADERS[language];
  if (loader) await transform(text, { loader, logLevel: 'silent' });
  else if (language === 'vue') assert.deepEqual(parse(text).errors, []);
  else if (language === 'html') {
    for (const [, type, script = ''] of text.matchAll(/<script(?: type="(\w+)")?[^>]*>([\s\S]*?)<\/script>/g))
      await transform(script, { loader: type === 'importmap' ? 'json' : 'js', logLevel: 'silent' });
  } else assert.ok(OTHERS.includes(language), `nothing checks blocks of ${language}`);
}

/** Neither empty nor a comment. */
const isCode = (line: string) => !/^\s*($|\/\/|<!--|\/?\*)/.test(line);
const linesOf = (texts: readonly string[]) => texts.flatMap((text) => text.split('\n')).filter(isCode).length;

const blocks = PAGES.flatMap((page) => blocksOf(page));
const readmeBlocks = blocksOf('README.md', readme);

function blockOf(page: string, language: string, words = ''): string {
  const found = blocks.find(
    (block) => block.page === page && block.language === language && block.text.includes(words),
  );
  assert.ok(found, `${page} has a block of ${language} with ${words}`);
  return found.text;
}

describe('the pages of the documentation', () => {
  it('have code that parses as the language they name', async () => {
    assert.ok(blocks.length > 20);
    for (const block of [...blocks, ...readmeBlocks])
      await check(block).catch((error: unknown) =>
        assert.fail(`${block.page}:\n${block.text}\n${String(error)}`),
      );
  });

  it('tell no one to compare the ends of an address, since look-alikes have the same', () => {
    const ends =
      /\b(?:first|last)\b[^.|]*\b(?:characters|letters|digits|groups)\b|\b(?:start|beginning) and (?:the )?end\b/i;
    for (const [page, text] of [
      ['README.md', readme] as const,
      ...PAGES.map((name) => [name, pageText(name)] as const),
    ])
      for (const sentence of text.replaceAll(/\s+/g, ' ').split(/(?<=[.:]) /))
        if (/\baddress/i.test(sentence)) assert.doesNotMatch(sentence, ends, page);
  });

  it('show the Content-Security-Policy that the sample shop sends', () => {
    assert.deepEqual(blockOf('Security.mdx', 'csp').split('\n'), contentPolicy().split('; '));
  });

  it('never read an order from the URL of a page, where an attacker may put another one', () => {
    for (const { page, text } of [...blocks, ...readmeBlocks])
      assert.doesNotMatch(text, /URLSearchParams|location\.search|searchParams/, page);
  });

  it('show the same steps as the projects of the tests', () => {
    assert.equal(blockOf('Embedding.mdx', 'svelte'), source('test/consumers/svelte/src/App.svelte').trim());
    assert.equal(
      blockOf('Embedding.mdx', 'tsx').replace(/\s+/g, ' '),
      source('test/consumers/vite-react/src/checkout.tsx').trim().replace(/\s+/g, ' '),
    );
    assert.equal(
      blockOf('Embedding.mdx', 'tsx', 'solid-js'),
      source('test/consumers/solid/src/checkout.tsx').trim(),
    );
    assert.equal(blockOf('Staff.mdx', 'tsx'), source('test/consumers/staff-react/src/staff.tsx').trim());
    assert.equal(
      blockOf('OwnScreens.mdx', 'tsx'),
      source('test/consumers/vite-react/src/own-checkout.tsx').trim(),
    );
    assert.equal(
      blockOf('OwnScreens.mdx', 'vue'),
      source('test/consumers/vite-vue/src/OwnCheckout.vue').trim(),
    );
    assert.equal(
      source('test/frameworks/next/app/orders/[id]/checkout.tsx'),
      `'use client';\n\n${source('test/consumers/vite-react/src/checkout.tsx')}`,
    );
    assert.equal(blockOf('Theming.mdx', 'css'), source('test/consumers/svelte/src/brand.css').trim());
    const importMap = /<script type="importmap">([\s\S]*?)<\/script>/;
    const shown: unknown = JSON.parse(
      importMap.exec(blockOf('Embedding.mdx', 'html', 'importmap'))?.[1] ?? '',
    );
    const used: unknown = JSON.parse(
      importMap.exec(source('test/consumers/plain-importmap/index.html'))?.[1] ?? '',
    );
    assert.deepEqual(shown, used);
  });

  it('show the files of the projects of frameworks', () => {
    const files = projectFiles();
    const shown = blocks.flatMap(({ file, text }) => {
      const paths = files.get(file ?? '');
      if (!paths) return [];
      const path = paths.find((path) => source(path).trim() === withoutName(text));
      return path ?? assert.fail(`no project has this file: ${text}`);
    });
    const folders = (paths: Iterable<string>) => new Set([...paths].map((path) => path.split('/')[2]));
    assert.deepEqual(folders(shown), folders([...files.values()].flat()));
  });

  it('name every package that all projects of frameworks install', () => {
    const [first = new Set<string>(), ...others] = projectPackages();
    assert.ok(others.length > 4);
    const [beginning = ''] = pageText('Frameworks.mdx').split(/^## /m);
    const common = [...first].filter((name) => others.every((names) => names.has(name)));
    assert.deepEqual(
      // A project in TypeScript has it already.
      common.filter((name) => name !== 'typescript' && !beginning.includes(`\`${name}\``)),
      [],
    );
  });

  it('count the lines that a shop writes in each framework', () => {
    const sections = sectionsOf('Frameworks.mdx');
    const react = blockOf('Embedding.mdx', 'tsx');
    const elsewhere: Readonly<Record<string, readonly string[]>> = {
      'Plain HTML': [blockOf('Embedding.mdx', 'html')],
      'React with Vite': [react],
      'Vue with Vite': [blockOf('Embedding.mdx', 'ts', 'cryptoCheckout'), blockOf('Embedding.mdx', 'vue')],
      'Next.js': [`'use client';\n${react}`],
    };
    const rows = [...pageText('Frameworks.mdx').matchAll(/^\| ([A-Z].*?) +\| +(\d+) \| +\d+ \|$/gm)];
    const counted = rows.map(([, name = '']) => {
      const [recipe] = (sections.get(name) ?? '').split(/^#### /m);
      const own = blocksOf('Frameworks.mdx', recipe).map(({ text }) => text);
      return [name, linesOf([...own, ...(elsewhere[name] ?? [])])];
    });
    assert.deepEqual(
      rows.map(([, name, lines]) => [name, Number(lines)]),
      counted,
    );
    const unnamed = [...sections.keys()].filter((name) => sections.get(name)?.includes('Mount the proxy'));
    assert.ok(unnamed.every((name) => counted.some(([counted]) => counted === name)));
  });

  it('keep secrets and payments out of a repository, wherever a shop saves its settings', () => {
    const pages = [...PAGES.map((page) => [page, pageText(page)] as const), ['README.md', readme] as const];
    const saving = pages.filter(([, text]) =>
      /^```ini\n(?:# \.env\n)?CRYPTO_CHECKOUT_SERVICE_URL/m.test(text),
    );
    assert.ok(saving.length > 2);
    for (const [page, text] of saving)
      assert.match(text, /`\.env` and `\*\.sqlite\*` to `\.gitignore`/, page);
  });

  it('show no snippet twice', () => {
    const long = [...blocks, ...readmeBlocks].filter(({ text }) => text.split('\n').length > 2);
    const seen = new Map<string, string>();
    for (const { page, text } of long) {
      assert.equal(seen.get(text), undefined, `${page} repeats:\n${text}`);
      seen.set(text, page);
    }
  });

  it('name every option of the proxy', () => {
    const named = namesInTables('Server.mdx');
    const missing = Object.keys(optionsSchema.entries).filter((name) => !named.includes(name));
    assert.deepEqual(missing, []);
  });

  it('name every limit of the proxy, with its default', () => {
    const shown = [...pageText('Server.mdx').matchAll(/^\| `(\w+)` +\|[^|]+\| (\d+) +\|$/gm)];
    const defaults = Object.entries(v.parse(rateLimitsSchema, {}));
    assert.deepEqual(shown.map(([, name, value]) => [name, Number(value)]).sort(), defaults.sort());
  });

  it('name every event of the elements and of the proxy', () => {
    const named = namesInTables('Events.mdx');
    const types = [
      ...source('src/events/events.ts').matchAll(/(?:super|eventOf<\w+>)\('(crypto-[\w-]+)'/g),
    ].map(([, name]) => name);
    assert.ok(types.length > 10 && Object.keys(events).length > 10);
    const documented = [
      ...INVOICE_EVENT_TYPES,
      ...PAYOUT_EVENT_TYPES,
      ...REFUND_EVENT_TYPES,
      'checkout.review_required',
      'checkout.settled',
      'deposit.received',
      'deposit_address.review_required',
      'webhook.test',
    ];
    assert.deepEqual([...named].sort(), [...new Set(types), ...documented].sort());
  });

  it('state the owed amount of a payment, in every event that may owe something', () => {
    const page = pageText('Events.mdx');
    const sum = /`received` = `applied` \+ `owed` \+\s`reserved` \+ `refunded` \+ `dismissed`/;
    assert.match(page, sum);
    const owesNothing = ['checkout.partial', 'checkout.paid', 'checkout.expired', 'checkout.canceled'];
    const owing = INVOICE_EVENT_TYPES.filter((type) => !owesNothing.includes(type));
    assert.ok(owing.length >= 4);
    for (const type of owing) assert.match(page, new RegExp(`^\\| \`${type}\`.*\`owed\``, 'm'));
  });

  it('name every metric', async () => {
    const text = await new Metrics().text({ store: null, streams: 0, clockAheadMs: 0 });
    const figures = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    const named = namesInTables('Operating.mdx').filter((name) => name.startsWith('crypto_checkout_'));
    assert.deepEqual([...named].sort(), [...figures].sort());
  });

  it('name only custom properties that the elements read', () => {
    const named = [...(pageText('Theming.mdx') + readme).matchAll(/--crypto-[\w-]+/g)].map(([name]) => name);
    const read = source('dist/custom-elements.json');
    assert.deepEqual(
      named.filter((name) => !read.includes(`"${name}"`)),
      [],
    );
  });
});
