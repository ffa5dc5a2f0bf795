import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sections, sectionsOf, sectionsThatStart } from '../../.config/build/docs-sections.js';
import { IN_PAGES, integrationGuide, llmsTxt } from '../../.config/build/integration-guide.js';
import { VARIABLE_NAMES } from '../../src/cli/base/variables.js';
import { INVOICE_EVENT_TYPES } from '../../src/proxy/domain/event-types.js';
import { rateLimitsSchema } from '../../src/proxy/options/rate-limit-options.js';
import { optionsSchema } from '../../src/proxy/options/schema.js';
import * as v from 'valibot';
import { commandLine } from '../cli/command-line.js';
import { blocksOf, namesInTables, PAGES } from './docs-text.js';
import { root } from './readme-text.js';

interface Element {
  readonly tagName: string;
  readonly attributes: readonly { readonly name: string }[];
  readonly events: readonly { readonly name: string }[];
  readonly slots: readonly { readonly name: string }[];
}

const dist = (name: string) => readFileSync(join(root, 'dist', name), 'utf8');
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

/** The commands that the help of the program, or of a group of commands, lists. */
async function listedCommands(shell: Awaited<ReturnType<typeof commandLine>>, group: readonly string[] = []) {
  const { output } = await shell.type([...group, '--help']);
  const [, list = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(output) ?? [];
  return [...list.matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help');
}

describe('the guide for coding assistants', () => {
  it('is in the package in the current state of the documentation', () => {
    assert.equal(dist('integration.md'), guide);
    assert.equal(readFileSync(join(root, 'dist/llms.txt'), 'utf8'), llmsTxt());
  });

  it('names every option, limit and variable of the proxy', () => {
    const limits = Object.keys(v.parse(rateLimitsSchema, {}));
    assert.deepEqual(withoutRow([...Object.keys(optionsSchema.entries), ...limits]), []);
    // For the command line, and for the payouts process, on machines of the operator only.
    const onServers = VARIABLE_NAMES.filter((name) => !/_WITHDRAWAL_KEY$|_PAYOUT_/.test(name));
    assert.deepEqual(withoutRow(onServers), []);
  });

  it('names the action for every event of the proxy, and the time of each event of the page', () => {
    assert.deepEqual(withoutRow([...INVOICE_EVENT_TYPES, ...namesInTables('Events.mdx')]), []);
  });

  it('has every attribute, event and slot of every element that a page uses by itself', () => {
    const shown = elements.filter(({ tagName }) => IN_PAGES.includes(tagName));
    assert.equal(shown.length, IN_PAGES.length);
    const sectionOf = (tag: string) =>
      sectionsOf('guide', guide.replaceAll(/^##/gm, '#')).get(`\`<${tag}>\``) ?? '';
    for (const { tagName, attributes, events, slots } of shown) {
      const names = [...attributes, ...events].map(({ name }) => name);
      const own = sectionOf(tagName);
      const text = own.includes('in common with `<crypto-checkout>`')
        ? own + sectionOf('crypto-checkout')
        : own;
      assert.deepEqual(withoutRow(names, text), [], tagName);
      const slotNames = slots.map(({ name }) => name);
      assert.deepEqual(withoutRow(slotNames, own), [], tagName);
    }
  });

  it('lists every command', async (t) => {
    const shell = await commandLine(t);
    const [table = ''] = sections('CommandLine.mdx', 'Commands');
    assert.ok(guide.includes(table));
    const named = [...table.matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell);
    for (const command of await listedCommands(shell)) {
      const rows = named.filter((cell) => new RegExp(`\`${command}[\` ]`).test(cell)).join(' ');
      assert.ok(rows, command);
      for (const name of await listedCommands(shell, [command]))
        assert.match(rows, new RegExp(`[\` ]${name}\``), `${command} ${name}`);
    }
  });

  it('has every file that the manual shows for a shop', () => {
    const blocks = PAGES.flatMap((page) => blocksOf(page)).filter(({ file }) => file !== null);
    // Programs of the operator, and screens that a shop draws itself, have a page of their own.
    const ofShops = blocks.filter(({ page }) => !['CommandLine.mdx', 'OwnScreens.mdx'].includes(page));
    assert.ok(ofShops.length > 15);
    for (const { page, file, text } of ofShops) assert.ok(guide.includes(text), `${page}: ${String(file)}`);
  });

  it('begins with its contents: every chapter with its sections', () => {
    const code = /^( *)```[\s\S]*?^\1```$/gm;
    const [contents = '', ...chapters] = guide.replaceAll(code, '').split(/^## /m).slice(1);
    const listed = chapters.map((chapter) => {
      const [title = '', ...parts] = [...`## ${chapter}`.matchAll(/^#{2,3} (.+)$/gm)].map(
        ([, words]) => words,
      );
      return `- **${title}**: ${parts.join(' · ')}`;
    });
    assert.equal(contents.trim(), ['Contents', '', ...listed].join('\n'));
    for (const title of ['Theming', 'Languages', 'Screens of your own with useCheckout'])
      assert.ok(contents.includes(`**${title}**`), title);
  });

  it('has the rules about money before all else', () => {
    const [first = ''] = guide.split(/^## /m).slice(2);
    assert.match(first, /^Rules\n/);
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
    assert.throws(() => sectionsThatStart('Gone and'), /"Gone and"/);
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
