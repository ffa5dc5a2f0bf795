import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { secretsIn } from '../repository/canary-secrets.js';
import { Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { runExample, type RunningExample } from './running-example.js';

describe('the secrets of the shop', () => {
  let example: RunningExample;
  let browser: Browser;
  before(async () => {
    [example, browser] = await Promise.all([runExample(), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    await example.stop();
  });

  it('reach no browser, in no response of a whole payment, and no log', async () => {
    const payer = await Payer.arrive(browser, example);
    const bodies: Promise<string>[] = [];
    let checkoutId: string | undefined;
    payer.page.on('response', (response) => {
      checkoutId ??= /\/checkouts\/([^/]+)\//.exec(response.url())?.[1];
      const headers = JSON.stringify(response.headers());
      // A stream has no end while the page is open: it is read below.
      const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
      const isRedirect = response.status() >= 300 && response.status() < 400;
      bodies.push(
        isStream || isRedirect
          ? Promise.resolve(headers)
          : response.text().then((body) => `${response.url()}\n${headers}\n${body}`),
      );
    });
    await payer.buy('The morning set');
    await payer.choose(/^Bitcoin/, null);
    await payer.sends();
    await payer.sees('Paid. Thank you.');
    await payer.sees('Paid: we are preparing your order.');

    const texts = await Promise.all(bodies);
    assert.ok(texts.some((text) => /\/crypto-checkout\/elements\/[\w-]+\.js\n/.test(text)));
    assert.ok(texts.some((text) => text.includes('/crypto-checkout/checkouts')));
    assert.ok(checkoutId, 'the page has opened a checkout');
    texts.push(await firstOfStream(`${example.shopUrl}/crypto-checkout/checkouts/${checkoutId}/events`));
    texts.push(await payer.page.content(), example.output());
    for (const text of texts) assert.deepEqual(secretsIn(text), [], text.slice(0, 200));
    await payer.closes();
  });
});

/** The first message of a stream. */
async function firstOfStream(url: string): Promise<string> {
  const abort = new AbortController();
  const answer = await fetch(url, { signal: abort.signal });
  const reader = answer.body?.getReader();
  assert.ok(reader);
  let text = '';
  const decoder = new TextDecoder();
  while (!text.includes('\n\ndata') && !/event: checkout[\s\S]*\n\n/.test(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  abort.abort();
  assert.match(text, /event: checkout/);
  return text;
}
