import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyOrderToken } from '../../src/proxy/domain/shop-tokens.js';
import { commandLine, ORDER_SECRET } from './command-line.js';

test('statistics and balances show the paid amounts, to the last digit', async (t) => {
  const shell = await commandLine(t, { feePaidBy: 'merchant' });
  const created = await shell.type(['invoice', 'create', '--amount', '10', '--pay-in', 'USDT_TRC20']);
  const uuid = /INV-[A-Z0-9]{8}/.exec(created.output)?.[0];
  await shell.control('/payments', { uuid });
  const statistics = await shell.type(['statistics']);
  assert.match(statistics.output, /^paid +1 +10$/m);
  assert.match(statistics.output, /^all +1 +10$/m);
  const balances = await shell.type(['balances']);
  assert.match(balances.output, /^USDT_TRC20 +\d+\.\d+ /m);
});

test('an account without money says so', async (t) => {
  const shell = await commandLine(t);
  assert.equal((await shell.type(['balances'])).errors, 'no balances\n');
  assert.deepEqual(await shell.read(['balances']), []);
});

test('a wallet is created for a customer, and found by the customer', async (t) => {
  const shell = await commandLine(t);
  const created = await shell.type(['wallet', 'create', '--customer', 'c-7', '--currency', 'usdt_trc20']);
  const address = /^address +(T\w{33})$/m.exec(created.output)?.[1] ?? 'none';
  await shell.type(['wallet', 'create', '--customer', 'c-8', '--currency', 'BTC']);
  const list = await shell.type(['wallet', 'list', '--customer', 'c-7']);
  assert.match(list.output, new RegExp(`c-7 +USDT_TRC20 +${address}`));
  assert.doesNotMatch(list.output, /c-8/);
});

test('TON has no static wallets, and the error says so', async (t) => {
  const shell = await commandLine(t);
  const { exitCode, errors } = await shell.type([
    'wallet',
    'create',
    '--customer',
    'c-7',
    '--currency',
    'TON',
  ]);
  assert.equal(exitCode, 2);
  assert.match(errors, /"TON" has no static wallets/);
});

test('an order token carries the price to the proxy', async (t) => {
  const shell = await commandLine(t);
  const secret = 'a secret of thirty-two characters.';
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = `${secret},an older one`;
  const { output } = await shell.type([
    'order-token',
    '--id',
    'A-1',
    '--amount',
    '49.90',
    '--currency',
    'eur',
    '--offer',
    'BTC,usdt_trc20',
  ]);
  const key = new TextEncoder().encode(secret);
  const { terms } = await verifyOrderToken(output.trim(), [key], shell.sandbox.clock.nowMs());
  assert.deepEqual(
    [terms.id, terms.amount, terms.currency, terms.offers],
    ['A-1', '49.9', 'EUR', ['BTC', 'USDT_TRC20']],
  );
});

test('a link leads to the payment page of a signed order', async (t) => {
  const shell = await commandLine(t);
  const secret = 'a secret of thirty-two characters.';
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = secret;
  const link = async (...options: readonly string[]) => {
    const { output } = await shell.type([
      'link',
      '--id',
      'A-3',
      '--amount',
      '49',
      '--currency',
      'EUR',
      ...options,
    ]);
    return output.trim().split('\n');
  };
  assert.match((await shell.type(['link', '--help'])).output, /such as 12h or 3d \(default:\s+1d\)/);
  const [local = ''] = await link('--expires', '3d');
  assert.match(local, /^http:\/\/localhost:4000\/crypto-checkout\/pay\/\S+$/);
  const nowMs = shell.sandbox.clock.nowMs();
  const [, token = ''] = local.split('/pay/');
  const { terms, expiresAtMs } = await verifyOrderToken(token, [new TextEncoder().encode(secret)], nowMs);
  assert.deepEqual([terms.id, terms.amount, terms.currency], ['A-3', '49', 'EUR']);
  assert.ok(Math.abs(expiresAtMs - nowMs - 3 * 86_400_000) < 10_000);
  const tooLong = await shell.type([
    ...['link', '--id', 'A-3', '--amount', '49', '--currency', 'EUR', '--expires', '40d'],
  ]);
  assert.equal(tooLong.exitCode, 2);
  assert.match(tooLong.errors, /--expires is longer than 31 days.*CRYPTO_CHECKOUT_MAX_ORDER_TOKEN_DAYS/s);
  shell.env['CRYPTO_CHECKOUT_PUBLIC_URL'] = 'https://pay.shop.example/checkout';
  const lines = await link('--qr');
  assert.match(lines.at(-1) ?? '', /^https:\/\/pay\.shop\.example\/checkout\/pay\//);
  assert.ok(lines.length > 20 && lines.some((line) => line.includes('█')), 'a QR code above it');
  delete shell.env['CRYPTO_CHECKOUT_PUBLIC_URL'];
  shell.env['HOST'] = '0.0.0.0';
  const { exitCode, errors } = await shell.type([
    'link',
    '--id',
    'A-3',
    '--amount',
    '49',
    '--currency',
    'EUR',
  ]);
  assert.equal(exitCode, 2);
  assert.match(errors, /CRYPTO_CHECKOUT_PUBLIC_URL is not set/);
});

test('an invalid customer is refused with its value, and a missing secret with its variable', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = ORDER_SECRET;
  for (const id of ['None', ' c-7', 'c\n7']) {
    const { exitCode, output, errors } = await shell.type(['customer-token', '--id', id]);
    assert.deepEqual([exitCode, output], [2, '']);
    assert.ok(errors.startsWith(`customer is invalid (${JSON.stringify(id)}). Pass 1 to 200`), errors);
  }
  const expires = await shell.type(['customer-token', '--id', 'c-7', '--expires', 'soon']);
  assert.equal(expires.exitCode, 2);
  assert.match(
    expires.errors,
    /--expires <minutes>' argument 'soon' is invalid\. Use a whole number above zero\./,
  );
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = '';
  const { exitCode, errors } = await shell.type(['customer-token', '--id', 'c-7']);
  assert.equal(exitCode, 2);
  assert.match(errors, /^CRYPTO_CHECKOUT_ORDER_SECRET is not set\. Set it to/);
});

test('a short secret is refused without being shown', async (t) => {
  const shell = await commandLine(t);
  shell.env['CRYPTO_CHECKOUT_ORDER_SECRET'] = 'hunter2';
  const { exitCode, errors } = await shell.type([
    'order-token',
    '--id',
    'A',
    '--amount',
    '1',
    '--currency',
    'USD',
  ]);
  assert.equal(exitCode, 2);
  assert.match(errors, /CRYPTO_CHECKOUT_ORDER_SECRET has 7 bytes\. Use at least 32.*openssl rand -base64 32/);
  assert.doesNotMatch(errors, /hunter2/);
});
