// Run by a test as a process of its own: the shop's server as `npm start` starts it. It sells one order, detects its
// payment, records that, and is killed before the proxy receives a response. It writes the ids of order and event to stdout.
import { writeSync } from 'node:fs';
import { createOrderToken } from 'crypto-checkout/server';
import { Orders, PRODUCTS } from '../../server-example/orders.js';
import { createProxy } from '../../server-example/proxy.js';
import { control } from '../sandbox-control.js';

const [ordersFile = '', store = '', sandboxUrl = ''] = process.argv.slice(2);
const orders = new Orders(ordersFile, { testMode: true });
const proxy = createProxy(process.env, {
  store,
  onEvent: (event) => {
    orders.record(event);
    writeSync(1, `${event.id}\n`);
    process.kill(process.pid, 'SIGKILL');
  },
});

async function post(path: string, body: object): Promise<{ id: string; invoice: { id: string } }> {
  const origin = 'https://shop.example';
  const headers = { 'content-type': 'application/json', origin };
  const request = new Request(`${origin}/crypto-checkout/checkouts${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { id, invoice } = await (await proxy.fetch(request)).json();
  return { id, invoice };
}

const [product] = PRODUCTS;
if (!product) throw new Error('the shop has nothing to sell');
const { id } = orders.create(product);
writeSync(1, `${id}\n`);
const secret = process.env['CRYPTO_CHECKOUT_ORDER_SECRET'] ?? '';
const order = await createOrderToken({ id, amount: product.price, currency: 'EUR' }, { secret });
const checkout = await post('', { order });
const { invoice } = await post(`/${checkout.id}/invoice`, { currency: 'BTC' });
await control(sandboxUrl, 'payments', { uuid: invoice.id });
await proxy.start();
// The loops of the proxy alone do not keep a process alive.
setInterval(() => undefined, 1000);
