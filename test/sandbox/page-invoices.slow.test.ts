import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterPolls, expectText, openInvoice, withBrowser } from './page-harness.js';

describe('invoices on the sandbox page', () => {
  const openPage = withBrowser();

  test('a new one appears, and one press pays it exactly', async (t) => {
    const { merchant, page } = await openPage(t);
    await page.getByText('No invoice yet.').waitFor();
    const id = await merchant.createId();
    const invoice = page.locator(`#${id}`);
    await expectText(invoice, /A-1001.*57\.84 USDT.*on TRON \(TRC-20\).*49 EUR.*created.*30:00 left/s);
    await invoice.getByRole('button', { name: 'Pay exact' }).click();
    await expectText(invoice.locator('.badge'), /^paid$/);
    await expectText(invoice, /57\.84 USDT arrived: paid\./);
    await expectText(page.getByRole('status'), new RegExp(`${id} is paid`));
    assert.equal((await merchant.info(id))['status'], 'paid');
    assert.ok(await invoice.evaluate((row) => row.contains(document.activeElement)), 'the focus stays near');
  });

  test('a double click, or a key held down, pays once', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = await openInvoice(page, id);
    await invoice.getByRole('button', { name: 'Overpay' }).dblclick();
    await expectText(invoice, /overpaid/);
    await afterPolls(page);
    const other = await openInvoice(page, await merchant.createId());
    await other.getByRole('button', { name: 'Pay half' }).focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await afterPolls(page);
    await expectText(invoice, /63\.624 paid · 5\.784 surplus/);
    await expectText(other, /28\.92 paid · 28\.92 due/);
  });

  test('half, the rest unconfirmed, its confirmation, and more than enough', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = await openInvoice(page, id);
    const press = (name: string): Promise<void> => invoice.getByRole('button', { name }).click();
    await press('Pay half: 28.92');
    await expectText(invoice, /28\.92 USDT arrived: partial\./);
    await invoice.getByLabel('leave it unconfirmed').check();
    await press('Pay exact');
    await expectText(invoice, /28\.92 USDT detected, not confirmed: partial\./);
    await merchant.advance(60);
    await press('Confirm transactions');
    await expectText(invoice, /Confirmed: paid\./);
    await invoice.getByLabel('leave it unconfirmed').uncheck();
    await press('Overpay: 5.784');
    await expectText(invoice, /5\.784 USDT arrived: overpaid\./);
    await expectText(
      invoice.getByRole('region', { name: 'History' }),
      /Created\s*created[^]*confirmed: 28\.92 USDT\s*partial[^]*not confirmed: 28\.92 USDT\s*partial[^]*Confirmed: 28\.92 USDT\s*paid[^]*5\.784 USDT\s*overpaid/,
    );
  });

  test('a typed amount is sent exactly, and stays while the page updates', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = await openInvoice(page, id);
    const amount = invoice.getByLabel('Another amount, USDT');
    await amount.fill('0.000001');
    const other = await merchant.createId();
    await page.locator(`#${other}`).waitFor();
    await merchant.pay(id, '1');
    await expectText(invoice.locator('.summary'), /1 paid · 56\.84 due/);
    assert.equal(await amount.inputValue(), '0.000001');
    assert.ok(await amount.evaluate((element) => element === document.activeElement));
    await invoice.getByRole('button', { name: 'Pay this amount' }).click();
    await expectText(invoice.locator('.summary'), /1\.000001 paid · 56\.839999 due/);
    await amount.fill('1,5');
    await afterPolls(page);
    await invoice.getByRole('button', { name: 'Pay this amount' }).click();
    await expectText(invoice, /amount is "1,5"\. Send a number above 0/);
  });

  test('a late payment announces the move of the clock, moves it past the deadline, then pays', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    const invoice = await openInvoice(page, id);
    await expectText(invoice, /first moves the clock 30:00 ahead for everything here/);
    await invoice.getByRole('button', { name: 'Pay late' }).click();
    await expectText(invoice, /After the deadline, 57\.84 USDT arrived: paid\./);
    const history = invoice.getByRole('region', { name: 'History' });
    await expectText(history, /Created[^]*The deadline passed\s*canceled[^]*Arrived[^]*paid/);
    assert.equal(String((await merchant.control('GET', '/state')).body['now']), '2026-03-01T12:30:01.000Z');
  });

  test('the clock moves to just before the deadline and past it, and the unpaid one is canceled automatically', async (t) => {
    const { merchant, page } = await openPage(t);
    const invoice = await openInvoice(page, await merchant.createId());
    await invoice.getByRole('button', { name: 'To 10 s before the deadline' }).click();
    await expectText(invoice.locator('.summary'), /00:10 left/);
    await invoice.getByRole('button', { name: 'Past the deadline' }).click();
    await expectText(invoice.locator('.badge').first(), /^canceled$/);
    await afterPolls(page);
    await invoice.getByRole('button', { name: 'To 10 s before the deadline' }).press('Enter');
    await expectText(invoice, /That is past: the clock never goes back/);
  });

  test('one that expires is displayed so, with the counts by status', async (t) => {
    const { merchant, page } = await openPage(t);
    const id = await merchant.createId();
    await expectText(page.locator('#statuses'), /all 1.*created 1.*canceled 0/s);
    await merchant.advance(1800);
    await expectText(page.locator(`#${id} .badge`), /^canceled$/);
    await expectText(page.locator('#statuses'), /all 1.*created 0.*canceled 1/s);
  });

  test('a created one can be canceled', async (t) => {
    const { merchant, page } = await openPage(t);
    const invoice = await openInvoice(page, await merchant.createId());
    await invoice.getByRole('button', { name: 'Cancel invoice' }).click();
    await expectText(invoice.locator('.badge').first(), /^canceled$/);
    await expectText(invoice, /Canceled\./);
  });

  test('they are found by id, order, address and status', async (t) => {
    const { merchant, page } = await openPage(t);
    const first = await merchant.create({ order_id: 'Blue chair' });
    const second = await merchant.createId({ order_id: 'Red chair' });
    await merchant.pay(second);
    const shown = page.locator('.invoice');
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const words of ['blue', String(first['address']), String(first['uuid']).slice(4)]) {
      await search.fill(words);
      await expectText(shown, /Blue chair/);
      await page.locator(`#${second}`).waitFor({ state: 'detached' });
    }
    await search.fill('chair');
    await page.locator(`#${second}`).waitFor();
    await page.getByRole('radio', { name: 'paid 1', exact: true }).check();
    await page.locator(`#${String(first['uuid'])}`).waitFor({ state: 'detached' });
    await search.fill('green');
    await page.getByText('No invoice matches.').waitFor();
    assert.ok(await search.evaluate((element) => element === document.activeElement));
  });

  test('of more than a hundred, the page lists the newest first, and pages to the older ones', async (t) => {
    const { merchant, page } = await openPage(t);
    const oldest = await merchant.createId({ order_id: 'the oldest' });
    for (let count = 0; count < 100; count += 1) await merchant.createId({ order_id: `no. ${count}` });
    await expectText(page.locator('.invoice').first(), /no\. 99/);
    await page.locator('.invoice').nth(99).waitFor();
    assert.equal(await page.locator('.invoice').count(), 100);
    await page.getByRole('button', { name: 'Older' }).click();
    await expectText(page.locator('.invoice'), /the oldest/);
    await page.getByText('101 to 101 of 101').waitFor();
    await page.getByRole('button', { name: 'Newer' }).click();
    await expectText(page.locator('.invoice').first(), /no\. 99/);
    await page.goto(`${merchant.url}/_sandbox/#${oldest}`);
    await expectText(page.locator('.invoice.open'), /the oldest.*History/s);
  });

  test('texts of a merchant are shown as text, never as markup', async (t) => {
    const { merchant, page } = await openPage(t);
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const email = '<img/src=x/onerror=alert(1)>@example.com';
    const invoice = await openInvoice(page, await merchant.createId({ order_id: hostile, email }));
    await expectText(invoice.locator('h3'), /<img src=x onerror=alert\(1\)><script>/);
    await expectText(invoice.getByRole('region', { name: 'Details' }), /<img\/src=x\/onerror=alert\(1\)>@/);
    assert.equal(await page.locator('main :is(img, script)').count(), 0);
  });

  test('a link to an invoice opens it, and the focus in it survives the next polls', async (t) => {
    const { merchant, page } = await openPage(t);
    const { uuid } = await merchant.create();
    await page.goto('about:blank');
    await page.goto(`${merchant.url}/_sandbox/#${String(uuid)}`);
    const invoice = page.locator(`#${String(uuid)}`);
    await page.locator(`#${String(uuid)}:focus`).waitFor();
    const button = invoice.getByRole('button', { name: 'Pay half' });
    await button.focus();
    await page.evaluate(() => scrollTo(0, 120));
    await merchant.createId();
    await page.locator('.invoice').nth(1).waitFor();
    await afterPolls(page);
    assert.ok(await button.evaluate((element) => element === document.activeElement));
    await invoice.getByRole('link', { name: 'A-1001' }).click();
    await invoice.getByRole('region', { name: 'Details' }).waitFor({ state: 'detached' });
    await page.goBack();
    await invoice.getByRole('region', { name: 'Details' }).waitFor();
  });

  test('a link to an unknown invoice says so, and the page keeps working', async (t) => {
    const { merchant, page } = await openPage(t);
    await page.goto(`${merchant.url}/_sandbox/#INV-NOWHERE1`);
    await page.getByText('INV-NOWHERE1 is not known here.').waitFor();
    const id = await merchant.createId();
    await page.locator(`#${id}`).waitFor();
  });

  test('only the time is updated while nothing else changes', async (t) => {
    const { merchant, page } = await openPage(t);
    await openInvoice(page, await merchant.createId());
    await afterPolls(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      const watcher = new MutationObserver((records) => seen.push(...records.map(({ type }) => type)));
      watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
      Object.assign(window, { seen });
    });
    await afterPolls(page);
    assert.deepEqual(await page.evaluate(() => (window as unknown as { seen: string[] }).seen), []);
    await merchant.advance(60);
    await page.getByText('29:00 left').waitFor();
  });
});
