// The engines in which the elements' tests run, and how the test runner starts each.
import { chromeLauncher } from '@web/test-runner-chrome';
import type { BrowserContext, Page } from 'puppeteer-core';
import { chromium } from './chromium.js';
import { ensureEngine } from './install.js';
import { WebKitLauncher } from './webkit-launcher.js';

/**
 * The runner opens a second page for a file before the page of the previous one is free, and then alternates between
 * them: one of them stays behind the other, without focus and with few frames, unless it is brought to the front.
 */
async function createPage({ context }: { readonly context: BrowserContext }): Promise<Page> {
  const page = await context.newPage();
  const goto = page.goto.bind(page);
  page.goto = async (url) => {
    if (url !== 'about:blank') await page.bringToFront();
    return goto(url);
  };
  return page;
}

export const LAUNCHERS = {
  chromium: () => chromeLauncher({ launchOptions: chromium, createPage }),
  // Where it is not wanted, it is not installed.
  firefox: async () => {
    const { firefox } = await import('./firefox.js');
    return Object.assign(chromeLauncher({ launchOptions: firefox, createPage }), { name: 'Firefox' });
  },
  webkit: async () => {
    await ensureEngine('webkit');
    return new WebKitLauncher();
  },
};
