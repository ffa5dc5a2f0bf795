import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { chooses, sees, showsAddress, startBrowserShop } from './browser-shop.js';
import type { Middlebox } from './browser-shop.js';
import { listen } from '../listen.js';

const SIGN_IN = '<!doctype html><title>Wi-Fi</title><h1>Sign in to go on</h1>';

let browser: Browser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

function answers(status: number, headers: Readonly<Record<string, string>> = {}): Middlebox {
  return (incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(status, { 'content-type': 'text/html', ...headers }).end(SIGN_IN);
  };
}

describe('a captive portal', { concurrency: 3 }, () => {
  const portals: readonly (readonly [string, (portalUrl: string) => Middlebox])[] = [
    ['its page in place of every answer', () => answers(200)],
    ['a redirect to its page', (location) => answers(302, { location })],
    ['its page with status 511 (RFC 6585)', () => answers(511)],
  ];
  for (const [name, portal] of portals) {
    it(`(${name}) leaves the payer the address, and the true state afterwards`, async (t) => {
      const elsewhere = await listen(
        t,
        createServer((_, outgoing) => void outgoing.end(SIGN_IN)),
      );
      const shop = await startBrowserShop(t);
      const context = await browser.newContext();
      const page = await shop.visit(context);
      await chooses(page);
      const pass = shop.between;
      shop.between = portal(elsewhere);
      shop.cut();
      await sees(page, 'Connection problem.');
      await showsAddress(page, await shop.checkout());
      await shop.pay();
      shop.between = pass;
      await sees(page, 'Paid. Thank you.');
      await context.close();
    });
  }

  it('before the page is opened is reported in plain words, and the order opens by itself afterwards', async (t) => {
    const shop = await startBrowserShop(t);
    const context = await browser.newContext();
    const pass = shop.between;
    shop.between = answers(200);
    const page = await shop.visit(context);
    await sees(page, 'We couldn’t open this payment');
    shop.between = pass;
    await sees(page, 'How would you like to pay?');
    await context.close();
  });
});
