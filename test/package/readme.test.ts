import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext } from 'playwright-core';
import { contentPolicy } from '../../server-example/security-headers.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { until } from '../until.js';
import { blocksOf } from './docs-text.js';
import { flood, peakMb } from './receiver.js';
import { readme, root } from './readme-text.js';
import { createSampleFolder, type SampleFolder } from './sample-folder.js';

const blocks = blocksOf('README.md', readme);
const textsIn = (language: string): readonly string[] =>
  blocks.flatMap((block) => (block.language === language ? [block.text] : []));
const ORDER = { sub: 'A-1001', amount: '49.00', currency: 'EUR' };
const [tryIt = '', install = '', quickStart = '', ...others] = textsIn('sh');
const firstOf = (page: string, language: string): string =>
  blocksOf(page).find((block) => block.language === language)?.text ??
  assert.fail(`${page} has no ${language}`);

describe('the readme', () => {
  let folder: SampleFolder;
  let browser: Browser;
  /** The browser of the payer, whose order opens nothing in another one once it is paid. */
  let payer: BrowserContext;

  before(async () => {
    browser = await openBrowser();
    payer = await browser.newContext();
    folder = await createSampleFolder();
    for (const { file, text } of blocks) if (file) folder.write(file, text);
    for (const command of quickStart.split('\n')) folder.start(command);
    await folder.ready();
  });
  after(async () => {
    await browser.close();
    folder.close();
  });

  it('is short, and has the settings before the shop that reads them', () => {
    assert.ok(readme.trimEnd().split('\n').length <= 200);
    assert.deepEqual(
      blocks.flatMap(({ file }) => file ?? []),
      ['.env', 'shop.js'],
    );
  });

  it('has a small animation that ends by itself (WCAG 2.2.2), with a text alternative', () => {
    const [, file = '', alt = ''] = /<img src="([^"]+)" width="\d+" alt="([^"]+)">/.exec(readme) ?? [];
    assert.match(alt, /paid\.$/);
    const picture = readFileSync(join(root, file));
    assert.ok(picture.length <= 300_000);
    const control = picture.indexOf('acTL') + 4;
    const [frames, plays] = [picture.readUInt32BE(control), picture.readUInt32BE(control + 4)];
    assert.ok(frames > 4 && plays > 0 && plays <= 2);
  });

  it('shows only commands that the tests run', () => {
    // Run by the test of the guide, with the packed package.
    assert.equal(install, firstOf('Guide.mdx', 'sh'));
    assert.deepEqual(quickStart.split('\n'), ['npx crypto-checkout sandbox', 'node --env-file=.env shop.js']);
    assert.equal(tryIt, 'npm start');
    assert.deepEqual(others, []);
  });

  it('has a shop whose page accepts a payment under the documented policy, and that is notified once', async () => {
    const page = await payer.newPage();
    await page.route(`${folder.shopUrl}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': contentPolicy() };
      await route.fulfill({ response, headers });
    });
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(folder.shopUrl);
    await page.getByRole('option', { name: /^Bitcoin/ }).click();
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    await folder.pay();
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(() => folder.output().includes('order A-1001 is paid'), 'the shop prints it');
    assert.equal(folder.output().split('is paid').length - 1, 1);
    assert.deepEqual(refused, []);
  });

  it('has a shop on which the first tag, theme and listener of the manual work, on a page of their own', async () => {
    const page = await payer.newPage();
    const token = /order="([^"]+)"/.exec(await (await fetch(folder.shopUrl)).text())?.[1];
    assert.ok(token);
    const embed = firstOf('Embedding.mdx', 'html').replace('THE-ORDER-TOKEN', token);
    const styles = firstOf('Theming.mdx', 'css');
    const listener = firstOf('Events.mdx', 'js');
    const body = `<!doctype html><html lang="en"><style>${styles}</style>
      ${embed}<script type="module">${listener}</script></html>`;
    await page.route('**/own-page', (route) => route.fulfill({ contentType: 'text/html', body }));
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${folder.shopUrl}/own-page`);
    await page.getByRole('heading', { name: 'Paid. Thank you.' }).waitFor();
    await until(() => said.some((line) => line.includes('A-1001')), 'the page hears crypto-paid');
    const radius = await page.locator('crypto-checkout').evaluate((element) => {
      const card = element.shadowRoot?.querySelector('[part~=card]');
      return card ? getComputedStyle(card).borderRadius : '';
    });
    assert.equal(radius, '4px');
  });
});

