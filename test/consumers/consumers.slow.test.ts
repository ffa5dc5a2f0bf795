import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { fileOf, pageText } from '../package/docs-text.js';
import { root } from '../package/readme-text.js';
import { assertDocumented, weigh } from '../frameworks/page-weight.js';
import { contentPolicy } from '../../server-example/security-headers.js';
import { Payer } from '../server-example/payer.js';
import { until } from '../until.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { installed, packed, run, type Consumer } from './projects.js';
import { startWorld, type World } from './world.js';

const REACT_18 = {
  'react': '18.3.1',
  'react-dom': '18.3.1',
  '@types/react': '18.3.8',
  '@types/react-dom': '18.3.7',
};

const CONSUMERS: readonly Consumer[] = [
  { name: 'plain-html', folder: 'plain-html' },
  { name: 'plain-cdn', folder: 'plain-cdn' },
  { name: 'plain-importmap', folder: 'plain-importmap' },
  { name: 'shadow-root', folder: 'shadow-root' },
  { name: 'own-lit', folder: 'own-lit', build: 'production' },
  { name: 'svelte', folder: 'svelte', build: 'production' },
  { name: 'solid', folder: 'solid', build: 'production', typed: true },
  { name: 'vite-vue', folder: 'vite-vue', build: 'development' },
  { name: 'vite-vue-built', folder: 'vite-vue', build: 'production' },
  { name: 'vite-react-19', folder: 'vite-react', build: 'production', typed: true },
  { name: 'vite-react-18', folder: 'vite-react', build: 'development', typed: true, versions: REACT_18 },
  { name: 'react-ssr-19', folder: 'react-ssr', build: 'development' },
  { name: 'react-ssr-18', folder: 'react-ssr', build: 'development', versions: REACT_18 },
];

const ofReact = {
  folder: 'vite-react',
  shared: { 'src/main.tsx': 'staff-react/src/main.tsx', 'src/staff.tsx': 'staff-react/src/staff.tsx' },
  typed: true,
};
const ofVue = {
  folder: 'vite-vue',
  shared: { 'src/main.js': 'staff-vue/src/main.js', 'src/Staff.vue': 'staff-vue/src/Staff.vue' },
};

/** The same projects with a page of the staff instead. */
const STAFF_CONSUMERS: readonly Consumer[] = [
  { name: 'staff-react-19', build: 'production', ...ofReact },
  { name: 'staff-react-18', build: 'development', versions: REACT_18, ...ofReact },
  { name: 'staff-vue', build: 'production', ...ofVue },
];

/** Those in the documentation's table of frameworks, by their names there. */
const FRAMEWORKS = new Map([
  ['plain-html', 'Plain HTML'],
  ['vite-react-19', 'React with Vite'],
  ['vite-vue-built', 'Vue with Vite'],
]);

