import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_KEY, openSandbox, WITHDRAWAL_KEY } from './harness.js';
import { accessibilityFaults, afterPolls, expectText, openInvoice, withBrowser } from './page-harness.js';

test('the page and its files have a policy that allows nothing inline and nothing from other servers', async (t) => {
  const merchant = await openSandbox(t);
  for (const name of ['', 'page.js', 'page.css', 'payment.js']) {
    const response = await fetch(`${merchant.url}/_sandbox/${name}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.equal(response.status, 200);
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.ok(!policy.includes('unsafe') && !policy.includes('*'));
  }
  const html = await (await fetch(`${merchant.url}/_sandbox/`)).text();
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i);
});

test('the paths without a trailing slash and the root redirect to the page', async (t) => {
  const merchant = await openSandbox(t);
  for (const path of ['/', '/_sandbox']) {
    const response = await fetch(merchant.url + path);
    assert.equal(new URL(response.url).pathname, '/_sandbox/');
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  }
});

describe('the sandbox page', () => {
  const openPage = withBrowser();

  test('an empty page shows the URL of the service and where the keys are set, but no key', async (t) => {
    const { merchant, page } = await openPage(t);
    await page.getByText('No invoice yet.').waitFor();
    await page.getByText(merchant.url, { exact: true }).waitFor();
    await page.getByText('test-shop', { exact: true }).waitFor();
    await page.getByText('SANDBOX_API_KEY').waitFor();
    await page.getByText('npx crypto-checkout sandbox --help', { exact: true }).waitFor();
    await merchant.createId();
    await page.locator('.invoice').waitFor();
    assert.equal(await page.getByText('No invoice yet.').isVisible(), false);
    const text = (await page.locator('body').textContent()) ?? '';
    assert.ok(!text.includes(API_KEY) && !text.includes(WITHDRAWAL_KEY));
  });

  test('it creates an invoice without a key', async (t) => {
    const { merchant, page } = await openPage(t);
    await page.getByText('New invoice').click();
    const form = page.locator('#create-form');
    await form.getByLabel('Amount').fill('12.50');
    await form.getByLabel('Order id').fill('by hand');
    await form.getByLabel('Coin').selectOption('BTC');
    await form.getByRole('button', { name: 'Create invoice' }).click();
    await expectText(page.locator('.invoice'), /by hand.*BTC.*on Bitcoin.*12\.50? EUR.*30:00 left/s);
    await expectText(form, /INV-\w{8} created\./);
    await afterPolls(page);
    await form.getByLabel('Amount').fill('a lot');
    await form.getByRole('button', { name: 'Create invoice' }).click();
    await expectText(form, /amount is "a lot"\. Send a number above 0/);
    assert.equal((await merchant.control('GET', '/invoices')).body['total']?.toString(), '1');
  });

  test('a fault is added with its parameters, explained, displayed while pending, applied and cleared', async (t) => {
    const { merchant, page } = await openPage(t);
    const faults = page.getByRole('group').filter({ hasText: 'Inject faults' });
    await faults.getByRole('combobox', { name: 'Kind' }).selectOption('status');
    await expectText(faults, /as from a gateway in front of the service/);
    await faults.getByRole('spinbutton', { name: 'HTTP status' }).fill('429');
    await faults.getByRole('combobox', { name: 'Endpoint' }).selectOption('/v2/invoice/create');
    await faults.getByRole('spinbutton', { name: 'Times' }).fill('2');
    await faults.getByRole('button', { name: 'Add fault' }).click();
    await expectText(faults, /Fault added: status/);
    await expectText(faults, /status 429, \/v2\/invoice\/create, 2 times/);
    assert.equal((await merchant.requestInvoice()).status, 429);
    await expectText(faults, /status 429, \/v2\/invoice\/create, once/);
    await faults.getByRole('button', { name: 'Clear faults' }).click();
    await expectText(faults, /All faults cleared/);
    await expectText(faults, /No faults pending/);
    assert.equal((await merchant.requestInvoice()).status, 200);
  });

  test('the form adds and explains every kind of fault', async (t) => {
    const { page } = await openPage(t);
    await expectText(page.getByRole('status'), /Connected/);
    const kinds = await page.locator('select[name=kind] option').allTextContents();
    assert.equal(kinds.length, 11);
    const hints = new Set<string>();
    for (const [index, kind] of kinds.entries()) {
      await page.getByLabel('Kind').selectOption(kind);
      hints.add((await page.locator('#kind-hint').textContent()) ?? '');
      const added = page.locator('#faults li').nth(index);
      // Pressed again until it works: a press too soon counts as the second one of a double click.
      do await page.getByRole('button', { name: 'Add fault' }).click();
      while (!(await added.isVisible()));
      await expectText(added, new RegExp(`^${kind}[ ,]`));
    }
    assert.equal(hints.size, 11);
  });

  test('a chosen endpoint stays for another kind of fault, unless that kind does not apply to it', async (t) => {
    const { page } = await openPage(t);
    await expectText(page.getByRole('status'), /Connected/);
    const kind = page.getByLabel('Kind');
    const endpoint = page.getByLabel('Endpoint');
    await endpoint.selectOption('/v2/invoice/merchant/list');
    for (const name of ['stale', 'status']) {
      await kind.selectOption(name);
      assert.equal(await endpoint.inputValue(), '/v2/invoice/merchant/list');
    }
    await endpoint.selectOption('/v2/invoice/create');
    await kind.selectOption('stale');
    assert.equal(await endpoint.inputValue(), '');
    assert.ok(await endpoint.isVisible());
    for (const [name, field] of [
      ['delay', 'Delay, ms'],
      ['html', 'HTTP status'],
    ] as const) {
      await kind.selectOption(name);
      assert.ok(await page.getByLabel(field).isVisible());
      await kind.selectOption('recorded');
      assert.ok(await page.getByLabel(field).isHidden());
    }
  });

  test('requests are displayed with outcome, fault and body, and counted; never with a key', async (t) => {
    const { merchant, page } = await openPage(t);
    const requests = page.locator('#requests');
    await merchant.create({ amount: 49, order_id: 'A-requested' });
    await merchant.steer('/faults', { kind: 'reset-before', times: 1 });
    await assert.rejects(merchant.requestInvoice());
    await expectText(requests.locator('#counts div'), /\/v2\/invoice\/create\s*2/);
    await expectText(requests.getByRole('listitem').first(), /connection reset.*reset-before/s);
    const answered = requests.getByRole('listitem').nth(1);
    await expectText(answered, /HTTP 200/);
    await answered.locator('summary').click();
    await expectText(answered.locator('pre'), /"order_id": "A-requested"/);
    await merchant.createId();
    await expectText(requests.locator('#counts div'), /\/v2\/invoice\/create\s*3/);
    await requests.getByRole('listitem').nth(2).locator('pre').waitFor();
    assert.ok(!(await requests.textContent())?.includes(API_KEY));
    await requests.getByRole('button', { name: 'Clear requests' }).click();
    await expectText(requests, /No requests yet/);
  });

  test('postbacks are configured, and each is displayed with its attempts', async (t) => {
    const { merchant, page } = await openPage(t);
    const postbacks = page.locator('#postbacks');
    await postbacks.locator('summary').first().click();
    await postbacks.getByLabel('URL').fill('ftp://nowhere');
    await afterPolls(page);
    assert.equal(await postbacks.getByLabel('URL').inputValue(), 'ftp://nowhere');
    await postbacks.getByRole('button', { name: 'Save' }).click();
    await expectText(postbacks, /the postback URL is "ftp:\/\/nowhere"\. Send a URL/);
    await postbacks.getByLabel('URL').fill('http://127.0.0.1:1/hook');
    await postbacks.getByLabel('Invoices too').check();
    await postbacks.getByLabel('Format').selectOption('form');
    await postbacks.getByRole('button', { name: 'Save' }).click();
    await expectText(postbacks, /postbacks go to http:\/\/127\.0\.0\.1:1\/hook/);
    await merchant.pay(await merchant.createId());
    await expectText(postbacks.getByRole('listitem'), /Attempt 1: no connection/);
    await postbacks.getByRole('listitem').locator('summary').click();
    await expectText(postbacks.getByRole('listitem').locator('pre'), /"amount_crypto": 57\.84/);
  });

  test('a deposit, a withdrawal, its confirmation, and the balance', async (t) => {
    const { merchant, page } = await openPage(t);
    const money = page.locator('#money');
    await merchant.fund('USDT_TRC20', '100');
    const wallet = money.getByRole('list', { name: 'Static wallets' }).getByRole('listitem');
    await wallet.getByRole('textbox', { name: 'Amount for saver, USDT_TRC20' }).fill('20.5');
    await wallet.getByRole('button', { name: 'Top up' }).dblclick();
    await expectText(wallet, /saver.*120\.5 USDT_TRC20.*20\.5 USDT_TRC20 arrived/s);
    const to = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    await merchant.requestWithdrawal({ currency_code: 'USDT_TRC20', to_address: to, amount: 20 });
    const withdrawal = money.getByRole('list', { name: 'Withdrawals' }).getByRole('listitem');
    await expectText(withdrawal, new RegExp(`20 USDT_TRC20.*created.*${to}`, 's'));
    await withdrawal.getByRole('button', { name: 'Confirm' }).click();
    await expectText(withdrawal, /paid/);
    await expectText(money.locator('#balances div'), /USDT_TRC20\s*99\.5/);
    await expectText(money.locator('#statistics div'), /created\s*0 · 0 USD/);
  });

  test('the clock moves and announces it', async (t) => {
    const { page } = await openPage(t);
    const clock = page.getByRole('region', { name: 'Sandbox time, UTC' });
    await expectText(clock, /2026-03-01 12:00:00/);
    for (const name of ['+1 min', '+10 min', '+1 h', '+1 day']) {
      await clock.getByRole('button', { name, exact: true }).click();
      await expectText(clock, new RegExp(`moved by ${name.slice(1)}\\.`));
    }
    await expectText(clock, /2026-03-02 13:11:00/);
  });

  test('the page says that the sandbox is unreachable, and continues when it is back', async (t) => {
    const { page } = await openPage(t);
    await expectText(page.getByRole('status'), /Connected/);
    page.removeAllListeners('console');
    await page.context().setOffline(true);
    await expectText(page.getByRole('status'), /does not respond/);
    await page.context().setOffline(false);
    await expectText(page.getByRole('status'), /Connected/);
  });

  test('a hidden page does not poll', async (t) => {
    const { page } = await openPage(t);
    await page.clock.install();
    await afterPolls(page);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    // A pending poll completes.
    await page.clock.runFor(5000);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.clock.runFor(60_000);
    assert.equal(requested.length, 0);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false }));
    await afterPolls(page);
    assert.ok(requested.length > 0);
    assert.ok(
      requested.every((url) => url.endsWith('/_sandbox/state')),
      'nothing new: only the state is requested',
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it is accessible in ${colorScheme}, and fits 320 pixels`, async (t) => {
      const viewport = { width: 320, height: 640 };
      const { merchant, page } = await openPage(t, { colorScheme, viewport, reducedMotion: 'reduce' });
      const id = await merchant.createId();
      await merchant.pay(id, '30');
      await merchant.createIn('PEPE_ERC20', '49');
      await merchant.createId({ order_id: 'x'.repeat(200) });
      await merchant.pay(await merchant.createId(), undefined, false);
      await merchant.fund('SHIB_BSC', '123456789.123456789012345678');
      await merchant.steer('/postbacks', { url: 'http://127.0.0.1:1/hook', invoices: true });
      await merchant.steer('/faults', { kind: 'html' });
      await page.locator('.invoice').nth(3).waitFor();
      for (const panel of ['#create', '#postbacks']) await page.locator(`${panel} > summary`).click();
      const invoice = await openInvoice(page, id);
      await invoice.getByRole('button', { name: 'Cancel invoice' }).press('Enter');
      await expectText(invoice, /Cancel an invoice only while it is created/);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      assert.deepEqual(await accessibilityFaults(page), []);
      const still = await page.evaluate(() => document.getAnimations().length);
      assert.equal(still, 0);
    });
  }

  test('in forced colors, a disabled button remains distinguishable', async (t) => {
    const { merchant, page } = await openPage(t, { forcedColors: 'active' });
    const invoice = await openInvoice(page, await merchant.createId());
    const colorOf = (name: string): Promise<string> =>
      invoice.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
    assert.notEqual(await colorOf('Confirm transactions'), await colorOf('Cancel invoice'));
  });
});
