import assert from 'node:assert/strict';
import { compareAmounts } from '../../../src/payment/index.js';
import type { JsonFields } from '../json.js';
import { numberOf, textOf } from '../json.js';
import type { Requirement } from '../requirement.js';
import { inner, once } from '../requirement.js';
import { isSuccess, errorOf } from '../service.js';
import { timestampMs } from '../times.js';
import type { TestEnvironment } from '../test-environment.js';
import { PRICE_USD } from '../test-environment.js';

const MINUTE_MS = 60_000;
/** Between the two timestamps of one invoice. */
const SLACK_MS = 5_000;

function lifetimeMs(invoice: JsonFields): number {
  const [from, until] = ['created', 'expiry_date'].map((name) => timestampMs(textOf(invoice, name)));
  return (until ?? Number.NaN) - (from ?? Number.NaN);
}

function isFilled(address: unknown): boolean {
  return typeof address === 'string' && address !== '' && address !== 'None';
}

/** "Create invoice". */
export function invoiceCreation(say: Requirement, environment: TestEnvironment): void {
  required(say, environment);
  echoes(say, environment);
  lifetimes(say, environment);
  currencies(say, environment);
}

function required(say: Requirement, environment: TestEnvironment): void {
  for (const name of ['shop_id', 'amount']) {
    say(`${name} is required`, [], async () => {
      errorOf(await environment.tryCreate(environment.invoiceBody({ [name]: undefined })));
    });
  }
  say('Everything but shop_id and amount may be left out', [], async () => {
    const { shop_id, amount } = environment.invoiceBody();
    await environment.createWith({ shop_id, amount });
  });
}

function echoes(say: Requirement, environment: TestEnvironment): void {
  const payer = 'payer.of.conformance@example.com';
  const named = once(async () =>
    environment.service.infoOf(await environment.createId({ order_id: 'conformance-77', email: payer })),
  );
  const nameless = once(async () =>
    environment.service.infoOf(await environment.createId({ order_id: undefined })),
  );
  say('amount is stated in USD (with the currency USD): amount_usd and amount_in_fiat', [], async () => {
    const invoice = await environment.create();
    for (const name of ['amount_usd', 'amount_in_fiat'])
      assert.equal(compareAmounts(numberOf(invoice, name), PRICE_USD), 0, name);
  });
  say("order_id is the merchant's own invoice number", [], async () => {
    assert.equal((await named())['order_id'], 'conformance-77');
  });
  say('order_id: the text None appears when absent', [], async () => {
    assert.equal((await nameless())['order_id'], 'None');
  });
  say('pay_url: a payment URL, or the text None', [], async () => {
    const payUrl = textOf(await named(), 'pay_url');
    assert.ok(payUrl === 'None' || URL.canParse(payUrl), payUrl);
  });
  say('email: user_email is returned masked in part', [], async () => {
    const shown = textOf(await named(), 'user_email');
    assert.notEqual(shown, payer);
    const isPartOfIt = shown.startsWith(payer.slice(0, 1)) || shown.endsWith(payer.slice(-4));
    assert.ok(isPartOfIt, `user_email shows nothing of the address: "${shown}"`);
  });
}

function lifetimes(say: Requirement, environment: TestEnvironment): void {
  const cases: readonly (readonly [hours: number, minutes: number])[] = [
    [1, 0],
    [0, 45],
    [1, 30],
  ];
  for (const [hours, minutes] of cases) {
    say(`time_to_pay is the lifetime: hours ${hours}, minutes ${minutes}`, [], async () => {
      const invoice = await environment.create({}, { time_to_pay: { hours, minutes } });
      const wanted = (hours * 60 + minutes) * MINUTE_MS;
      assert.ok(Math.abs(lifetimeMs(invoice) - wanted) <= SLACK_MS, `it lives ${lifetimeMs(invoice)} ms`);
    });
  }
  say('Optional parameters must be inside add_fields: time_to_pay', [], async () => {
    const body = {
      ...environment.invoiceBody(),
      add_fields: undefined,
      time_to_pay: { hours: 0, minutes: 7 },
    };
    await outside(environment, body, (invoice) =>
      assert.equal(Math.abs(lifetimeMs(invoice) - 7 * MINUTE_MS) > SLACK_MS, true),
    );
  });
}

/** Outside `add_fields` a parameter has no effect; whether that is refused is not shown. */
async function outside(
  environment: TestEnvironment,
  body: JsonFields,
  hasNoEffect: (invoice: JsonFields) => void,
): Promise<void> {
  const answer = await environment.tryCreate(body);
  if (isSuccess(answer)) hasNoEffect(inner(answer.body, 'result'));
}

function currencies(say: Requirement, environment: TestEnvironment): void {
  const chosen = once(() => environment.createIn('SOL'));
  const open = once(() => environment.create());
  const offers = once(() => environment.create({}, { available_currencies: ['BTC', 'USDT_TRC20'] }));
  say('available_currencies are offered: no address yet', [], async () => {
    assert.equal(isFilled((await offers())['address']), false);
  });
  say('available_currencies, and one of them fixed by cryptocurrency', [], async () => {
    const fixed = { available_currencies: ['BTC', 'USDT_TRC20'], cryptocurrency: 'BTC' };
    assert.equal(inner(await environment.create({}, fixed), 'currency')['fullcode'], 'BTC');
  });
  say('cryptocurrency fixes the payment currency: the response carries address and amount', [], async () => {
    const invoice = await chosen();
    assert.equal(isFilled(invoice['address']), true);
    assert.equal(compareAmounts(numberOf(invoice, 'amount'), '0'), 1);
    assert.equal(inner(invoice, 'currency')['fullcode'], 'SOL');
  });
  say('address is filled only when a payment currency was chosen', [], async () => {
    assert.equal(isFilled((await open())['address']), false);
  });
  say('Optional parameters must be inside add_fields: cryptocurrency', [], async () => {
    await outside(environment, environment.invoiceBody({ cryptocurrency: 'SOL' }), ({ address }) =>
      assert.equal(isFilled(address), false),
    );
  });
  say('Information says of the invoice what its creation said', [], async () => {
    const created = await chosen();
    const {
      uuid,
      created: at,
      address,
      expiry_date,
    } = await environment.service.infoOf(textOf(created, 'uuid'));
    assert.deepEqual(
      { uuid, at, address, expiry_date },
      {
        uuid: created['uuid'],
        at: created['created'],
        address: created['address'],
        expiry_date: created['expiry_date'],
      },
    );
  });
}
