import type { Kysely } from 'kysely';
import { isoOrNull } from '../base/time.js';
import { withAttention } from '../domain/pending-decisions.js';
import type { CheckoutRecord } from '../domain/record.js';
import { MAX_IDS, readRecords } from './records.js';
import { toCheckoutRow, toInvoiceRow } from './rows.js';
import type { CheckoutRow, InvoiceRow, Schema } from './schema.js';

/** A derived column whose stored value differs from the computed one. */
export interface Difference {
  readonly checkout: string;
  readonly order: string;
  readonly column: string;
  readonly stored: string;
  readonly computed: string;
}

export interface Verification {
  readonly checkouts: number;
  readonly differences: readonly Difference[];
}

const CHECKOUT_COLUMNS = [
  ...(['state', 'is_owing', 'pay_currency', 'amount_value'] as const),
  ...(['attention_money', 'attention_other'] as const),
];

/**
 * Recomputes the derived columns of all checkouts from their invoices and movements, and compares them with the stored ones. Read-only.
 * @param onProgress called with the number of checkouts that were compared
 */
export async function verifyDerivedColumns(
  db: Kysely<Schema>,
  onProgress: (checkouts: number) => void = () => undefined,
): Promise<Verification> {
  const differences: Difference[] = [];
  let checkouts = 0;
  for (let last = ''; ;) {
    const rows = await db
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(MAX_IDS)
      .execute();
    const end = rows.at(-1);
    if (!end) return { checkouts, differences };
    last = end.id;
    differences.push(...(await compareCheckouts(db, rows)));
    checkouts += rows.length;
    onProgress(checkouts);
  }
}

async function compareCheckouts(
  db: Kysely<Schema>,
  rows: readonly CheckoutRow[],
): Promise<readonly Difference[]> {
  const records = await readRecords(db, rows);
  const ids = rows.map(({ id }) => id);
  const invoices = await db
    .selectFrom('invoices')
    .select(['checkout_id', 'sequence', 'is_lapsed'])
    .where('checkout_id', 'in', ids)
    .execute();
  return rows.flatMap((row, index) => {
    const record = records[index];
    if (!record) return [];
    const lapses = invoices.filter(({ checkout_id }) => checkout_id === row.id);
    // A change may have been stored between the queries.
    return record.version === row.version ? compareCheckout(row, lapses, record) : [];
  });
}

function compareCheckout(
  row: CheckoutRow,
  lapses: readonly Pick<InvoiceRow, 'sequence' | 'is_lapsed'>[],
  record: CheckoutRecord,
): readonly Difference[] {
  const computed = toCheckoutRow(record);
  const pairs: (readonly [string, unknown, unknown])[] = CHECKOUT_COLUMNS.map((column) => [
    column,
    row[column],
    computed[column],
  ]);
  // Only whether a time is set can be computed, not the time itself.
  const needsAttention = withAttention(record, 0).attentionSinceMs !== null;
  const since = isoOrNull(row.attention_since);
  if (needsAttention !== (since !== null))
    pairs.push(['attention_since', since, needsAttention ? 'a time' : null]);
  for (const invoice of record.invoices) {
    const stored = lapses.find(({ sequence }) => sequence === invoice.sequence);
    const { is_lapsed: isLapsed } = toInvoiceRow(record.id, invoice);
    pairs.push([`is_lapsed of invoice ${invoice.sequence}`, stored?.is_lapsed, isLapsed]);
  }
  return pairs
    .filter(([, stored, now]) => stored !== now)
    .map(([column, stored, now]) => ({
      ...{ checkout: record.id, order: record.order.id, column },
      ...{ stored: String(stored), computed: String(now) },
    }));
}
