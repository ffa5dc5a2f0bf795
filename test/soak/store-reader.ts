import { openStore } from '../../src/proxy/store/store.js';
import type { Payout } from '../../src/protocol/index.js';
import { serializePayout } from '../../src/proxy/domain/payout.js';
import { listPayouts } from '../../src/proxy/store/payouts.js';
import type { CheckoutRecord } from '../../src/proxy/domain/record.js';

/** Numbers of scheduled invoice polls and deposit checks, pending events, and dead letters. */
export interface PendingWork {
  readonly polls: number;
  readonly deposits: number;
  readonly events: number;
  readonly dead: number;
}

const MAX_PAYOUTS = 100_000;

/** Reads the store that the proxies share. */
export class StoreReader {
  private constructor(private readonly store: Awaited<ReturnType<typeof openStore>>) {}

  static async open(store: string): Promise<StoreReader> {
    return new StoreReader(await openStore(store));
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Reads all finished payouts. */
  async payouts(): Promise<readonly Payout[]> {
    const found = await listPayouts(this.store.db, { isOpen: false, after: null, limit: MAX_PAYOUTS });
    return found.map(serializePayout);
  }

  record(checkoutId: string): Promise<CheckoutRecord | undefined> {
    return this.store.findCheckout(checkoutId);
  }

  /** Counts the work due by this time. Default: all scheduled work. */
  async pending(byMs = Number.MAX_SAFE_INTEGER): Promise<PendingWork> {
    const { db } = this.store;
    const invoices = await db
      .selectFrom('invoices')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where((is) =>
        is.or([
          is('next_poll_at', '<=', byMs),
          is('next_lookup_at', '<=', byMs),
          is('next_cancel_at', '<=', byMs),
        ]),
      )
      .executeTakeFirstOrThrow();
    const events = await db
      .selectFrom('events')
      .select('dead_at')
      .where('delivered_at', 'is', null)
      .where('next_attempt_at', '<=', byMs)
      .execute();
    const deposits = await db
      .selectFrom('deposits')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('next_lookup_at', '<=', byMs)
      .executeTakeFirstOrThrow();
    const dead = events.filter(({ dead_at }) => dead_at !== null).length;
    return {
      polls: Number(invoices.count),
      deposits: Number(deposits.count),
      events: events.length - dead,
      dead,
    };
  }
}
