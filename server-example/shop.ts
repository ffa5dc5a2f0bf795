// A small shop: three products, and an order page that shows what the shop's server knows.
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createCustomerToken, createOrderToken } from 'crypto-checkout/order-token';
import type { CheckoutProxy, CheckoutProxyOptions } from 'crypto-checkout/proxy';
import { readAsset } from './assets.js';
import type { Deposits } from './deposits.js';
import { CURRENCY, PRODUCTS, type Order, type Orders } from './orders.js';
import { isView, orderPage } from './pages/order.js';
import { depositPage, notFoundPage, payPage, productsPage } from './pages/pages.js';
import { contentPolicy, HEADERS, REPORTS_PATH, shownReport } from './security-headers.js';

export interface ShopOptions {
  readonly orders: Orders;
  readonly deposits: Deposits;
  readonly proxy: CheckoutProxy;
  readonly orderSecret: string;
  /** The address of the shop's pages. Never that in a request: whoever sends one chooses its host. */
  readonly shopUrl: () => string;
  /** The proxy's, where it is not the time of day. */
  readonly clock?: CheckoutProxyOptions['clock'];
  /** The sandbox's page for people, where there is a sandbox. */
  readonly sandboxPage?: string;
}

/** A real shop has people who sign in, and takes the name of whoever did. */
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

  // The address of whoever asks, so that nobody can ask too much.
  shop.all('/crypto-checkout/*', (context) =>
    proxy.fetch(context.req.raw, { clientAddress: context.env.incoming?.socket.remoteAddress }),
  );

  // More than any form or report of a browser has. The checkout above has a limit of its own.
  shop.use(bodyLimit({ maxSize: 16 * 1024 }));

  shop.post(REPORTS_PATH, async (context) => {
    console.warn(`  A page was refused something: ${shownReport(await context.req.text())}`);
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
    // Vue hands what it has compiled to the browser under a name of its own.
    if (view === 'vue') context.header('content-security-policy', contentPolicy('vue'));
    return context.html(orderPage({ order, token, view, ...(sandboxPage ? { sandboxPage } : {}) }));
  });

  shop.get('/pay', (context) => context.html(payPage()));

  shop.get('/deposit', async (context) => {
    const token = await createCustomerToken(CUSTOMER, signing(options));
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

/** The price is set here, on the server: the page carries it only inside a signed token. */
function signOrder({ id, product }: Order, returnUrl: string, options: ShopOptions): Promise<string> {
  return createOrderToken(
    { id, amount: product.price, currency: CURRENCY, description: product.name, returnUrl },
    signing(options),
  );
}

function signing({ orderSecret: secret, clock }: ShopOptions) {
  return { secret, ...(clock ? { clock } : {}) };
}
