import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { formatReport } from '../../server-example/security-headers.js';
import { Payer } from './payer.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { refusalsIn, runExample, type RunningExample } from './running-example.js';
import { until } from '../until.js';

let example: RunningExample;
let browser: Browser;
before(async () => {
  [example, browser] = await Promise.all([runExample({}, { mayRefuse: true }), openBrowser()]);
});
after(async () => {
  await browser.close();
  await example.stop();
});

/** The path of a new order. */
async function order(): Promise<string> {
  const body = new URLSearchParams({ product: 'set' });
  const answer = await fetch(`${example.shopUrl}/orders`, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

describe('every response of the shop', () => {
  it('has a declared type, sends no referrer and allows no frame', async () => {
    const path = await order();
    const pages = [
      '/',
      path,
      `${path}/react`,
      `${path}/vue`,
      `${path}/modal`,
      `${path}/button`,
      '/pay',
      '/deposit',
    ];
    const others = ['/nowhere', `${path}/status`, '/deposit/received', '/assets/shop.css', '/assets/none'];
    for (const each of [...pages, ...others]) {
      const { headers } = await fetch(`${example.shopUrl}${each}`);
      const header = (name: string) => headers.get(name) ?? '';
      assert.equal(header('x-content-type-options'), 'nosniff', each);
      assert.equal(header('referrer-policy'), 'no-referrer', each);
      assert.equal(header('cross-origin-opener-policy'), 'same-origin', each);
      assert.equal(header('cross-origin-resource-policy'), 'same-origin', each);
      const policy = header('content-security-policy');
      for (const rule of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        'report-uri /reports',
      ])
        assert.ok(policy.includes(rule), `${each} without ${rule}`);
      assert.doesNotMatch(policy, /unsafe|data:|blob:|\*|http:/, each);
    }
  });

  it('allows the clipboard for the copy buttons, and the camera for no code', async () => {
    const policy = (await fetch(example.shopUrl)).headers.get('permissions-policy') ?? '';
    assert.match(policy, /clipboard-write=\(self\)/);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      assert.match(policy, new RegExp(`(^|, )${feature}=\\(\\)`));
    const payer = await Payer.arrive(browser, example);
    await payer.buy('The morning set');
    await payer.choose(/^Bitcoin/, null);
    assert.match(await payer.copies('address'), /^(bc1|[13])\w+$/);
    await payer.closes();
  });

  it('includes the responses of the checkout', async () => {
    const { headers } = await fetch(`${example.shopUrl}/crypto-checkout/checkouts/none`);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});

describe('a violation on a page of the shop', () => {
  it('is logged by the shop, and fails the test', async () => {
    const payer = await Payer.arrive(browser, example);
    await payer.page.goto(example.shopUrl);
    await payer.page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'http://evil.example/x.png';
      document.body.append(image);
      try {
        document.body.innerHTML = '<p>from text</p>';
      } catch {
        // Trusted Types.
      }
    });
    const heard = () => refusalsIn(example.output()).join('\n');
    await until(async () => /img-src/.test(heard()) && /trusted-types/.test(heard()), 'both are reported');
    await until(async () => payer.refused.some((text) => text.startsWith('img-src')), 'the page has said so');
    await assert.rejects(payer.closes(), /img-src http:\/\/evil\.example/);
  });

  it('is logged on one truncated line, whatever it contains', async () => {
    const before = refusalsIn(example.output()).length;
    for (const body of ['{"a":"\u001b[2J\\nline"}', 'no JSON', JSON.stringify({ x: 'y'.repeat(9_000) })])
      assert.equal((await fetch(`${example.shopUrl}/reports`, { method: 'POST', body })).status, 204);
    await until(async () => refusalsIn(example.output()).length >= before + 3, 'three more lines');
    for (const line of refusalsIn(example.output()))
      assert.ok(line.length < 400 && !line.includes('\u001b'), line);
    const huge = await fetch(`${example.shopUrl}/reports`, { method: 'POST', body: 'x'.repeat(100_000) });
    assert.equal(huge.status, 413);
    assert.equal(formatReport('[1,\n2]'), '[1,2]');
  });
});

describe('a truncated payment link', () => {
  it('explains that it leads nowhere', async () => {
    const payer = await Payer.arrive(browser, example);
    const faults: string[] = [];
    payer.page.on('pageerror', ({ message }) => faults.push(message));
    await payer.page.goto(`${example.shopUrl}/pay#%E4%`);
    await payer.sees('This link no longer works');
    assert.deepEqual(faults, []);
    await payer.closes();
  });
});
