import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, openCore, openSandbox, textOf } from './harness.js';

const OFFERS = { add_fields: { available_currencies: ['LTC', 'USDT_TRC20', 'BTC'] } };

/** As a form of the page sends it. */
function submit(
  merchant: Merchant,
  link: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = { origin: merchant.url };
  return fetch(link, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
}

async function createOpen(merchant: Merchant, overrides: JsonFields = OFFERS) {
  const created = await merchant.create(overrides);
  return { id: textOf(created, 'uuid'), link: textOf(created, 'link') };
}

describe('the payment page', () => {
  test('is linked from every invoice, and has nothing inline and nothing from other servers', async (t) => {
    const merchant = await openSandbox(t);
    for (const overrides of [OFFERS, {}]) {
      const { id, link } = await createOpen(merchant, overrides);
      assert.equal(link, `${merchant.url}/_sandbox/pay/${id}`);
      const response = await fetch(link);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
      assert.match(policy, /form-action 'self'/);
      assert.ok(!policy.includes('unsafe') && !policy.includes('*'));
      assert.doesNotMatch(await response.text(), /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i);
    }
  });

  test('fixes currency, address and amounts when a coin is chosen, not when it is viewed', async (t) => {
    const merchant = await openSandbox(t);
    const { id, link } = await createOpen(merchant);
    await fetch(link);
    assert.equal((await merchant.info(id))['address'], '');
    const { status, headers } = await submit(merchant, link, { currency: 'LTC' });
    assert.deepEqual([status, headers.get('location')], [303, `/_sandbox/pay/${id}`]);
    const info = await merchant.info(id);
    assert.equal(fieldsOf(info['currency'])['fullcode'], 'LTC');
    assert.match(textOf(info, 'address'), /^ltc1/);
    assert.equal(amountOf(info, 'amount'), '0.61515152');
    const html = await (await fetch(link)).text();
    assert.ok(html.includes(textOf(info, 'address')) && html.includes(amountOf(info, 'amount_to_pay')));
  });

  const refused: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    [
      'a coin that was not offered',
      { currency: 'SOL' },
      /does not offer\. Send one of LTC, USDT_TRC20, BTC\./,
    ],
    ['a coin that there is not', { currency: 'DOGE' }, /&quot;DOGE&quot; is not a payment currency/],
    ['money before a coin is chosen', { amount: '1', seen: '0' }, /has no chosen coin/],
    ['a form without anything', {}, /Enter an amount/],
  ];
  for (const [name, fields, reason] of refused)
    test(`refuses ${name}, on the page`, async (t) => {
      const merchant = await openSandbox(t);
      const { id, link } = await createOpen(merchant);
      const answer = await submit(merchant, link, fields);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), reason);
      assert.equal((await merchant.info(id))['address'], '');
    });

  test('pays once for the same form, for any number and rate of submissions', async () => {
    const call = openCore();
    const coin = { amount: 5, add_fields: { cryptocurrency: 'TRX' } };
    const { body: created } = await call('/invoices', JSON.stringify(coin));
    const id = textOf(fieldsOf(created['invoice']), 'uuid');
    const form = () => new URLSearchParams({ amount: '1', seen: '0' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(`/pay/${id}`, form())));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303]);
    const { body } = await call(`/invoices?uuid=${id}`);
    assert.equal(fieldsOf(fieldsOf(body['invoice'])['payment'])['amountPaid'], '1');
  });

  test('reports an unknown invoice', async (t) => {
    const merchant = await openSandbox(t);
    const answer = await fetch(`${merchant.url}/_sandbox/pay/INV-NOWHERE1`);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /This sandbox does not know the invoice INV-NOWHERE1/);
    const hostile = await fetch(`${merchant.url}/_sandbox/pay/%3Cimg%20src=x%3E`);
    assert.equal(hostile.status, 404);
    assert.doesNotMatch(await hostile.text(), /<img/);
  });

  test("displays the merchant's texts as text", async (t) => {
    const shopName = '<b>"Shop" & sons</b>';
    const merchant = await openSandbox(t, { shopName });
    const order = `<img src=x onerror=alert(1)> "'&`;
    const { link } = await createOpen(merchant, { ...OFFERS, order_id: order });
    const html = await (await fetch(link)).text();
    assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt; &quot;&#39;&amp;'));
    assert.doesNotMatch(html, /<img|<b>/);
  });

  test('its shop URLs are in every project, and must be URLs', async (t) => {
    const successUrl = 'https://shop.example/thanks';
    const failUrl = 'http://127.0.0.1:4000/sorry?a=1&b=2';
    const merchant = await openSandbox(t, { successUrl, failUrl });
    const created = await merchant.create();
    const project = fieldsOf((await merchant.info(textOf(created, 'uuid')))['project']);
    assert.deepEqual([project['success'], project['fail']], [successUrl, failUrl]);
    assert.deepEqual(fieldsOf(created['project']), project);
    for (const wrong of ['javascript:alert(1)', 'shop', 'https://me:hidden@shop.example/'])
      for (const option of ['successUrl', 'failUrl'])
        await assert.rejects(openSandbox(t, { [option]: wrong }), new RegExp(`${option} (is|contains) `));
  });
});
