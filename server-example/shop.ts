// A small shop with three products. The order page shows the state of the order on the shop's server.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createCustomerToken, createOrderToken } from 'crypto-checkout/server';
import type { CheckoutProxy, CheckoutProxyOptions } from 'crypto-checkout/proxy';
import { readAsset } from './assets.js';
import type { Deposits } from './deposits.js';
import { CURRENCY, PRODUCTS, type Order, type Orders } from './orders.js';
import { isView, orderPage } from './pages/order.js';
import { depositPage, notFoundPage, payPage, productsPage } from './pages/pages.js';
import { contentPolicy, HEADERS, REPORTS_PATH, formatReport } from './security-headers.js';

export interface ShopOptions {
  readonly orders: Orders;
  readonly deposits: Deposits;
  readonly proxy: CheckoutProxy;
  readonly orderSecret: string;
  /** URL of the shop's pages. Never taken from a request, since clients choose its host. */
  readonly shopUrl: () => string;
  /** The proxy's clock. Default: the system clock. */
  readonly clock?: CheckoutProxyOptions['clock'];
  /** URL of the sandbox page, if there is a sandbox. */
  readonly sandboxPage?: string;
}

/** A real shop uses the id of the signed-in customer. */
const CUSTOMER = 'customer-1';

interface ShopEnvironment {
  readonly Bindings: Partial<HttpBindings>;
}

export function createShop(options: ShopOptions): Hono<ShopEnvironment> {
  const { orders, deposits, proxy, sandboxPage } = options;
  const shop = new Hono<ShopEnvironment>();

  shop.use(async (context, next) => {
    await next();
    if (context.req.path.startsWith('/crypto-checkout/')) return;
    if (!context.res.headers.has('content-security-policy'))
      context.header('content-security-policy', contentPolicy());
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
  });

  // The client address is used for rate limiting.
  shop.all('/crypto-checkout/*', (context) =>
    proxy.fetch(context.req.raw, { clientAddress: context.env.incoming?.socket.remoteAddress }),
  );

  // More than any form or report of a browser. The checkout above has its own limit.
  shop.use(bodyLimit({ maxSize: 16 * 1024 }));

  shop.post(REPORTS_PATH, async (context) => {
    console.warn(`  Browser report: ${formatReport(await context.req.text())}`);
    return context.body(null, 204);
  });

  shop.get('/', (context) => context.html(productsPage(PRODUCTS)));

  shop.post('/orders', async (context) => {
    const form = await context.req.parseBody();
    const product = PRODUCTS.find(({ id }) => id === form['product']);
    if (!product) return context.html(notFoundPage(), 404);
    return context.redirect(`/orders/${orders.create(product).id}`, 303);
  });

  shop.get('/orders/:id/status', (context) => {
    const order = orders.find(context.req.param('id'));
    if (!order) return context.json({ error: 'unknown order' }, 404);
    return context.json({
      fulfilled: order.fulfilled,
      events: order.events,
    });
  });

  shop.get('/orders/:id/:view?', async (context) => {
    const order = orders.find(context.req.param('id'));
    const view = context.req.param('view') ?? 'inline';
    if (!order || !isView(view)) return context.html(notFoundPage(), 404);
    const returnUrl = new URL(`/orders/${order.id}`, options.shopUrl()).href;
    const token = await signOrder(order, returnUrl, options);
    // Vue creates its own Trusted Types policy.
    if (view === 'vue') context.header('content-security-policy', contentPolicy('vue'));
    return context.html(orderPage({ order, token, view, ...(sandboxPage ? { sandboxPage } : {}) }));
  });

  shop.get('/pay', (context) => context.html(payPage()));

  shop.get('/deposit', async (context) => {
    const token = await createCustomerToken(CUSTOMER, tokenOptions(options));
    return context.html(depositPage(token, sandboxPage));
  });

  shop.get('/deposit/received', (context) => context.json(deposits.of(CUSTOMER)));

  shop.get('/assets/:name', async (context) => {
    const asset = await readAsset(context.req.param('name'));
    return asset ? context.body(asset.content, 200, { 'content-type': asset.type }) : context.notFound();
  });

  shop.notFound((context) => context.html(notFoundPage(), 404));
  return shop;
}

/** Signs the price on the server. */
function signOrder({ id, product }: Order, returnUrl: string, options: ShopOptions): Promise<string> {
  return createOrderToken(
    { id, amount: product.price, currency: CURRENCY, description: product.name, returnUrl },
    tokenOptions(options),
  );
}

function tokenOptions({ orderSecret: secret, clock }: ShopOptions) {
  return { secret, ...(clock ? { clock } : {}) };
}
