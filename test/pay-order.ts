import type { Checkout } from '../src/protocol/index.js';
import { control } from './sandbox-control.js';

/** Opens the checkout of an order token and chooses a currency, as a page does. */
export async function chooseCurrency(
  base: string,
  order: string,
  origin = new URL(base).origin,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Checkout> {
  const post = async (path: string, body: object): Promise<Checkout> => {
    const headers = { 'content-type': 'application/json', origin };
    const response = await send(
      new Request(base + path, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const checkout: Checkout = await response.json();
    return checkout;
  };
  const { id } = await post('/checkouts', { order });
  return post(`/checkouts/${id}/invoice`, { currency: 'USDT_TRC20' });
}

/** Opens the checkout of an order token like {@link chooseCurrency}, and pays it. @returns its id */
export async function payOrder(
  sandboxUrl: string,
  ...order: Parameters<typeof chooseCurrency>
): Promise<string> {
  const { id, invoice } = await chooseCurrency(...order);
  await control(sandboxUrl, 'payments', { uuid: invoice?.id });
  return id;
}
