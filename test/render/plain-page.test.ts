import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checkout, CheckoutRefund } from '../../src/protocol/index.js';
import { setMessages } from '../../src/i18n/set-messages.js';
import { formatFiat } from '../../src/payment/index.js';
import { renderMarkup } from '../../src/render/markup/index.js';
import { expiredPage, orderPage, paidPage } from '../../src/render/markup/payment-page.js';
import { paymentPage } from '../../src/render/markup/plain-page.js';
import { checkoutOf, invoiceOf, iso } from '../checkout/fake-proxy.js';
import { translatable } from './translatable.js';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** A page with its sentences in one piece. */
const withSentences = (page: string) => page.replace(/<\/?span[^>]*>/g, '');
const settings = {
  publicUrl: 'https://pay.example/crypto-checkout',
  supportUrl: null,
  shop: { name: 'Cups' },
};

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
  const page = withSentences(await pageWith([owed], 'https://shop.example/help'));
  assert.match(page, /You can request a refund of 2\.5 USDT on TRON \(TRC-20\)\./);
  assert.match(page, /To request a refund on this page, turn on JavaScript\. Or contact the shop\./);
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
    const page = withSentences(await pageOf(state, ['t2']));
    assert.match(page, /<h1>Another payment detected<\/h1>/);
    assert.match(page, /A payment is being confirmed on Bitcoin\. Please don’t send anything now\./);
    assert.match(page, /Received so far: <bdi translate="no">0\.0004 BTC<\/bdi>/);
    assert.match(page, /Shortfall: <bdi translate="no">0\.0006 BTC<\/bdi>/);
    assert.doesNotMatch(page, /bc1qaddress|<svg|Price locked/);
    assert.doesNotMatch(page, new RegExp(hostedPage));
  }
  const first = await paymentPage(
    checkoutOf({
      state: 'detected',
      invoice: invoiceOf({ hostedPage, transactions: ['t1'], unconfirmed: ['t1'] }),
    }),
    'en',
  );
  assert.match(first, /<h1>Payment detected<\/h1><p>It’s being confirmed on Bitcoin\./);
  assert.doesNotMatch(first, new RegExp(hostedPage));
});

const pageAt = async (checkout: Partial<Checkout>) =>
  withSentences(await paymentPage(checkoutOf(checkout), 'en'));

test('without JavaScript, the payer of a part reads what has arrived and what is left', async () => {
  const page = await pageAt({ state: 'partial', invoice: invoiceOf({ paid: '0.0004', due: '0.0006' }) });
  assert.match(page, /0\.0004 of 0\.001 BTC received/);
  assert.match(page, /Send the rest<\/p><p class="exact"><bdi translate="no" dir="ltr">0\.0006 BTC/);
  assert.match(page, /<a href="">Reload the page<\/a>/);
});

test('without JavaScript, the payer of an order keeps a receipt, with nothing left to try', async () => {
  const order = { ...checkoutOf().order, returnUrl: 'https://shop.example/thanks' };
  const invoice = invoiceOf({ paid: '0.001', due: '0', transactions: ['t1', 't2'] });
  for (const checkout of [
    { state: 'paid', invoice },
    { state: 'paid', invoice, late: true, accepted: true },
    { state: 'expired', invoice, accepted: true },
  ] as const) {
    const page = await pageAt({ ...checkout, order });
    assert.match(page, /<h1>Paid\. Thank you\.<\/h1><p>The shop has received your payment\.<\/p>/);
    assert.match(page, /Paid: <bdi translate="no">0\.001 BTC<\/bdi>/);
    for (const fact of [
      'Transaction: <bdi translate="no">t1',
      'Transaction: <bdi translate="no">t2',
      'Reference: <bdi translate="no">INV-ABCD1234',
    ])
      assert.ok(page.includes(fact), fact);
    assert.match(page, /<a href="https:\/\/shop\.example\/thanks" rel="noreferrer">Return to shop<\/a>/);
    assert.doesNotMatch(page, /Try now|Reload/);
  }
});

test('without JavaScript, the payer reads after the deadline what the element says', async () => {
  const part = invoiceOf({ paid: '0.0004', due: '0.0006' });
  const ofPart = await pageAt({ state: 'expired', invoice: part });
  assert.match(ofPart, /We received 0\.0004 of 0\.001 BTC\. Please don’t send anything more\./);
  const checking = await pageAt({ state: 'awaiting', now: iso(900_000), invoice: invoiceOf() });
  assert.match(checking, /Checking for your payment/);
  assert.doesNotMatch(ofPart + checking, /bc1qaddress|<svg/);
  const late = await pageAt({ state: 'paid', late: true, invoice: invoiceOf({ paid: '0.001' }) });
  assert.match(late, /The shop will decide what happens with your order\./);
});

