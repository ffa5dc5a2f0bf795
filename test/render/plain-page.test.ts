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

test('the page says nothing of it where nothing can be asked for', async () => {
  for (const items of [[], [{ ...owed, state: 'requested' }], [{ ...owed, reason: 'shop' }]] as const)
    assert.doesNotMatch(await pageWith(items), /back, on/);
});
