import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults } from '../sandbox/page-harness.js';
import { askShop, Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from './running-example.js';

/** The payment shown in the page, by the element itself or by an application. */
const IN_PAGE = [
  { view: '', script: '/crypto-checkout/elements.js', thanks: null },
  { view: '/react', script: '/assets/react.js', thanks: 'Thank you! We have sent you an email' },
  { view: '/vue', script: '/assets/vue.js', thanks: 'Thank you! We have sent you an email' },
];

/** The payment shown in a dialog that a button opens. */
const IN_DIALOG = [
  { view: '/modal', opener: '[data-pay]', thanks: 'Paid. We have sent you an email' },
  { view: '/button', opener: 'crypto-checkout-button', thanks: null },
];

let example: RunningExample;
let browser: Browser;
before(async () => {
  [example, browser] = await Promise.all([runExample(), openBrowser()]);
});
after(async () => {
  await browser.close();
  await example.stop();
});

/** The errors of a page from now on, including everything that its Content-Security-Policy refuses. */
async function complaints(page: Page): Promise<readonly string[]> {
  const heard: string[] = [];
  page.on('pageerror', ({ message }) => heard.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`refused: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return heard;
}

/** The path of a new order. */
async function order(): Promise<string> {
  const answer = await fetch(`${example.shopUrl}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ product: 'set' }),
    redirect: 'manual',
  });
  return answer.headers.get('location') ?? '';
}

interface Visit {
  readonly payer: Payer;
  readonly page: Page;
  readonly heard: readonly string[];
}

/** A payer on a page of the shop. */
async function visit(path: string): Promise<Visit> {
  const payer = await Payer.arrive(browser, example);
  const heard = await complaints(payer.page);
  await payer.page.goto(`${example.shopUrl}${path}`);
  return { payer, page: payer.page, heard };
}

/** The text of the copy buttons; the clipboard itself is shared by all pages. */
function copyable(page: Page): Promise<readonly string[]> {
  return page.locator('crypto-copy-field').evaluateAll((fields) =>
    fields.map((field) => {
      const source: unknown = Reflect.get(field, 'source');
      return typeof source === 'function' ? String(source()) : '';
    }),
  );
}

/** Chooses Bitcoin, pays the amount due, and waits until element and shop show it. */
async function pays({ payer, page }: Visit): Promise<void> {
  await payer.choose(/^Bitcoin/, null);
  const [amount, address] = await copyable(page);
  await example.control('payments', { address, amount });
  await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
  await page.locator('[data-order][data-fulfilled]').waitFor();
  await payer.sees('Paid: we are preparing your order.');
  assert.equal((await askShop(example, payer.orderId())).fulfilled, true);
}

