import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import playwright from 'playwright-core';
import { chromium } from '../../.config/chromium.mjs';
import type { Merchant } from './harness.js';
import { openSandbox } from './harness.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

test('the page and its files come with a policy that allows nothing inline and nothing from elsewhere', async (t) => {
  const merchant = await openSandbox(t);
  for (const name of ['', 'page.js', 'page.css']) {
    const response = await fetch(`${merchant.url}/_sandbox/${name}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.equal(response.status, 200);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.ok(!policy.includes('unsafe') && !policy.includes('*'));
  }
  const html = await (await fetch(`${merchant.url}/_sandbox/`)).text();
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i);
});

test('the addresses without the last slash, and the bare one, lead to the page', async (t) => {
  const merchant = await openSandbox(t);
  for (const path of ['/', '/_sandbox']) {
    const response = await fetch(merchant.url + path);
    assert.equal(new URL(response.url).pathname, '/_sandbox/');
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  }
});

describe('the page for people', () => {
  let browser: Browser;
  before(async () => {
    browser = await playwright.chromium.launch(chromium);
  });
  after(() => browser.close());

  /** The page of a new sandbox. A script error or a refused load fails the test. */
  async function openPage(t: TestContext): Promise<{ readonly merchant: Merchant; readonly page: Page }> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    // Before the sandbox's own end: hooks run in this order, and a page that still looks would complain.
    t.after(async () => {
      await page.close();
      assert.deepEqual(complaints, []);
    });
    const merchant = await openSandbox(t);
    await page.goto(`${merchant.url}/_sandbox/`);
    return { merchant, page };
  }

  async function expectText(locator: Locator, pattern: RegExp): Promise<void> {
    await locator.filter({ hasText: pattern }).waitFor({ timeout: 5000 });
  }

  test('an invoice appears by itself, and one press pays it exactly', async (t) => {
    const { merchant, page } = await openPage(t);
    await page.getByText('No invoice yet.').waitFor();
    const id = await merchant.createId();
    const invoice = page.locator(`#${id}`);
    await expectText(invoice, /A-1001.*created.*57\.84 USDT.*on TRON \(TRC-20\).*30:00/s);
    await invoice.getByRole('button', { name: 'Pay exact' }).click();
    await expectText(invoice.locator('.badge'), /^paid$/);
    await expectText(page.getByRole('status'), new RegExp(`${id} is paid`));
    assert.equal((await merchant.info(id))['status'], 'paid');
  });

  test('half, the rest unconfirmed, its confirmation, and more than enough', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = page.locator(`#${id}`);
    const press = (name: string): Promise<void> => invoice.getByRole('button', { name, exact: true }).click();
    await press('Pay half');
    await expectText(invoice, /partial.*Still to be paid.*28\.92 USDT/s);
    await press('Unconfirmed');
    await expectText(invoice, /Unconfirmed.*28\.92 USDT/s);
    await press('Confirm');
    await expectText(invoice.locator('.badge'), /^paid$/);
    await press('Pay over');
    await expectText(invoice, /overpaid.*Too much.*5\.784 USDT/s);
  });

  test('past the deadline an unpaid invoice is canceled, and can still be paid late', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = page.locator(`#${id}`);
    await page.getByRole('button', { name: '+10 min' }).click();
    await expectText(invoice, /Time left.*20:00/s);
    await invoice.getByRole('button', { name: 'Past deadline' }).click();
    await expectText(invoice.locator('.badge'), /^canceled$/);
    await invoice.getByRole('button', { name: 'Pay late' }).click();
    await expectText(invoice.locator('.badge'), /^paid$/);
  });

  test('a fault is added, shown while it waits, played and cleared', async (t) => {
    const { merchant, page } = await openPage(t);
    const faults = page.getByRole('region', { name: 'Faults' });
    await faults.getByRole('combobox', { name: 'Kind' }).selectOption('status');
    await faults.getByRole('spinbutton', { name: 'HTTP status' }).fill('429');
    await faults.getByRole('combobox', { name: 'Endpoint' }).selectOption('create');
    await faults.getByRole('spinbutton', { name: 'Times' }).fill('2');
    await faults.getByRole('button', { name: 'Add fault' }).click();
    await expectText(faults, /status 429, \/v2\/invoice\/create, 2 times/);
    assert.equal((await merchant.requestInvoice()).status, 429);
    await expectText(faults, /status 429, \/v2\/invoice\/create, once/);
    await expectText(page.getByRole('row'), /\/v2\/invoice\/create\s*1/);
    await faults.getByRole('button', { name: 'Clear faults' }).click();
    await expectText(faults, /None waiting/);
    assert.equal((await merchant.requestInvoice()).status, 200);
  });

  test('every kind of fault can be added from the form', async (t) => {
    const { page } = await openPage(t);
    const kinds = await page
      .locator('select[name=kind] option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
    assert.equal(kinds.length, 9);
    for (const kind of kinds) {
      await page.getByLabel('Kind').selectOption(kind);
      await page.getByRole('button', { name: 'Add fault' }).click();
      await expectText(page.getByRole('list', { name: 'Waiting faults' }), new RegExp(`${kind}[ ,]`));
    }
  });

  test('what a merchant sends is shown as text, never as markup', async (t) => {
    const { merchant, page } = await openPage(t);
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const id = await merchant.createId({ order_id: hostile });
    await expectText(page.locator(`#${id} h3`), /<img src=x onerror=alert\(1\)><script>/);
    assert.equal(await page.locator(`#${id} img, #${id} script`).count(), 0);
  });

  test('the link of an invoice leads to it, and its focus survives the next looks', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    await page.goto(`${merchant.url}/_sandbox/#${id}`);
    await page.reload();
    await page.locator(`#${id}:focus`).waitFor();
    const button = page.locator(`#${id}`).getByRole('button', { name: 'Pay half' });
    await button.focus();
    await merchant.createId();
    await page.locator('.invoice').nth(1).waitFor();
    assert.ok(await button.evaluate((element) => element === document.activeElement));
  });

  test('when the sandbox is gone the page says so', async (t) => {
    const page = await browser.newPage();
    t.after(() => page.close());
    const merchant = await openSandbox(t);
    await page.goto(`${merchant.url}/_sandbox/`);
    await expectText(page.getByRole('status'), /Connected/);
    await page.context().setOffline(true);
    await expectText(page.getByRole('status'), /does not answer/);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it is accessible in ${colorScheme}, and fits 320 pixels`, async (t) => {
      const { merchant, page } = await openPage(t);
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      await merchant.pay(await merchant.createId(), '30');
      await merchant.createIn('PEPE_ERC20', '49');
      await merchant.pay(await merchant.createId(), undefined, false);
      await merchant.steer('/faults', { kind: 'html' });
      await page.locator('.invoice').nth(2).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      assert.deepEqual(await accessibilityFaults(page), []);
    });
  }
});

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

declare global {
  interface Window {
    readonly axe: { run(): Promise<AxeResults> };
  }
}

async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
