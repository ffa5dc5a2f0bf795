import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checkout, CheckoutRefund } from '../../src/protocol/index.js';
import { paymentPage } from '../../src/render/markup/plain-page.js';
import { checkoutOf, invoiceOf } from '../checkout/fake-proxy.js';

const owed: CheckoutRefund = {
  ...{ invoice: 1, reason: 'surplus', currency: 'USDT_TRC20', amount: '2.5', state: 'possible' },
  ...{ proven: false, address: null, requestedAt: null, reply: null, transaction: null },
};
const base = checkoutOf({ state: 'overpaid', invoice: invoiceOf({ paid: '0.0012', surplus: '0.0002' }) });

function pageWith(items: readonly CheckoutRefund[], support?: string, locale = 'en'): Promise<string> {
  const order = { ...base.order, ...(support && { support }) };
  const checkout: Checkout = { ...base, order, refunds: { asksEmail: false, items } };
  return paymentPage(checkout, locale);
}

test('without JavaScript, the payer reads what to do about money that is owed', async () => {
  const page = await pageWith([owed], 'https://shop.example/help');
  assert.match(page, /You can ask the shop for 2\.5 USDT back, on TRON \(TRC-20\)\./);
  assert.match(page, /Turn on JavaScript to ask for it on this page, or contact the shop\./);
  assert.match(page, /<a href="https:\/\/shop\.example\/help" rel="noreferrer">Contact shop<\/a>/);
  assert.match(await pageWith([owed], undefined, 'de'), /Schalten Sie JavaScript ein/);
});

test('the page links to no unsafe address of the support', async () => {
  assert.doesNotMatch(await pageWith([owed], 'javascript:alert(1)'), /javascript:/);
});

test('without JavaScript, nothing is requested while a payment waits for confirmation', async () => {
  const hostedPage = 'https://pay.example/INV-8KQ2M4XZ';
  const part = invoiceOf({ paid: '0.0004', due: '0.0006', hostedPage, transactions: ['t1', 't2'] });
  const pageOf = (state: Checkout['state'], unconfirmed: readonly string[]) =>
    paymentPage(checkoutOf({ state, invoice: { ...part, unconfirmed } }), 'en');
  assert.match(await pageOf('partial', []), new RegExp(hostedPage));
  for (const state of ['partial', 'expired'] as const) {
    const page = await pageOf(state, ['t2']);
    assert.match(page, /<h1>Another payment detected<\/h1>/);
    assert.match(page, /Bitcoin is confirming a payment\. Please do not send anything now\./);
    assert.match(page, /0\.0004 of 0\.001 BTC received · Missing: 0\.0006 BTC/);
    assert.doesNotMatch(page, /bc1qaddress|<svg|Price held/);
    assert.doesNotMatch(page, new RegExp(hostedPage));
  }
  const first = await paymentPage(
    checkoutOf({
      state: 'detected',
      invoice: invoiceOf({ hostedPage, transactions: ['t1'], unconfirmed: ['t1'] }),
    }),
    'en',
  );
  assert.match(first, /Please do not send anything now\./);
  assert.doesNotMatch(first, new RegExp(hostedPage));
});

test('the page says nothing of it where nothing can be asked for', async () => {
  for (const items of [[], [{ ...owed, state: 'requested' }], [{ ...owed, reason: 'shop' }]] as const)
    assert.doesNotMatch(await pageWith(items), /back, on/);
});

test('waits for the language of the payer, however long it takes, since the page cannot change later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = pageWith([], undefined, 'fr');
  t.mock.timers.tick(60_000);
  assert.match(await page, /lang="fr"/);
});