test('without JavaScript, the page promises monitoring only until it ends', async () => {
  for (const state of ['expired', 'canceled'] as const) {
    const page = (now: string) => pageAt({ state, now, invoice: invoiceOf() });
    assert.match(await page(iso(0)), /Monitored until Nov 22/);
    assert.doesNotMatch(await page(iso(87_300_000)), /Monitored until|still detect/);
    assert.match(await page(iso(0)), /Go back to the shop and open this page again\./);
  }
});

test('without JavaScript, the payer sees that no real money moves', async () => {
  for (const testMode of [true, false])
    assert.equal(
      (await pageAt({ testMode, state: 'awaiting', invoice: invoiceOf() })).includes('Test mode'),
      testMode,
    );
});

test('the page says nothing of it where nothing can be asked for', async () => {
  for (const items of [[], [{ ...owed, state: 'requested' }], [{ ...owed, reason: 'shop' }]] as const)
    assert.doesNotMatch(await pageWith(items), /request a refund/i);
});

test('waits for the language of the payer, however long it takes, since the page cannot change later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = pageWith([], undefined, 'fr');
  t.mock.timers.tick(60_000);
  assert.match(await page, /lang="fr"/);
});

test('a browser that translates the page changes no amount, address or id', async () => {
  const exact = [
    ...['0.0006', '0.0004', '0.001', '2.5 USDT', 'TRON (TRC-20)', 'bc1q', base.order.id],
    formatFiat(base.order.amount, base.order.currency, 'en'),
  ];
  const part = invoiceOf({
    ...{ paid: '0.0004', due: '0.0006', address: ADDRESS, transactions: ['t1', 't2'] },
  });
  const pages = [
    await pageWith([owed]),
    await paymentPage(checkoutOf({ state: 'partial', invoice: part }), 'en'),
    await paymentPage(checkoutOf({ state: 'partial', invoice: { ...part, unconfirmed: ['t2'] } }), 'en'),
    (await orderPage({ checkout: base, token: 'a.b.c', expiresAtMs: 0 }, settings, 'en')).html,
    (await paidPage(base, settings, 'en')).html,
  ];
  const missing = exact.filter((text) => !pages.some((page) => page.includes(text)));
  assert.deepEqual(missing, []);
  for (const page of pages)
    for (const text of exact)
      assert.ok(!translatable(page).includes(text), `${text} in ${translatable(page)}`);
});

test('a browser that translates the page of a shop changes nothing exact in the form without JavaScript', async () => {
  const { html } = await renderMarkup(base, { order: 'a.b.c', endpoint: '/crypto-checkout', locale: 'en' });
  const form = html.replace(/<\/?noscript>/g, '');
  assert.match(form, new RegExp(base.order.id));
  assert.ok(!translatable(form).includes(base.order.id), translatable(form));
});

test('the page of a link that was loaded before tells what is true now', async () => {
  const awaiting = checkoutOf({ state: 'awaiting', invoice: invoiceOf() });
  const order = async (checkout: Checkout, token = 'a.b.c') =>
    withSentences((await orderPage({ checkout, token, expiresAtMs: 0 }, settings, 'en')).html);
  const first = await order(awaiting);
  assert.equal(await order({ ...awaiting, now: iso(60_000) }), first, 'time alone changes nothing');
  assert.doesNotMatch(first, /0\.0004/);
  const part = invoiceOf({ paid: '0.0004', due: '0.0006' });
  assert.match(
    await order({ ...awaiting, version: 2, state: 'partial', invoice: part }),
    /0\.0004 of 0\.001 BTC/,
  );
  assert.notEqual(await order({ ...awaiting, now: iso(1_000_000) }), first, 'the deadline has passed');
  assert.ok((await order(awaiting, 'other.b.c')).includes('other.b.c'));

  const ended = async (now: string) =>
    (await expiredPage({ ...awaiting, state: 'expired', now }, 0, settings, 'en')).html;
  assert.match(await ended(iso(1_000_000)), /already sent/i);
  assert.doesNotMatch(await ended(iso(90_000_000)), /already sent/i, 'nobody looks at the address any more');
});

test('a link that nobody has opened costs one page, however often it is loaded, and a replaced message reaches it', async () => {
  const load = async (version: number) => {
    const checkout = checkoutOf({ id: `preview-${version}`, version });
    return orderPage({ checkout, token: 'unopened.b.c', expiresAtMs: 0 }, settings, 'en');
  };
  const first = await load(1);
  const second = await load(2);
  assert.equal(second.html, first.html);
  assert.doesNotMatch(first.html, /preview-1/);
  setMessages('en', { total: 'Sum', orderLabel: 'Purchase' });
  try {
    assert.match((await load(3)).html, /Purchase/);
  } finally {
    setMessages('en', { total: 'Total', orderLabel: 'Order' });
  }
});
