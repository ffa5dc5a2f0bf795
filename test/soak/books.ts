import { openStore } from '../../src/proxy/store/store.js';
import type { CheckoutRecord } from '../../src/proxy/domain/record.js';

/** What waits in the store: for a look, to be told, or for a person. */
export interface Waiting {
  readonly looks: number;
  readonly deposits: number;
  readonly events: number;
  readonly dead: number;
}

/** The store of the proxies, read from outside. */
export class Books {
  private constructor(private readonly store: Awaited<ReturnType<typeof openStore>>) {}

  static async open(store: string): Promise<Books> {
    return new Books(await openStore(store));
  }

  close(): Promise<void> {
    return this.store.close();
  }

  record(checkoutId: string): Promise<CheckoutRecord | undefined> {
    return this.store.find(checkoutId);
  }

  /** What is to be done by then; all that is to be done, ever, unless set. */
  async waiting(byMs = Number.MAX_SAFE_INTEGER): Promise<Waiting> {
    const { db } = this.store;
    const invoices = await db
      .selectFrom('invoices')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where((is) =>
        is.or([
          is('next_check_at_ms', '<=', byMs),
          is('next_look_at_ms', '<=', byMs),
          is('next_cancel_at_ms', '<=', byMs),
        ]),
      )
      .executeTakeFirstOrThrow();
    const events = await db
      .selectFrom('events')
      .select('dead_at_ms')
      .where('delivered_at_ms', 'is', null)
      .where('next_attempt_at_ms', '<=', byMs)
      .execute();
    const deposits = await db
      .selectFrom('deposits')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('next_look_at_ms', '<=', byMs)
      .executeTakeFirstOrThrow();
    const dead = events.filter(({ dead_at_ms }) => dead_at_ms !== null).length;
    return {
      looks: Number(invoices.count),
      deposits: Number(deposits.count),
      events: events.length - dead,
      dead,
    };
  }
}
