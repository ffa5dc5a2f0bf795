import type { CheckoutRecord } from '../../../src/proxy/domain/record.js';
import { toCheckoutRow, toInvoiceRow } from '../../../src/proxy/store/rows.js';
import { openStore } from '../../../src/proxy/store/store.js';
import { addressFor, createHarness } from '../../proxy/fake-service.js';

/** A statement has a limited number of parameters. */
const AT_ONCE = 200;
const HOUR_MS = 3600_000;
const numbered = (index: number) => `INV-${String(index).padStart(8, '0')}`;

/** Fills a store with checkouts that are paid and finished, except the first `open` ones. Returns their ids. */
export async function fill(path: string, count: number, open: number): Promise<readonly string[]> {
  const first = await example();
  const store = await openStore(path);
  const ids: string[] = [];
  await store.transaction(async ({ tx }) => {
    for (let start = 0; start < count; start += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) =>
        numberedLike(first, start + index, start + index < open),
      );
      await tx.insertInto('checkouts').values(some.map(toCheckoutRow)).execute();
      const rows = some.flatMap(({ id, invoices }) => invoices.map((invoice) => toInvoiceRow(id, invoice)));
      await tx.insertInto('invoices').values(rows).execute();
      ids.push(...some.map(({ id }) => id));
    }
  });
  await store.close();
  return ids;
}

/**
 * A bench's proxy does not poll: the creations of the next round would poll the invoices of this one, ever more of them,
 * and their cost would be counted as that of the creations.
 */
export async function leaveNothingDue(path: string): Promise<void> {
  const store = await openStore(path);
  await store.db
    .updateTable('invoices')
    .set({ next_poll_at: Date.now() + HOUR_MS })
    .where('next_poll_at', '>', 0)
    .execute();
  await store.close();
}

async function example(): Promise<CheckoutRecord> {
  const ends: (() => unknown)[] = [];
  const shop = await createHarness(
    { after: (end) => void (end && ends.push(end as () => unknown)) },
    ':memory:',
  );
  shop.clock.now = Date.now();
  const record = await shop.record((await shop.order('A-1')).checkoutId);
  for (const end of ends) await end();
  return record;
}

function numberedLike(first: CheckoutRecord, index: number, isOpen: boolean): CheckoutRecord {
  const serviceId = numbered(index + 1);
  const orderId = `stored-${index + 1}`;
  const invoices = first.invoices.map((invoice) => {
    if (invoice.stage !== 'open') return invoice;
    // Nothing polls them while reads are measured: they must not become stale meanwhile.
    const nextPollAtMs = Date.now() + HOUR_MS;
    const own = { ...invoice, serviceId, orderId, address: addressFor('BTC', serviceId), nextPollAtMs };
    const money = { ...invoice.money, level: 'paid', paid: invoice.amount } as const;
    return isOpen ? own : { ...own, money, isLive: false, nextPollAtMs: null };
  });
  // Scattered, as random ids are.
  const id = Buffer.from(addressFor('BTC', `id ${index}`))
    .toString('base64url')
    .slice(-32);
  return { ...first, id, order: { ...first.order, id: orderId }, invoices };
}