/** A JWT that is signed with this key. */
function forgedToken(claims: object, key: string, alg = 'HS256'): string {
  const iat = Math.floor(Date.now() / 1000);
  const parts = [{ alg }, { ...claims, iat, exp: iat + 600 }];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = alg === 'none' ? '' : createHmac('sha256', key).update(text).digest('base64url');
  return `${text}.${signature}`;
}

describe('the shop of the readme', () => {
  let folder: SampleFolder;
  let shopPid = 0;

  before(async () => {
    folder = await createSampleFolder();
    for (const { file, text } of blocks) if (file) folder.write(file, text);
    for (const command of quickStart.split('\n')) shopPid = folder.start(command);
    await folder.ready();
  });
  after(() => folder.close());

  const send = (path: string, body: object) =>
    fetch(`${folder.shopUrl}/crypto-checkout${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': folder.shopUrl },
      body: JSON.stringify(body),
    });
  const tokenOfPage = async () =>
    /order="([^"]+)"/.exec(await (await fetch(folder.shopUrl)).text())?.[1] ?? assert.fail();
  const payments = () => folder.output().split('is paid').length - 1;
  /** The number of status requests to the service. */
  async function polls(): Promise<number> {
    const response = await fetch(`${folder.sandboxUrl}/_sandbox/requests`);
    const { counts } = (await response.json()) as { readonly counts: Readonly<Record<string, number>> };
    return counts['/v2/invoice/merchant/info'] ?? 0;
  }
  /** Sends postbacks, and waits until the proxy has polled the service because of them. */
  async function notify(bodies: readonly object[]): Promise<void> {
    const before = await polls();
    for (const body of bodies) assert.equal((await send('/postbacks', body)).status, 200);
    await until(async () => (await polls()) > before, 'the service is polled');
  }

  it('survives aborted requests and bodies of 100 MB, in little memory', async () => {
    const headers = { 'content-type': 'application/json', 'origin': folder.shopUrl };
    const idleMb = peakMb(shopPid);
    for (const path of ['/checkouts', '/postbacks'])
      await flood(`${folder.shopUrl}/crypto-checkout${path}`, headers);
    // The page does not read the request body.
    await flood(`${folder.shopUrl}/`, headers, [0, 200]);
    const extraMb = peakMb(shopPid) - idleMb;
    assert.ok(extraMb < 64, `it took ${extraMb.toFixed(0)} MB more`);
    assert.equal((await fetch(folder.shopUrl)).status, 200);
  });

  it('accepts only its own price', async () => {
    const [header = '', , signature = ''] = (await tokenOfPage()).split('.');
    const cheaper = { ...ORDER, amount: '0.01' };
    const payload = Buffer.from(JSON.stringify(cheaper)).toString('base64url');
    for (const order of [
      forgedToken(cheaper, ''),
      forgedToken(cheaper, 'put-32-random-bytes-or-more-here-please'),
      forgedToken(cheaper, '', 'none'),
      `${header}.${payload}.${signature}`,
    ])
      assert.equal((await send('/checkouts', { order })).status, 404);
  });

  it('is notified of a payment once, and of none that a postback invents', async () => {
    const response = await send('/checkouts', { order: await tokenOfPage() });
    const { id } = (await response.json()) as { readonly id: string };
    const chosen = await send(`/checkouts/${id}/invoice`, { currency: 'BTC' });
    const { invoice } = (await chosen.json()) as { readonly invoice: { readonly id: string } };
    const claims = { invoice_id: invoice.id.slice(4), order_id: ORDER.sub, status: 'success', amount: '1' };
    const forged = ['', 'put-32-random-bytes-or-more-here-please'].map((key) => ({
      ...claims,
      token: forgedToken({ id: claims.invoice_id }, key),
    }));
    await notify([claims, ...forged]);
    assert.equal(payments(), 0);
    await folder.pay();
    await until(() => payments() > 0, 'the shop prints it');
    await notify([claims, ...forged, claims]);
    assert.equal(payments(), 1);
  });
});
