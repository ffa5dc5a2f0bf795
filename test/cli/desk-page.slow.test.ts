import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { PAYOUT_SECRET, servedStaff, startDesk } from './desk-fixture.js';

const SIGNED = { CRYPTO_CHECKOUT_PAYOUT_SECRET: PAYOUT_SECRET };

describe('the page of the desk', () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** A page with the link open, and what it has requested and said. */
  async function open(t: TestContext, locale = 'en-GB', settings: Record<string, string> = SIGNED) {
    const shell = await servedStaff(t, settings);
    const { origin, secret } = await startDesk(shell);
    const context = await browser.newContext({ locale });
    t.after(() => context.close());
    const page = await context.newPage();
    const [urls, said]: readonly [string[], string[]] = [[], []];
    page.on('request', (request) => urls.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', ({ message }) => said.push(message));
    await page.goto(`${origin}/#${secret}`);
    return { page, context, urls, said, link: `${origin}/#${secret}`, origin };
  }

  it('shows the tabs of the person by the link, and again after a reload', async (t) => {
    const { page, urls, said, origin, context } = await open(t);
    for (const tab of ['Needs attention', 'Payments', 'Balances', 'Statistics'])
      await page.getByRole('tab', { name: tab }).click();
    await page.getByText('Signed in as Maja Lind').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Payments' }).waitFor();
    assert.equal(page.url(), `${origin}/`, 'the secret is not in the address any more');
    assert.deepEqual(said, [], 'the policy allows all that the page does');
    // Requests go to the desk alone; a session or key is in none of their addresses, and in no cookie.
    for (const url of urls) assert.ok(url.startsWith(`${origin}/`) || url === 'data:,', url);
    assert.ok(!urls.some((url) => /eyJ|[\w-]{43}/.test(url.replace(/#.*/, ''))), urls.join(' '));
    assert.deepEqual(await context.cookies(), []);
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    assert.doesNotMatch(stored, /eyJ/, 'the session is in memory alone');
    assert.equal(
      await page.evaluate("typeof document.querySelector('crypto-merchant').signPayout"),
      'function',
    );
  });

  it('shows payouts without their secret, and no way to propose or approve one', async (t) => {
    const { page, said } = await open(t, 'en-GB', {});
    await page.getByRole('tab', { name: 'Payouts' }).click();
    const payouts = page.locator('crypto-merchant-payouts');
    await payouts.getByRole('heading', { name: 'In progress' }).waitFor();
    assert.deepEqual(await payouts.getByRole('button').allInnerTexts(), ['Export CSV']);
    assert.equal(await payouts.getByRole('textbox').count(), 0);
    assert.deepEqual(said, []);
  });

  it('says in the language of the person that a link was used, and what to do', async (t) => {
    const { page, context, link } = await open(t, 'ar');
    await page.getByRole('tab').first().waitFor();
    const second = await context.newPage();
    await second.goto(link);
    await second.getByRole('heading', { name: 'لم يعد هذا الرابط صالحًا' }).waitFor();
    assert.equal(await second.evaluate('document.documentElement.dir'), 'rtl');
    assert.equal(await second.locator('crypto-merchant').count(), 0);
  });
});
