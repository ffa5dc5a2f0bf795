import type { Store } from './store.js';

/** An invoice that its payer did not want any more before it was made. */
export interface Wish {
  readonly checkoutId: string;
  readonly sequence: number;
}

/**
 * Those that the service is to be asked to cancel, the most overdue first, none of which is due again before `untilMs`.
 * It is one statement: of several processes each goes to one.
 */
export async function claimWishes(
  { db }: Store,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly Wish[]> {
  const rows = await db
    .updateTable('invoices')
    .set({ next_cancel_at_ms: untilMs })
    .where('next_cancel_at_ms', '<=', nowMs)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('checkout_id', 'sequence'),
        'in',
        selectFrom('invoices as due')
          .select(['due.checkout_id', 'due.sequence'])
          .where('due.next_cancel_at_ms', '<=', nowMs)
          .orderBy('due.next_cancel_at_ms')
          .limit(limit)
          .$asTuple('checkout_id', 'sequence'),
      ),
    )
    .returning(['checkout_id', 'sequence'])
    .execute();
  return rows.map(({ checkout_id: checkoutId, sequence }) => ({ checkoutId, sequence }));
}
