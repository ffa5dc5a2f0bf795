import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node';
import express from 'express';
import { join } from 'node:path';
import { createOrderToken } from 'crypto-checkout/server';
import { toNodeListener } from 'crypto-checkout/proxy/node';
import { checkoutProxy } from './checkout-proxy';
import { recordOrder } from './fulfill';
import { withPolicy } from './policy';

const app = express();
const angularApp = new AngularNodeAppEngine();
const isServing = isMainModule(import.meta.url);

app.use('/crypto-checkout', async (request, response) => {
  toNodeListener(await checkoutProxy())(request, response);
});

app.get('/api/orders/:id', async (request, response) => {
  // Your server sets the price.
  const order = { id: request.params.id, amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env['CRYPTO_CHECKOUT_ORDER_SECRET'] ?? '';
  response.type('text').send(await createOrderToken(order, { secret }));
});

app.use(
  express.static(join(import.meta.dirname, '../browser'), { maxAge: '1y', index: false, redirect: false }),
);

app.use(async (request, response, next) => {
  const page = await angularApp.handle(request);
  if (!page) return next();
  // `ng serve` needs more than the policy allows.
  return writeResponseToNodeResponse(isServing ? await withPolicy(page) : page, response);
});

if (isServing) {
  await checkoutProxy();
  app.listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1');
}

export const reqHandler = createNodeRequestHandler(app);
