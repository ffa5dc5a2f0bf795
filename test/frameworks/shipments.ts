import { join } from 'node:path';
import Database from 'libsql';
import { run } from '../consumers/projects.js';
import { until } from '../until.js';
import { CLI } from '../package/sample-folder.js';

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly status: string;
}

/**
 * Redelivers the payment of an order to the running shop in this folder.
 *
 * @returns how often the shop has shipped the order
 */
export async function shipmentsAfterRedelivery(folder: string, order: string): Promise<number> {
  const command = (...args: readonly string[]) => run(folder, process.execPath, [CLI, 'event', ...args]);
  const paid = async () => {
    const events = JSON.parse(await command('list', '--checkout', order, '--json')) as readonly StoredEvent[];
    return events.find(({ type }) => type === 'checkout.paid');
  };
  const isDelivered = () => until(paid, `${order} is delivered`, (event) => event?.status === 'delivered');
  const { id = '' } = (await isDelivered()) ?? {};
  await command('resend', id);
  await isDelivered();
  const shop = new Database(join(folder, 'shop.sqlite'), { readonly: true });
  try {
    const row = shop.prepare('select count(*) as shipments from shipments where order_id = ?').get(order);
    return (row as { readonly shipments: number }).shipments;
  } finally {
    shop.close();
  }
}
