import type { Kysely, SelectQueryBuilder } from 'kysely';
import { spellingsOf } from '../../payment/addresses/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutState, PaymentSort } from '../../protocol/index.js';
import type { CheckoutRecord } from '../domain/record.js';
import { readRecords } from './records.js';
import type { CheckoutRow, Schema } from './schema.js';

/** Selects the payments of a list. A payment must match all filters that are set. */
export interface PaymentFilter {
  readonly state?: CheckoutState | undefined;
  readonly currency?: CurrencyCode | undefined;
  /** Checkouts opened at this time or later, in UTC milliseconds. */
  readonly fromMs?: number | undefined;
  /** Checkouts opened before this time. */
  readonly toMs?: number | undefined;
  /** Lowest price in the shop's currency, exact decimal text. */
  readonly minAmount?: string | undefined;
  readonly maxAmount?: string | undefined;
  /** The id of an order, a payment or an invoice, an address, or a transaction. */
  readonly search?: string | undefined;
}

/** Position in a list: after the payment or payout with this time and id. */
export interface ListPosition {
  readonly atMs: number;
  readonly id: string;
}

interface Page {
  readonly after: ListPosition | null;
  readonly limit: number;
}

/** Counting stops at this number. */
const MAX_COUNT = 10_000;
/** Maximum number of checkouts that a search finds by an address, or by a transaction. */
const MAX_FOUND = 1000;

type Query<Row> = SelectQueryBuilder<Schema, 'checkouts', Row>;

/** Lists payments, and returns whether there are more. */
export async function listPayments(
  db: Kysely<Schema>,
  filter: PaymentFilter,
  { after, limit, sort }: Page & { readonly sort: PaymentSort },
): Promise<{ readonly records: readonly CheckoutRecord[]; readonly hasMore: boolean }> {
  const found = await findBySearch(db, filter.search);
  const { fromMs = 0, toMs = Number.MAX_SAFE_INTEGER } = filter;
  const [direction, isLater] = sort === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const);
  // A single bound of each kind on the time: with two, SQLite would read all rows.
  const rest =
    sort === 'newest'
      ? { toMs: Math.min(toMs, (after?.atMs ?? Infinity) + 1) }
      : { fromMs: Math.max(fromMs, after?.atMs ?? 0) };
  let query = withFilter(db.selectFrom('checkouts').selectAll(), { ...filter, ...rest }, found);
  if (after) {
    const { atMs, id } = after;
    query = query.where(({ eb, or }) => or([eb('created_at', isLater, atMs), eb('payment_id', isLater, id)]));
  }
  const rows = await query
    .orderBy('created_at', direction)
    .orderBy('payment_id', direction)
    .limit(limit + 1)
    .execute();
  return toPage(db, rows, limit);
}

/** Counts the payments that match a filter, up to `MAX_COUNT`. */
export async function countPayments(db: Kysely<Schema>, filter: PaymentFilter): Promise<number> {
  const found = await findBySearch(db, filter.search);
  const matching = withFilter(db.selectFrom('checkouts').select('created_at'), filter, found);
  const { count } = await db
    .selectFrom(matching.limit(MAX_COUNT).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists the checkouts that need a decision, the longest waiting first. */
export async function listAttention(db: Kysely<Schema>, { after, limit }: Page) {
  let query = db.selectFrom('checkouts').selectAll().where('attention_since', 'is not', null);
  if (after) {
    const { atMs, id } = after;
    query = query
      .where('attention_since', '>=', atMs)
      .where(({ eb, or }) => or([eb('attention_since', '>', atMs), eb('payment_id', '>', id)]));
  }
  const rows = await query
    .orderBy('attention_since')
    .orderBy('payment_id')
    .limit(limit + 1)
    .execute();
  return toPage(db, rows, limit);
}

/** Counts the checkouts that need a person, what there is to do about them, and how much of it is about payers' money. */
export async function countAttention(
  db: Kysely<Schema>,
): Promise<{ readonly checkouts: number; readonly all: number; readonly money: number }> {
  const { checkouts, money, other } = await db
    .selectFrom('checkouts')
    .select(({ fn }) => [
      fn.countAll<number>().as('checkouts'),
      fn.sum<number | null>('attention_money').as('money'),
      fn.sum<number | null>('attention_other').as('other'),
    ])
    .where('attention_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return { checkouts: Number(checkouts), all: Number(money) + Number(other), money: Number(money) };
}

async function toPage(db: Kysely<Schema>, rows: readonly CheckoutRow[], limit: number) {
  return { records: await readRecords(db, rows.slice(0, limit)), hasMore: rows.length > limit };
}

function withFilter<Row>(
  query: Query<Row>,
  { state, currency, fromMs, toMs = Number.MAX_SAFE_INTEGER, minAmount, maxAmount }: PaymentFilter,
  found: readonly string[] | null,
): Query<Row> {
  return query
    .where('created_at', '<', toMs)
    .$if(fromMs !== undefined, (some) => some.where('created_at', '>=', fromMs ?? 0))
    .$if(state !== undefined, (some) => some.where('state', '=', state ?? ''))
    .$if(currency !== undefined, (some) => some.where('pay_currency', '=', currency ?? ''))
    .$if(minAmount !== undefined, (some) => some.where('amount_value', '>=', Number(minAmount)))
    .$if(maxAmount !== undefined, (some) => some.where('amount_value', '<=', Number(maxAmount)))
    .$if(found !== null, (some) => some.where('checkouts.id', 'in', found ?? []));
}

/** Returns the ids of the checkouts that a search finds; `null` without a search. */
async function findBySearch(
  db: Kysely<Schema>,
  search: string | undefined,
): Promise<readonly string[] | null> {
  const text = search?.trim() ?? '';
  if (text === '') return null;
  const serviceIds = [text, `INV-${text.toUpperCase()}`, text.toUpperCase()];
  const [own, invoices, transactions] = await Promise.all([
    db
      .selectFrom('checkouts')
      .select('id')
      .where(({ eb, or }) => or([eb('order_id', '=', text), eb('payment_id', '=', text)]))
      .execute(),
    db
      .selectFrom('invoices')
      .select('checkout_id as id')
      .where(({ eb, or }) => or([eb('service_id', 'in', serviceIds), eb('address', 'in', spellingsOf(text))]))
      .limit(MAX_FOUND)
      .execute(),
    db
      .selectFrom('payment_transactions')
      .select('checkout_id as id')
      .where('transaction_id', 'in', [text, text.toLowerCase()])
      .limit(MAX_FOUND)
      .execute(),
  ]);
  const ids = [...own, ...invoices, ...transactions].map(({ id }) => id);
  // Matches nothing: no checkout has an empty id.
  return ids.length === 0 ? [''] : [...new Set(ids)];
}

/** Returns text that changes with every event, staff action, payout and new checkout. */
export async function readChangeMark(db: Kysely<Schema>): Promise<string> {
  const [checkout, event, entry] = await Promise.all([
    db
      .selectFrom('checkouts')
      .select('created_at as last')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('events')
      .select('sequence as last')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('audit_log')
      .select('number as last')
      .where('number', '>', 0)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return [checkout, event, entry].map((row) => String(row?.last ?? 0)).join(' ');
}
