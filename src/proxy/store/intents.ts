import type { Store } from './store.js';

/** An intent by its checkout and its number in it. */
export interface IntentKey {
  readonly checkoutId: string;
  readonly sequence: number;
}

/**
 * The intents that are due to be looked for, the most overdue first, none of which is due again before `untilMs`. It is
 * one statement: of several processes each intent goes to one.
 */
export async function claimIntents(
  { db }: Store,
  { nowMs, untilMs, limit }: { readonly nowMs: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly IntentKey[]> {
  const rows = await db
    .updateTable('invoices')
    .set({ next_look_at_ms: untilMs })
    .where('next_look_at_ms', '<=', nowMs)
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('checkout_id', 'sequence'),
        'in',
        selectFrom('invoices as due')
          .select(['due.checkout_id', 'due.sequence'])
          .where('due.next_look_at_ms', '<=', nowMs)
          .orderBy('due.next_look_at_ms')
          .limit(limit)
          .$asTuple('checkout_id', 'sequence'),
      ),
    )
    .returning(['checkout_id', 'sequence'])
    .execute();
  return rows.map(({ checkout_id: checkoutId, sequence }) => ({ checkoutId, sequence }));
}

/** Those of the ids that some checkout has already. */
export async function knownServiceIds({ db }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('invoices').select('service_id').where('service_id', 'in', ids).execute();
  return new Set(rows.flatMap(({ service_id: id }) => id ?? []));
}
