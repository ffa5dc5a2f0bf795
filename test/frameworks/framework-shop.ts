import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { withTimeout } from '../../src/proxy/base/async.js';
import { startPaymentService } from '../consumers/payment-service.js';
import { environment } from '../consumers/projects.js';
import { freePort } from '../free-port.js';
import { until } from '../until.js';
import { Payer, type Shop } from '../server-example/payer.js';
import { weigh } from './page-weight.js';
import { collectText } from '../collect-text.js';

/** A project as the server of its framework runs it, with a sandbox behind it. */
export interface FrameworkShop extends Shop {
  /** All that the server has printed. */
  readonly output: () => string;
  /** As Ctrl-C does. Resolves when the server has ended. */
  readonly interrupt: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface FrameworkServer {
  readonly folder: string;
  /** Arguments of node. */
  readonly args: readonly string[];
  /** Among them, `PORT` is the port to listen on. Unless set, one is chosen. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A development server builds first. On a busy machine, that of Angular takes more than a minute. */
const READY_MS = 300_000;

/** Frameworks wait 30 seconds or longer for requests that do not end. */
const ENDED_MS = 15_000;

/** As a load balancer writes it, for frameworks that tell a handler no address. */
const CLIENT_ADDRESS_HEADER = 'x-real-ip';
const FROM_BALANCER = { [CLIENT_ADDRESS_HEADER]: '203.0.113.1' };

/** A server renders no checkout for a robot, which headless browsers call themselves. */
const OF_PAYER = {
  ...FROM_BALANCER,
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

interface Process {
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  /** Default: SIGTERM. Resolves when it has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

function startServer({ folder, args, variables }: FrameworkServer): Process {
  const env = { ...environment, NODE_ENV: 'production', ...variables };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  const closed = once(child, 'close');
  const output = collectText(child.stdout, child.stderr);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output,
    hasEnded,
    end: async (signal) => {
      child.kill(signal);
      await closed;
    },
  };
}

/** Starts the server, and resolves when its proxy is ready. */
export async function startShop(server: FrameworkServer): Promise<FrameworkShop> {
  const { sandbox, control } = await startPaymentService();
  const port = server.variables?.['PORT'] ?? String(await freePort());
  const shopUrl = `http://127.0.0.1:${port}`;
  const child = startServer({
    ...server,
    variables: {
      PORT: port,
      HOST: '127.0.0.1',
      CRYPTO_CHECKOUT_SERVICE_URL: sandbox.url,
      CRYPTO_CHECKOUT_API_KEY: 'k',
      CRYPTO_CHECKOUT_SHOP_ID: 's',
      CRYPTO_CHECKOUT_TEST_MODE: '1',
      CRYPTO_CHECKOUT_ORDER_SECRET: 'an-order-secret-of-more-than-32-bytes',
      CLIENT_ADDRESS_HEADER,
      ...server.variables,
    },
  });
  const stop = async () => {
    await child.end();
    await sandbox.close();
  };
  try {
    await until(
      async () => {
        if (child.hasEnded()) throw new Error(`The server has ended:\n${child.output()}`);
        const response = await fetch(`${shopUrl}/crypto-checkout/readyz`, { headers: FROM_BALANCER }).catch(
          () => null,
        );
        return response?.status ?? child.output();
      },
      'the proxy is ready',
      (status) => status === 200,
      READY_MS,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { shopUrl, control, output: child.output, interrupt: () => child.end('SIGINT'), stop };
}

/** Starts the server, and ends it as soon as it has printed this. */
export async function startServerThatPrints(server: FrameworkServer, printed: RegExp): Promise<void> {
  const child = startServer({
    ...server,
    variables: {
      PORT: String(await freePort()),
      CRYPTO_CHECKOUT_SERVICE_URL: 'http://127.0.0.1:9',
      CRYPTO_CHECKOUT_API_KEY: 'k',
      CRYPTO_CHECKOUT_SHOP_ID: 's',
      CRYPTO_CHECKOUT_ORDER_SECRET: 'an-order-secret-of-more-than-32-bytes',
      ...server.variables,
    },
  });
  try {
    await until(child.output, `the server prints ${String(printed)}`, (text) => printed.test(text));
  } finally {
    await child.end();
  }
}

/** Opens a page with a checkout, and follows a link from there, as the router of the framework does it. */
async function follow(page: Page, from: string, to: string): Promise<void> {
  await page.goto(from);
  await page.getByRole('option').first().waitFor();
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'Pay the other order' });
    document.body.append(link);
    link.click();
  }, to);
  await page.waitForURL(to);
  const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  assert.equal(loaded, from, 'the router has loaded no page');
}

interface PaidPage {
  /** Path of the pages of orders. Default: `/orders`. */
  readonly path?: string;
  /** Whether the server sends a Content-Security-Policy. Default: `true`. */
  readonly policy?: boolean;
  /** A page of the same site from which a link leads there. Default: the payer opens the address. */
  readonly from?: string;
  /** Whether the server renders the tag. Default: `true`. */
  readonly rendered?: boolean;
}

/**
 * Opens the page of an order and pays it. Fails on an error or warning in the browser's console or in the server's output, and on
 * a policy that allows inline scripts, or refuses anything of the page.
 *
 * @returns the kB of scripts that the page loads until the coins show, and the page before any script has run
 */
export async function payInBrowser(
  browser: Browser,
  shop: FrameworkShop,
  id: string,
  { path = '/orders', policy = true, rendered = true, from }: PaidPage = {},
): Promise<{ readonly kB: number; readonly html: string }> {
  const address = `${shop.shopUrl}${path}/${id}`;
  const response = await fetch(address, { headers: OF_PAYER });
  const html = await response.text();
  assert.equal(response.status, 200, html);
  if (rendered)
    assert.match(
      html,
      /<crypto-checkout [^>]*\border="ey[^"]+"/,
      'the server renders the tag with its order',
    );
  const sent = response.headers.get('content-security-policy');
  if (policy)
    assert.match(sent ?? '', /\bscript-src 'self'(?: 'nonce-[\w+/=-]+')?;/, 'the server sends a policy');
  else assert.equal(sent, null);

  const payer = await Payer.arrive(browser, shop);
  await payer.context.setExtraHTTPHeaders(OF_PAYER);
  const complaints: string[] = [];
  payer.page.on('pageerror', (error) => complaints.push(String(error)));
  payer.page.on('console', (message) => {
    const isComplaint = /^(error|warning)$/.test(message.type());
    if (isComplaint && !message.text().startsWith('Lit is in dev mode')) complaints.push(message.text());
  });
  const weightSoFar = weigh(payer.page);
  let loads = 0;
  payer.page.on('load', () => (loads += 1));
  if (from) await follow(payer.page, `${shop.shopUrl}${from}`, address);
  else await payer.page.goto(address);
  await payer.page.getByRole('option').first().waitFor();
  assert.equal(loads, 1, `the page is loaded once. The server said:\n${shop.output()}`);
  const weight = await weightSoFar();
  await payer.choose(/^Tether(?! Gold)/, /^TRON/);
  await payer.sends();
  await payer.sees('Paid. Thank you.');
  await payer.sees(`The page heard that ${id} is paid`);
  await until(shop.output, 'the server hears it too', (text) => text.includes(`order ${id} is paid`));
  await payer.closes();
  assert.deepEqual(complaints, []);
  assert.doesNotMatch(shop.output(), /\b(error|warn(ing)?)\b/i);
  assert.equal(shop.output().split('proxy started').length - 1, 1, 'the process has one proxy');
  return { kB: weight, html };
}

/** Ends the server as Ctrl-C does, while a page waits for a payment. */
export async function interruptWithPage(browser: Browser, shop: FrameworkShop, id: string): Promise<void> {
  const payer = await Payer.arrive(browser, shop);
  await payer.context.setExtraHTTPHeaders(OF_PAYER);
  // The URL names the browser in its query.
  const listening = payer.page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith('/events'),
  );
  await payer.page.goto(`${shop.shopUrl}/orders/${id}`);
  await payer.choose(/^Bitcoin/, null);
  await listening;
  assert.ok(await withTimeout(ENDED_MS, shop.interrupt()), `the server still runs:\n${shop.output()}`);
  await payer.context.close();
}
