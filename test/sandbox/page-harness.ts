import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import type { TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import playwright from 'playwright-core';
import { chromium } from '../browsers/driver/chromium.js';
import type { SandboxServerOptions } from '../../src/sandbox/index.js';
import type { Merchant } from './harness.js';
import { openSandbox } from './harness.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export interface Opened {
  readonly merchant: Merchant;
  readonly page: Page;
}

type Open = (
  t: TestContext,
  options?: BrowserContextOptions,
  sandbox?: Partial<SandboxServerOptions>,
) => Promise<Opened>;

/** One browser for the tests of a `describe`. Each opening is the page of a new sandbox. */
export function withBrowser(): Open {
  let browser: Browser;
  before(async () => {
    browser = await playwright.chromium.launch(chromium);
  });
  after(() => browser.close());
  return async (t, options = {}, sandbox = {}) => {
    const page = await browser.newPage(options);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      // The page shows a refusal as text; the browser logs it all the same.
      if (message.type() === 'error' && !/status of 400/.test(message.text()))
        complaints.push(message.text());
    });
    // Before the sandbox's own end: hooks run in this order, and a page that still polls would log errors.
    t.after(async () => {
      await page.close();
      assert.deepEqual(complaints, []);
    });
    const merchant = await openSandbox(t, sandbox);
    await page.goto(`${merchant.url}/_sandbox/`);
    return { merchant, page };
  };
}

export async function expectText(locator: Locator, pattern: RegExp): Promise<void> {
  await locator.filter({ hasText: pattern }).waitFor({ timeout: 15_000 });
}

/** Opens an invoice in the list, and returns its part of the page. */
export async function openInvoice(page: Page, id: string): Promise<Locator> {
  const invoice = page.locator(`#${id}`);
  await invoice.getByRole('link').click();
  await invoice.getByRole('region', { name: 'Details' }).waitFor();
  return invoice;
}

/** Waits until two more polls of the sandbox have completed. */
export async function afterPolls(page: Page): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1)
    await page.waitForResponse((response) => response.url().endsWith('/_sandbox/state'));
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

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

/** Half-faded text has half of its contrast; an endless animation, such as a skeleton's, is not waited for. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A document returns the animations of its own tree only (Web Animations, "getAnimations").
    const trees: (Document | ShadowRoot)[] = [document];
    for (const tree of trees) {
      for (const { shadowRoot } of tree.querySelectorAll('*')) if (shadowRoot) trees.push(shadowRoot);
    }
    const animations = trees.flatMap((tree) => tree.getAnimations());
    return animations.every(
      ({ effect, playState }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );
  });
}

export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await atRest(page);
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