describe('the pages of the shop', { concurrency: 4 }, () => {
  for (const { view, thanks } of IN_PAGE) {
    it(`accept a payment in the page: /orders/…${view}`, async () => {
      const visited = await visit(`${await order()}${view}`);
      const { payer, page, heard } = visited;
      await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      await pays(visited);
      if (thanks !== null) await payer.sees(thanks);
      assert.deepEqual(heard, []);
      await payer.closes();
    });
  }

  for (const { view, opener, thanks } of IN_DIALOG) {
    it(`accept a payment in a dialog, and return the focus to where it was: /orders/…${view}`, async () => {
      const visited = await visit(`${await order()}${view}`);
      const { payer, page, heard } = visited;
      const button = page.getByRole('button', { name: 'Pay with crypto' });
      await button.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: 'How would you like to pay?' }).waitFor();
      assert.deepEqual(await accessibilityFaults(page), []);
      await pays(visited);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.locator(`${opener}:focus`).waitFor();
      if (thanks !== null) await payer.sees(thanks);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.deepEqual(heard, []);
      await payer.closes();
    });
  }

  it('accept a deposit: /deposit', async () => {
    const { payer, page, heard } = await visit('/deposit');
    await page.getByRole('heading', { name: 'What would you like to send?' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await payer.choose(/^Bitcoin/, null);
    const [address] = await copyable(page);
    await example.control('payments', { address, amount: '0.5' });
    await payer.sees('Deposits received: 1');
    await payer.sees(/ 0\.5 BTC$/);
    assert.deepEqual(heard, []);
    await payer.closes();
  });

  it('lead from the products to an order, and from there to each other', async () => {
    const { payer, page, heard } = await visit('/');
    assert.deepEqual(await accessibilityFaults(page), []);
    await payer.buy('Ethiopia Guji, washed');
    const path = new URL(page.url()).pathname;
    const links = page.getByRole('navigation', { name: 'Show the same payment as' }).getByRole('link');
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(
      found.toSorted(),
      [...IN_PAGE, ...IN_DIALOG].map(({ view }) => `${path}${view}`).toSorted(),
    );
    assert.equal(await page.title(), `Order ${payer.orderId()} · Nordlys Coffee`);
    await payer.choose(/^Bitcoin/, null);
    const [, address = ''] = await copyable(page);
    await links.filter({ hasText: 'Vue' }).click();
    await page.getByLabel(address, { exact: true }).waitFor();
    assert.deepEqual(heard, []);
    await payer.closes();
  });

  it('report an unknown page and an unknown payment', async () => {
    const missing = await visit('/orders/unknown');
    await missing.payer.sees('Page not found');
    assert.deepEqual(await accessibilityFaults(missing.page), []);
    await missing.page.goto(`${example.shopUrl}/pay#unknown`);
    await missing.payer.sees('This link no longer works');
    assert.deepEqual(await accessibilityFaults(missing.page), []);
    await missing.payer.closes();
    assert.equal((await fetch(`${example.shopUrl}${await order()}/status/other`)).status, 404);
    assert.equal((await fetch(`${example.shopUrl}${await order()}/constructor`)).status, 404);
  });

  it('allow HTML from text for the elements alone, and on the page with Vue for Vue', async () => {
    const path = await order();
    const makersOfHtml = async (view: string) => {
      const policy = (await fetch(`${example.shopUrl}${path}${view}`)).headers.get('content-security-policy');
      assert.match(policy ?? '', /script-src 'self';.*require-trusted-types-for 'script'/);
      return /trusted-types ([^;]*)/.exec(policy ?? '')?.[1];
    };
    assert.equal(await makersOfHtml('/react'), 'lit-html');
    assert.equal(await makersOfHtml('/vue'), 'lit-html vue');
  });
});

interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * The layout shifts of the page since it began, except those after a press (W3C Layout Instability).
 * Nodes in a shadow tree are not reported: a card may change to its next state, if its position
 * and size stay the same.
 */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Reflect.set(window, 'moved', moved);
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry;
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().filter(isShift);
      for (const { node } of shifts.flatMap(({ hadRecentInput, sources }) => (hadRecentInput ? [] : sources)))
        if (node !== null)
          moved.push(node instanceof Element ? node.outerHTML.slice(0, 60) : String(node.nodeValue));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

describe('a page with a slow script', { concurrency: 4 }, () => {
  const pages = [
    ...IN_PAGE.map(({ view, script }) => ({ path: async () => `${await order()}${view}`, script })),
    { path: () => Promise.resolve('/deposit'), script: '/crypto-checkout/elements.js' },
  ];
  for (const [index, { path, script }] of pages.entries())
    for (const width of [320, 1280]) {
      const name = IN_PAGE[index] ? `/orders/…${IN_PAGE[index].view}` : '/deposit';
      it(`has reserved the space: nothing shifts on ${name} at ${width} px`, async () => {
        const page = await browser.newPage({ viewport: { width, height: 1800 }, locale: 'en-GB' });
        await recordShifts(page);
        await page.route(`**${script}`, (route) => void setTimeout(() => void route.continue(), 300));
        await page.goto(`${example.shopUrl}${await path()}`);
        await page.getByRole('option').first().waitFor();
        await page.locator('[data-status]').filter({ hasNotText: 'Loading…' }).waitFor();
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'moved')), []);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
        await page.close();
      });
    }
});
