import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { invoiceOf, orderToken, startEnvironment } from '../proxy/test-environment.js';
import type { TestEnvironment } from '../proxy/test-environment.js';
import { listen, KEEP_ALIVE_MS } from '../listen.js';

/** The whole response arrives, none of it after the work was done, or its first bytes. */
type WayBack = 'whole' | 'none' | 'half';

/** The intermediary between browser and shop: it responds instead of the shop, or forwards the request. */
export type Middlebox = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pass: (back?: WayBack) => void,
) => void;

/** A shop's page with a checkout, with a proxy and a sandbox, behind an intermediary that may fail. */
export interface BrowserShop {
  readonly environment: TestEnvironment;
  /** The address of the shop for the browser. */
  readonly url: string;
  /** Called for every request to the proxy; it forwards all until it is replaced. */
  between: Middlebox;
  /** Cuts every open connection, as a change of the network does. */
  readonly cut: () => void;
  /** The payer's page for this order; `prepare` runs before it is loaded. */
  readonly visit: (
    context: BrowserContext,
    orderId?: string,
    prepare?: (page: Page) => Promise<unknown>,
  ) => Promise<Page>;
  /** The order in its current state on the server. */
  readonly checkout: (orderId?: string) => Promise<Checkout>;
  /** The chain delivers exactly the amount due. */
  readonly pay: (orderId?: string) => Promise<void>;
}

/** Every EventSource sends this header. The URL may have a query. */
export const isStream = ({ headers }: IncomingMessage): boolean => headers.accept === 'text/event-stream';

/** The elements from the source, built once. */
let script: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['src/define/all.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** Forwards the request to `base` unchanged, and its response as it is created. */
function passOn(base: string, { incoming, outgoing }: Exchange, back: WayBack): void {
  const { method, headers, url = '/' } = incoming;
  const onward = forward(new URL(url, base), { method, headers }, (answer) => {
    if (back === 'none') return void outgoing.destroy();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    if (back === 'half') return void outgoing.write('{"id":', () => outgoing.destroy());
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

/** A page with a checkout. @param elements the URL of their script */
export function pageOf(order: string, endpoint = '/crypto-checkout', elements = ''): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8" /><link rel="icon" href="data:," />
    <title>Order</title><script src="${elements}/elements.js"></script>
    <crypto-checkout endpoint="${endpoint}" order="${order}"></crypto-checkout></html>`;
}

export async function startBrowserShop(
  t: TestContext,
  proxy: Partial<CheckoutProxyOptions> = {},
): Promise<BrowserShop> {
  const elements = await (script ??= bundle());
  const environment = await startEnvironment(t, { proxy });
  const pages = new Map<string, string>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/crypto-checkout/')) {
      return shop.between(incoming, outgoing, (back = 'whole') =>
        passOn(environment.url, { incoming, outgoing }, back),
      );
    }
    if (path === '/elements.js') {
      return void outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(elements);
    }
    const html = pages.get(path) ?? '<!doctype html><title>Elsewhere</title>';
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  const url = await listen(t, server);
  /** By order. Once an order is paid, only the id opens its checkout. */
  const ids = new Map<string, string>();
  const checkout = async (order = 'A-1') => {
    const known = ids.get(order);
    if (known !== undefined) return environment.get(known);
    const opened = await environment.open({ id: order });
    ids.set(order, opened.id);
    return opened;
  };
  const shop: BrowserShop = {
    environment,
    url,
    between: (_incoming, _outgoing, pass) => pass(),
    cut: () => server.closeAllConnections(),
    visit: async (context, id = 'A-1', prepare) => {
      pages.set(`/${id}`, pageOf(await orderToken({ id })));
      const page = await context.newPage();
      await prepare?.(page);
      await page.goto(`${url}/${id}`, { waitUntil: 'commit' });
      return page;
    },
    checkout,
    pay: async (id) => {
      await environment.control('payments', { uuid: invoiceOf(await checkout(id)).id });
      // Past the interval between two polls, so that the test does not wait for it.
      environment.sandbox.clock.advance(5);
    },
  };
  return shop;
}

/** Waits until the page shows this. */
export async function sees(page: Page, text: string | RegExp, timeoutMs = 30_000): Promise<void> {
  await page.getByText(text).first().waitFor({ timeout: timeoutMs });
}

/** Chooses Bitcoin, and waits for its address. */
export async function chooses(page: Page): Promise<void> {
  await page
    .getByRole('option', { name: /^Bitcoin/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Copy address' }).waitFor();
}

/** Waits until the payment address is shown, still or again. */
export async function showsAddress(page: Page, { invoice }: Checkout): Promise<void> {
  if (!invoice?.address) throw new Error('there is no address to show');
  await page.getByLabel(invoice.address, { exact: true }).waitFor();
}
