// Run by tests as a process of its own: opens an order, chooses, and is killed on the way to the service (`before`), on
// the way back (`after`), or while it tells the shop of the payment (`telling`). The checkout's id is written to stdout.
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { CREATE, json, orderToken, SECRETS } from './world.js';

const [url = '', store = '', moment = ''] = process.argv.slice(2);
const { apiKey, shopId, orderSecret } = SECRETS;

const mortal: typeof fetch = async (input, init) => {
  const isCreation = String(input).endsWith(CREATE);
  if (isCreation && moment === 'before') process.kill(process.pid, 'SIGKILL');
  const response = await fetch(input, init);
  if (isCreation && moment === 'after') process.kill(process.pid, 'SIGKILL');
  return response;
};

const proxy = createCheckoutProxy({
  service: { url, apiKey, shopId, testMode: true, fetch: mortal },
  orderSecrets: [orderSecret],
  store,
  onEvent: () => void process.kill(process.pid, 'SIGKILL'),
});

function post(path: string, body: object): Promise<Response> {
  const origin = 'http://shop.example';
  return proxy.fetch(
    new Request(`${origin}/crypto-checkout${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    }),
  );
}

const { id } = await json<{ id: string }>(await post('/checkouts', { order: await orderToken() }));
process.stdout.write(id);
await post(`/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' });
if (moment === 'telling') {
  await proxy.start();
  // The loops of the proxy alone keep no process alive.
  setInterval(() => undefined, 1000);
}