/** What the documentation lets a page with two copies of Lit allow: it has two Trusted Types policies of that name. */
const [, TWO_COPIES = ''] =
  /two copies of Lit allows both: `trusted-types lit-html ([^`]+)`/.exec(pageText('Security.mdx')) ?? [];
const POLICIES = new Map([
  ['own-lit', contentPolicy(TWO_COPIES)],
  ['own-lit-without-duplicates', contentPolicy()],
]);

const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>;
};
/**
 * Not for pages, not one name, or no module for an import map: React has none, the types of Svelte and Solid are
 * no code, and the single file is a tag.
 */
const NOT_MAPPED =
  /^\.\/(?:service|proxy|proxy\/node|server|render|sandbox|react|react\/merchant|svelte|solid|crypto-checkout\.js|.*\*|.*\.(?:json|md|txt))$/;

describe('the packed package in a project of', () => {
  const folders = new Map<string, string>();
  let beside = '';
  let world: World;
  let browser: Browser;

  before(async () => {
    beside = await packed();
    const all = [...CONSUMERS, ...STAFF_CONSUMERS];
    const found = await installed(beside, all);
    for (const [index, folder] of found.entries()) {
      const { name, build } = all[index] ?? assert.fail();
      folders.set(name, build ? join(folder, 'dist') : folder);
    }
    folders.set('own-lit-without-duplicates', folders.get('own-lit') ?? assert.fail());
    [world, browser] = await Promise.all([startWorld(folders, POLICIES), openBrowser()]);
  });
  after(async () => {
    rmSync(beside, { recursive: true, force: true });
    // Not there where a project could not be built.
    await browser?.close();
    await world?.stop();
  });

  /** The page of a project, with what its console says that it should not. */
  async function open(
    name: string,
    more = '',
    order = `order-of-${name}`,
  ): Promise<{ payer: Payer; complaints: readonly string[]; html: string; weight: () => Promise<number> }> {
    const token = await world.orderToken(order);
    const html = name.startsWith('react-ssr')
      ? await run(join(beside, name), process.execPath, ['dist-server/server.js', token], 'development')
      : '';
    if (html) world.show(`/${name}/`, html);
    const payer = await Payer.arrive(browser, world);
    const complaints: string[] = [];
    payer.page.on('pageerror', (error) => complaints.push(String(error)));
    payer.page.on('console', (message) => {
      const isComplaint = message.type() === 'error' || message.type() === 'warning';
      if (isComplaint && !message.text().startsWith('Lit is in dev mode')) complaints.push(message.text());
    });
    const weight = weigh(payer.page);
    await payer.page.goto(`${world.shopUrl}/${name}/?order=${token}${more}`);
    return { payer, complaints, html, weight };
  }

  for (const { name } of CONSUMERS) {
    it(`${name}: is paid, and the page's own handler hears of it`, async () => {
      const { payer, complaints, weight } = await open(name);
      const framework = FRAMEWORKS.get(name);
      if (framework !== undefined) {
        await payer.page.getByRole('option').first().waitFor();
        assertDocumented(framework, await weight());
      }
      await payer.choose(/^Tether(?! Gold)/, /^TRON/);
      assert.match(await payer.copies('address'), /^T[1-9A-HJ-NP-Za-km-z]{33}$/);
      await payer.sends();
      await payer.sees('Paid. Thank you.');
      await payer.sees(`The page heard that order-of-${name} is paid`);
      assert.deepEqual(complaints, []);
      await payer.closes();
    });
  }

  it('own-lit: is paid with the single file too, which has a Lit in it', async () => {
    const { payer, complaints } = await open('own-lit', '&single-file', 'A-1001');
    await payer.choose(/^Tether(?! Gold)/, /^TRON/);
    await payer.sends();
    await payer.sees('The page heard that A-1001 is paid');
    assert.deepEqual(complaints, []);
    await payer.closes();
  });

  it('own-lit: needs what the documentation allows such a page: otherwise the browser refuses the second Lit', async () => {
    const { payer, complaints } = await open('own-lit-without-duplicates');
    await until(
      () => Promise.resolve(complaints.join('\n')),
      'the browser refuses it',
      (text) => /policy.*lit-html/i.test(text),
    );
    assert.equal(await payer.page.evaluate(() => customElements.get('crypto-checkout')), undefined);
    await payer.context.close();
  });

  for (const name of ['vite-react-19', 'vite-react-18', 'vite-vue']) {
    it(`${name}: draws its own screens with useCheckout, and is paid`, async () => {
      const { payer, complaints } = await open(name, '&own', `own-of-${name}`);
      await payer.page.getByRole('button', { name: 'USDT_TRC20' }).click();
      const sentence = await payer.page.getByText(/^Send exactly/).textContent();
      const [, amount, address] =
        /^\s*Send exactly ([\d.]+) USDT_TRC20 to (T\w{33})\s*$/.exec(sentence ?? '') ?? [];
      await world.control('payments', { address, amount });
      await payer.sees(/^paid$/);
      assert.deepEqual(complaints, []);
      await payer.closes();
    });
  }

  for (const { name } of STAFF_CONSUMERS) {
    it(`${name}: shows the staff what needs a person, and the page's own handler hears of it`, async () => {
      const { payer, complaints } = await open(name);
      await payer.page.getByRole('tab', { name: 'Needs attention' }).waitFor();
      await payer.page.locator('crypto-merchant').evaluate((element) => {
        const event = new Event('crypto-merchant-count');
        element.dispatchEvent(Object.assign(event, { detail: { count: 3 } }));
      });
      await payer.sees('The page heard of 3 entries');
      await payer.page.getByRole('tab', { name: 'Payments' }).click();
      await payer.page.locator('crypto-merchant-payments').getByRole('heading').first().waitFor();
      assert.deepEqual(complaints, []);
      await payer.closes();
    });
  }

  it("svelte: shows the colors of a theme and of the page's own styles as built by Vite, in light and in dark", async () => {
    const { payer } = await open('svelte', '', 'order-in-colors');
    const checkout = payer.page.locator('crypto-checkout');
    const card = checkout.locator('[part~=card]');
    await card.waitFor();
    const accent = card.locator('i');
    await card.evaluate((element) => {
      element.append(document.createElement('i'));
      element.lastElementChild?.setAttribute('style', 'color: var(--crypto-accent)');
    });
    for (const [scheme, surface, ownAccent] of [
      ['light', 'rgb(253, 249, 240)', 'rgb(10, 107, 92)'],
      ['dark', 'rgb(33, 26, 19)', 'rgb(13, 127, 109)'],
    ] as const) {
      await payer.page.evaluate((value) => (document.documentElement.style.colorScheme = value), scheme);
      assert.equal(await card.evaluate((element) => getComputedStyle(element).backgroundColor), surface);
      assert.equal(await accent.evaluate((element) => getComputedStyle(element).color), ownAccent);
    }
    await payer.closes();
  });

  it('plain-importmap: imports every entry for pages', async () => {
    const { payer, complaints } = await open('plain-importmap', '', 'order-of-imports');
    const map = await payer.page.locator('script[type=importmap]').textContent();
    const { imports } = JSON.parse(map ?? '') as { readonly imports: Readonly<Record<string, string>> };
    const ours = Object.keys(imports).filter((name) => name.startsWith('crypto-checkout'));
    assert.deepEqual(
      ours.map((name) => name.replace('crypto-checkout', '.')).toSorted(),
      Object.keys(entries)
        .filter((name) => !NOT_MAPPED.test(name))
        .toSorted(),
    );
    for (const name of ours) await payer.page.evaluate((entry) => import(entry), name);
    assert.deepEqual(complaints, []);
    await payer.closes();
  });

  it('plain-importmap: follows a payment by a session without elements', async () => {
    const { payer } = await open('plain-importmap');
    const said = payer.page.waitForEvent('console', (message) => message.text() === 'choosing');
    const token = await world.orderToken('order-of-a-session');
    const content = fileOf('own-screens.js').replace('THE-ORDER-TOKEN', token);
    await payer.page.addScriptTag({ type: 'module', content });
    await said;
    await payer.closes();
  });

  it('a React application of server components: knows that these run in browsers', async () => {
    const text = await readFile(join(beside, 'plain-cdn/node_modules/crypto-checkout/dist/react.js'), 'utf8');
    assert.match(text, /^["']use client["'];/);
  });

  for (const name of ['react-ssr-19', 'react-ssr-18']) {
    it(`${name}: has the tag and its words in the page before any script runs`, async () => {
      const { payer, html } = await open(name);
      const [beforeScripts = ''] = html.split('<script');
      const tag = /<crypto-checkout ([^>]*)>(.*?)<\/crypto-checkout>/.exec(beforeScripts);
      assert.match(tag?.[1] ?? '', /\border="ey[^"]+"/);
      assert.match(tag?.[1] ?? '', /\breturn-after="30"/);
      assert.match(tag?.[1] ?? '', /\bclass="checkout"/);
      assert.match(tag?.[1] ?? '', /\bstyle="display:block"/);
      assert.equal(tag?.[2], '<p slot="footer">Questions? Ask us.</p>');
      assert.match(beforeScripts, /<crypto-currency-picker [^>]*\binline=""[^>]*>/);
      await payer.closes();
    });
  }

  for (const name of ['react-ssr-19', 'react-ssr-18']) {
    it(`${name}: takes over what the server has rendered, also where the elements came first`, async () => {
      const order = `taken-over-by-${name}`;
      const { payer, complaints } = await open(name, '&defined-before', order);
      await payer.choose(/^Tether(?! Gold)/, /^TRON/);
      await payer.sends();
      await payer.sees(`The page heard that ${order} is paid`);
      assert.deepEqual(complaints, []);
      await payer.closes();
    });
  }

  for (const name of ['vite-react-19', 'vite-react-18', 'vite-vue']) {
    it(`${name}: gives elements values that are no text, takes them away, and has a ref`, async () => {
      const { payer, complaints } = await open(name, '', `values-of-${name}`);
      const values = payer.page.locator('#values');
      await values.getByText('2 offers, checked: false').waitFor();
      const picker = values.locator('crypto-currency-picker');
      assert.equal(await picker.getAttribute('class'), 'wide');
      assert.equal(await picker.evaluate((element) => getComputedStyle(element).maxWidth), '320px');
      await values.getByText('Paid', { exact: true }).waitFor();
      await values.getByRole('button', { name: 'Take the values away' }).click();
      await values.getByText('Paid', { exact: true }).waitFor({ state: 'detached' });
      assert.equal(
        await picker.evaluate(({ offers }: HTMLElementTagNameMap['crypto-currency-picker']) => offers.length),
        0,
      );
      assert.deepEqual(complaints, []);
      await payer.closes();
    });
  }
});
