import { join } from 'node:path';
import express from 'express';
import { createOrderToken } from 'crypto-checkout/server';
import { toNodeListener } from 'crypto-checkout/proxy/node';
import { proxy } from './checkout.js';
import { recordOrder } from './fulfill.js';

const app = express();
const dist = join(import.meta.dirname, 'dist');

app.use('/crypto-checkout', toNodeListener(proxy));

app.get('/api/orders/:id', async (request, response) => {
  // Your server sets the price.
  const order = { id: request.params.id, amount: '49.00', currency: 'EUR' };
  await recordOrder(order);
  const secret = process.env.CRYPTO_CHECKOUT_ORDER_SECRET ?? '';
  response.type('text').send(await createOrderToken(order, { secret }));
});

app.use(express.static(dist));
app.get('/orders/:id', (_request, response) => response.sendFile('index.html', { root: dist }));

const port = Number(process.env.PORT ?? 3000);
const server = app.listen(port, '127.0.0.1');
server.on('listening', () => console.log(`the shop is at http://127.0.0.1:${port}/orders/A-1001`));
server.on('error', (error) => {
  const isPortInUse = 'code' in error && error.code === 'EADDRINUSE';
  console.error(isPortInUse ? `port ${port} is in use. Set PORT to another port.` : error.message);
  process.exit(1);
});
