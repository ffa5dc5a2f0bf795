// A small shop: three products, and an order page that shows what the shop's server knows.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createOrderToken } from 'crypto-checkout/order-token';
import type { CheckoutProxy } from 'crypto-checkout/proxy';
import { PRODUCTS, type Order, type Orders } from './orders.js';
import { orderPage, productsPage, notFoundPage } from './pages/pages.js';

export interface ShopOptions {
  readonly orders: Orders;
  readonly proxy: CheckoutProxy;
  readonly orderSecret: string;
  /** The sandbox's page for people, where there is a sandbox. */
  readonly sandboxPage?: string;
}

interface ShopEnvironment {
  readonly Bindings: Partial<HttpBindings>;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const ASSETS: Readonly<Record<string, readonly [url: URL, type: string]>> = {
  'icon.svg': [new URL('./pages/icon.svg', import.meta.url), 'image/svg+xml'],
  'shop.css': [new URL('./pages/shop.css', import.meta.url), 'text/css'],
  'order.js': [new URL('./pages/order.js', import.meta.url), 'text/javascript'],
  'crypto-checkout.js': [
    new URL(import.meta.resolve('crypto-checkout/crypto-checkout.js')),
    'text/javascript',
  ],
};

export function createShop({ orders, proxy, orderSecret, sandboxPage }: ShopOptions): Hono<ShopEnvironment> {
  const shop = new Hono<ShopEnvironment>();

  shop.use(async (context, next) => {
    await next();
    if (context.req.path.startsWith('/crypto-checkout/')) return;
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'no-referrer');
  });

  // The address of whoever asks, so that nobody can ask too much.
  shop.all('/crypto-checkout/*', (context) =>
    proxy.fetch(context.req.raw, { clientAddress: context.env.incoming?.socket.remoteAddress }),
  );

  shop.get('/', (context) => context.html(productsPage(PRODUCTS)));

  shop.post('/orders', async (context) => {
    const form = await context.req.parseBody();
    const product = PRODUCTS.find(({ id }) => id === form['product']);
    if (!product) return context.html(notFoundPage(), 404);
    return context.redirect(`/orders/${orders.create(product).id}`, 303);
  });

  shop.get('/orders/:id', async (context) => {
    const order = orders.find(context.req.param('id'));
    if (!order) return context.html(notFoundPage(), 404);
    const returnUrl = new URL(`/orders/${order.id}`, context.req.url).href;
    const token = await signOrder(order, returnUrl, orderSecret);
    return context.html(orderPage({ order, token, ...(sandboxPage ? { sandboxPage } : {}) }));
  });

  shop.get('/orders/:id/status', (context) => {
    const order = orders.find(context.req.param('id'));
    if (!order) return context.json({ error: 'unknown order' }, 404);
    return context.json({
      fulfilled: order.fulfilled,
      events: order.events.map(({ id, type, createdAt }) => ({ id, type, createdAt })),
    });
  });

  shop.get('/assets/:name', async (context) => {
    const asset = ASSETS[context.req.param('name')];
    if (!asset) return context.notFound();
    return context.body(await readFile(fileURLToPath(asset[0])), 200, { 'content-type': asset[1] });
  });

  shop.notFound((context) => context.html(notFoundPage(), 404));
  return shop;
}

/** The price is set here, on the server: the page carries it only inside a signed token. */
function signOrder({ id, product }: Order, returnUrl: string, secret: string): Promise<string> {
  return createOrderToken(
    { id, amount: product.price, currency: 'EUR', description: product.name, returnUrl },
    { secret },
  );
}
