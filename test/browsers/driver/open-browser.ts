import { after } from 'node:test';
import playwright, { type Browser, type BrowserServer } from 'playwright-core';
import { chromium } from './chromium.js';

let started: Promise<BrowserServer> | undefined;
after(async () => (await started)?.close());

/**
 * A connection to the one Chromium of this process, whose test files run one after the other. It sees its own contexts
 * alone, and closes them with itself. Processes share none: one Chromium has one clipboard.
 */
export async function openBrowser(): Promise<Browser> {
  const server = await (started ??= playwright.chromium.launchServer(chromium));
  return playwright.chromium.connect(server.wsEndpoint());
}
