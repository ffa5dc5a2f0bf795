import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { drawQrCode } from '../../src/adapters/qr-code.js';
import { createCheckoutProxy, type CheckoutProxyOptions } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { createPaymentLink } from '../../src/proxy/server.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { freePort } from '../free-port.js';
import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';
import { EnginePayer } from './payer.js';
import { control } from '../sandbox-control.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const account = { apiKey: 'key-of-the-test', shopId: 'shop-of-the-test' };

/** As drawing programs write it: without its styles, it would be black. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><style>.cup{fill:#0b7247}</style>' +
  '<rect class="cup" width="22" height="44"/><rect x="22" width="22" height="44" style="fill:#ffcc00"/></svg>';

/** Returns the colors of both halves of the logo, as the page draws it. */
export const LOGO_COLORS = `
  const logo = document.querySelector('.brand img');
  return logo.decode().then(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 44, height: 44 });
    const context = canvas.getContext('2d');
    context.drawImage(logo, 0, 0, 44, 44);
    return [11, 33].map((x) => [...context.getImageData(x, 22, 1, 1).data].join());
  });`;
export const DRAWN_LOGO = ['11,114,71,255', '255,204,0,255'];

/** A proxy without any page of a shop. */
export async function startPaymentPages({ merchant }: Pick<CheckoutProxyOptions, 'merchant'> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-logo-'));
  const logo = join(folder, 'logo.svg');
  writeFileSync(logo, LOGO);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}/crypto-checkout`;
  const sandbox = await startSandbox({ ...account, port: 0, withdrawalKey: 'other', seed: 'page' });
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, ...account, testMode: true },
    orderSecrets: [secret],
    publicUrl,
    supportUrl: 'mailto:hello@shop.example?subject=Order',
    shop: { name: 'Nordlys Coffee', accent: '#0b7247', logo },
    merchant,
    store: ':memory:',
    clock: sandbox.clock,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await proxy.start();
  const referrers: string[] = [];
  const listener = toNodeListener(proxy);
  const server = createServer((request, response) => {
    referrers.push(request.headers.referer ?? '');
    listener(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  /** Pays the newest invoice. @param amount Default: what is due */
  const pay = async (amount?: string) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/invoices`);
    const { invoices } = (await answer.json()) as { readonly invoices: readonly { readonly uuid: string }[] };
    await control(sandbox.url, 'payments', { uuid: invoices[0]?.uuid, amount });
  };
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await proxy.stop();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
  /** A link works for a day. */
  const link = (id: string, { ageHours = 0, description = 'Two cups' } = {}) =>
    createPaymentLink(
      { id, amount: '49.00', currency: 'EUR', description },
      { secret, baseUrl: publicUrl, clock: { nowMs: () => Date.now() - ageHours * 3_600_000 } },
    );
  return {
    ...{ publicUrl, referrers, pay, link, stop },
    control: (path: string, body: unknown) => control(sandbox.url, path, body),
  };
}

/** The payment page of the proxy, in an engine of its own. */
export function paymentPageIn(engine: string, openPage: () => Promise<EnginePage>): void {
  describe(`the payment page in ${engine}`, () => {
    let shop: Awaited<ReturnType<typeof startPaymentPages>>;
    let page: EnginePage;
    let payer: EnginePayer;
    before(async () => {
      shop = await startPaymentPages();
      page = await openPage();
      payer = new EnginePayer(page, shop.publicUrl, shop.control);
    });
    after(async () => {
      await page.close();
      await shop.stop();
    });

    const address = async () => String(await page.run('return location.href;'));
    const titleBecomes = (title: RegExp) =>
      until(
        async () => title.test(String(await page.run('return document.title;'))),
        `the title is ${title}`,
      );

    /** Runs a script that leaves the page, and waits for the next page: until then, the present one would answer. */
    async function leaves(script: string): Promise<void> {
      await page.run(`window.isLeft = true; ${script}`);
      const isNew = () => page.run('return !window.isLeft;').catch(() => false);
      await until(async () => (await isNew()) === true, 'the next page is there');
    }

    it('takes a payer from the link to the receipt, and names the state in its title', async () => {
      await page.open(await shop.link('A-1'));
      await payer.sees('Two cups');
      await payer.sees('How would you like to pay?');
      const [before, id] = (await address()).split('#');
      assert.equal(before, `${shop.publicUrl}/c`, 'neither the token nor the id is in the path or the query');
      assert.match(id ?? '', /^[\w-]{20,}$/);
      const { path: code } = drawQrCode(await address());
      const drawn = () =>
        page.run(`return document.querySelector('#code path:last-child').getAttribute('d');`);
      await until(async () => (await drawn()) === code, 'the code of the page has its present address');
      await payer.presses('[role=option]', 'Bitcoin');
      await payer.sees('Send exactly');
      await titleBecomes(/^Waiting for payment · Order A-1 · Nordlys Coffee$/);
      await payer.sends(await payer.address(), await payer.copies('amount'));
      await payer.sees('Paid. Thank you.');
      await titleBecomes(/^Paid · Order A-1 · Nordlys Coffee$/);
      await page.open(await shop.link('A-1'));
      await payer.sees('Please don’t send anything more.');
    });

    it('shows the same payment after a reload, also in another language', async () => {
      await page.open(await shop.link('A-2'));
      await payer.presses('[role=option]', 'Bitcoin');
      await payer.sees('Send exactly');
      const due = await payer.address();
      await leaves('location.reload();');
      await payer.sees('Order A-2');
      await payer.sees('Valid until');
      await payer.sees('Send exactly');
      assert.equal(await payer.address(), due);
      await leaves(`const select = document.querySelector('#language select');
        select.value = 'de';
        select.dispatchEvent(new Event('change', { bubbles: true }));`);
      await payer.sees('Senden Sie genau');
      await payer.sees('Bestellung A-2');
      await payer.sees('Gültig bis');
      assert.equal(await payer.address(), due);
    });

    it('has one menu of languages, which decides for the checkout as well', async () => {
      await page.run(`localStorage.setItem('crypto-checkout:language', 'ru en');`);
      await page.open(await shop.link('A-4'));
      await payer.sees('How would you like to pay?');
      await payer.presses('button', 'Help');
      await payer.sees('Help with this payment');
      const menus = await page.run(`const below = (root) => [...root.querySelectorAll('*')].flatMap((each) =>
          [each, ...(each.shadowRoot ? below(each.shadowRoot) : [])]);
        return below(document).filter((each) => each.matches('select')).length;`);
      assert.equal(menus, 1);
    });

    it('draws the logo of the shop with its styles', async () => {
      await page.open(await shop.link('A-5'));
      assert.deepEqual(await page.run(LOGO_COLORS), DRAWN_LOGO);
    });

    it('sends no referrer, sets no cookie and loads nothing from elsewhere', async () => {
      await page.open(await shop.link('A-3'));
      await payer.sees('How would you like to pay?');
      const loaded = await page.run(`return performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => !name.startsWith(location.origin) && !name.startsWith('data:'));`);
      assert.deepEqual(loaded, []);
      assert.equal(await page.run('return document.cookie;'), '');
      assert.deepEqual(shop.referrers.filter(Boolean), []);
    });
  });
}
