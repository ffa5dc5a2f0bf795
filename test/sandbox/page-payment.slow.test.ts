import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { JsonFields, Merchant } from './harness.js';
import { textOf } from './harness.js';
import { accessibilityFaults, expectText, withBrowser } from './page-harness.js';
import { listen } from '../listen.js';

const OFFERS = { add_fields: { available_currencies: ['LTC', 'USDT_TRC20', 'BTC'] } };

async function createOpen(merchant: Merchant, overrides: JsonFields = OFFERS) {
  const created = await merchant.create(overrides);
  return { id: textOf(created, 'uuid'), link: textOf(created, 'link') };
}

async function payments(merchant: Merchant, id: string): Promise<number> {
  const { tx_list: list } = await merchant.info(id);
  assert.ok(Array.isArray(list));
  return list.length;
}

/** A shop with a page for each outcome. */
async function openShop(t: TestContext) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><link rel="icon" href="data:,"><h1>${request.url}</h1>`);
  });
  const url = await listen(t, server);
  return { successUrl: `${url}/thanks`, failUrl: `${url}/sorry` };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

describe('a payer on the payment page', () => {
  const openPage = withBrowser();

  for (const javaScriptEnabled of [true, false])
    test(`chooses a coin, pays it, and goes back to the shop${javaScriptEnabled ? '' : ', without scripts'}`, async (t) => {
      const { merchant, page } = await openPage(t, { javaScriptEnabled }, await openShop(t));
      const { id, link } = await createOpen(merchant);
      await page.goto(link);
      await expectText(heading(page), /^Pay 49 EUR$/);
      const coin = page.getByLabel('Currency');
      assert.deepEqual(await coin.locator('option').allTextContents(), [
        '0.61569265 LTC on Litecoin',
        '57.84 USDT on TRON (TRC-20)',
        '0.00063617 BTC on Bitcoin',
      ]);
      assert.equal(await coin.inputValue(), 'USDT_TRC20');
      await coin.selectOption('BTC');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(textOf(await merchant.info(id), 'address'), { exact: true }).waitFor();
      await page.getByText('Bitcoin', { exact: true }).waitFor();
      await page.getByText('0.00063617 BTC', { exact: true }).waitFor();
      assert.equal(await coin.count(), 0);
      await page.getByRole('button', { name: 'Pay 0.00063617 BTC', exact: true }).click();
      await expectText(heading(page), /^Paid: 49 EUR$/);
      assert.equal(await page.title(), 'Paid: 49 EUR · Sandbox shop');
      assert.equal((await merchant.info(id))['status'], 'paid');
      assert.equal(await page.getByRole('button').count(), 0);
      await page.getByRole('link', { name: 'Back to the shop' }).click();
      await expectText(heading(page), /^\/thanks$/);
    });

  test('pays a part, an amount of their own, and more than is due', async (t) => {
    const { merchant, page } = await openPage(t);
    const { id, link } = await createOpen(merchant, {});
    await page.goto(link);
    await page.getByRole('button', { name: 'Pay half: 28.92 USDT' }).click();
    await page.getByText('The invoice is partially paid. 28.92 USDT is still due.').waitFor();
    const amount = page.getByLabel('Another amount, USDT');
    await amount.fill('1,5');
    await amount.press('Enter');
    await expectText(page.getByRole('alert'), /amount is "1,5"\. Send a number above 0/);
    assert.equal(await amount.inputValue(), '1,5');
    assert.equal(await amount.getAttribute('aria-invalid'), 'true');
    assert.match(await page.title(), /^Error: /);
    await amount.fill('0.000001');
    await page.getByRole('button', { name: 'Pay this amount' }).click();
    await page.getByText('28.919999 USDT is still due.').waitFor();
    await page.getByRole('button', { name: 'Overpay: 34.703999 USDT' }).dblclick();
    await page.getByText('The payment is complete, with a surplus of 5.784 USDT.').waitFor();
    assert.equal(await payments(merchant, id), 3);
    assert.equal((await merchant.info(id))['status'], 'overpaid');
    await page.getByText('To link back to the shop, start the sandbox with SANDBOX_SUCCESS_URL.').waitFor();
  });

  test('sees a payment from elsewhere, and that it is unconfirmed', async (t) => {
    const { merchant, page } = await openPage(t);
    const { id, link } = await createOpen(merchant);
    await page.goto(link);
    await merchant.steer('/payments', { uuid: id, currency: 'LTC', confirm: false });
    await page.getByText('0.61569265 LTC is detected and awaits confirmation.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Pay 0|a part/ }).count(), 0);
    await merchant.steer('/confirmations', { uuid: id });
    await expectText(heading(page), /^Paid: 49 EUR$/);
  });

  test('cannot pay after the deadline, also with a partial payment, and returns to the shop', async (t) => {
    const { merchant, page } = await openPage(t, {}, await openShop(t));
    const gone = await createOpen(merchant);
    const part = await createOpen(merchant);
    await merchant.steer('/payments', { uuid: part.id, currency: 'LTC', amount: '0.1' });
    await page.goto(gone.link);
    await merchant.advance(24 * 3600);
    await page.getByText('This invoice is canceled. It can no longer be paid.').waitFor();
    await expectText(heading(page), /^Canceled: 49 EUR$/);
    assert.equal(await page.locator('form').count(), 0);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expectText(heading(page), /^\/sorry$/);
    await page.goto(part.link);
    await page
      .getByText('The invoice is partially paid. 0.51569265 LTC is still due. The deadline has passed.')
      .waitFor();
    await page.getByRole('link', { name: 'Back to the shop' }).waitFor();
    await page.getByRole('button', { name: 'Pay 0.51569265 LTC', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expectText(heading(page), /^\/thanks$/);
  });

  test('needs no more than a keyboard', async (t) => {
    const { merchant, page } = await openPage(t, {}, await openShop(t));
    const { id, link } = await createOpen(merchant);
    await page.goto(link);
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        const said = `${(await focused.getAttribute('name')) ?? ''} ${(await focused.textContent()) ?? ''}`;
        if (name.test(said)) return;
      }
      assert.fail(`the focus never comes to ${name}`);
    };
    await tabTo(/^currency /);
    await page.keyboard.type('0.0006');
    await tabTo(/Continue/);
    await page.keyboard.press('Enter');
    await page.getByText('0.00063617 BTC', { exact: true }).waitFor();
    await tabTo(/Pay 0\.00063617 BTC/);
    const ring = await page.locator(':focus').evaluate((node) => getComputedStyle(node).outlineStyle);
    assert.equal(ring, 'solid');
    await page.keyboard.press('Enter');
    await expectText(heading(page), /^Paid: 49 EUR$/);
    await tabTo(/Back to the shop/);
    await page.keyboard.press('Enter');
    await expectText(heading(page), /^\/thanks$/);
    assert.equal((await merchant.info(id))['status'], 'paid');
  });

  test('reaches the sandbox page and returns from there', async (t) => {
    const { merchant, page } = await openPage(t);
    const { id, link } = await createOpen(merchant);
    await page.goto(link);
    await page.getByRole('link', { name: 'Invoice details' }).click();
    const invoice = page.locator(`#${id}`);
    await expectText(invoice, /No coin is chosen: choose one on its payment page\./);
    await invoice.getByRole('link', { name: 'Payment page' }).click();
    await expectText(heading(page), /^Pay 49 EUR$/);
    assert.equal(page.url(), link);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 1100])
      test(`has it accessible in ${colorScheme}, and fitting ${width} pixels, in every state`, async (t) => {
        const shop = await openShop(t);
        const { merchant, page } = await openPage(t, { colorScheme, viewport: { width, height: 640 } }, shop);
        const long = { order_id: 'x'.repeat(200) };
        const fixed = { add_fields: { cryptocurrency: 'PEPE_ERC20' } };
        const states: readonly (readonly [JsonFields, (id: string) => Promise<unknown>])[] = [
          [{ ...OFFERS, ...long }, () => Promise.resolve()],
          [fixed, () => Promise.resolve()],
          [fixed, (id) => merchant.pay(id, '1.000000000000000001')],
          [fixed, (id) => merchant.pay(id)],
          [fixed, (id) => merchant.cancel(id)],
        ];
        for (const [overrides, act] of states) {
          const { id, link } = await createOpen(merchant, overrides);
          await act(id);
          await page.goto(link);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          assert.deepEqual(await accessibilityFaults(page), []);
        }
        const { link } = await createOpen(merchant, fixed);
        await page.goto(link);
        await page.getByLabel('Another amount').fill('a lot');
        await page.getByRole('button', { name: 'Pay this amount' }).click();
        await page.getByRole('alert').waitFor();
        assert.deepEqual(await accessibilityFaults(page), []);
      });
});
