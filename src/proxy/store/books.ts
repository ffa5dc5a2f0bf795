import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { BookEntry, BookMovement, BookPeriod } from '../domain/books.js';
import { MOVEMENT_KINDS } from '../domain/movement.js';
import { paymentIdOf } from '../domain/record.js';
import { statedOf } from './ledger-rows.js';
import type { MovementRow, Schema } from './schema.js';

/** Rows per query: a large store must not fill the memory, nor block the process, since an SQLite store answers at once. */
const PAGE_ROWS = 1000;
/** Ids per query: databases limit the number of parameters. */
const MAX_IDS = 500;

/** The place of a movement in the books. */
export interface BookPosition {
  readonly atMs: number;
  readonly number: number;
}

/** Lists the movements of a period, oldest first. */
export async function listBookMovements(
  db: Kysely<Schema>,
  { fromMs, untilMs }: BookPeriod,
  { after, limit }: { readonly after: BookPosition | null; readonly limit: number },
): Promise<readonly BookMovement[]> {
  const rows = await inBookOrder(db, { fromMs, untilMs }, after).selectAll().limit(limit).execute();
  return rows.map(toBookMovement);
}

/** Reads all movements of a period, oldest first, in pages. */
export async function* readBookMovements(
  db: Kysely<Schema>,
  period: BookPeriod,
): AsyncGenerator<BookMovement> {
  for (let after: BookPosition | null = null; ;) {
    const page: readonly BookMovement[] = await listBookMovements(db, period, { after, limit: PAGE_ROWS });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last;
    await letOthersRun();
  }
}

/** Reads what determines the sums of all movements until a time, in pages. */
export async function* readBookEntries(db: Kysely<Schema>, untilMs: number): AsyncGenerator<BookEntry> {
  const period = { fromMs: Number.MIN_SAFE_INTEGER, untilMs };
  for (let after: BookPosition | null = null; ;) {
    const rows: readonly (EntryRow & Pick<MovementRow, 'number'>)[] = await inBookOrder(db, period, after)
      .select(ENTRY_COLUMNS)
      .select('number')
      .limit(PAGE_ROWS)
      .execute();
    for (const row of rows) yield toBookEntry(row);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = { atMs: last.at, number: Number(last.number) };
    await letOthersRun();
  }
}

/** Reads the movements of money that the service knows by these ids, of invoices, deposits and withdrawals. */
export async function findMovementsOfRecords(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<readonly BookMovement[]> {
  const found: BookMovement[] = [];
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const some = ids.slice(start, start + MAX_IDS);
    const all = db.selectFrom('movements').selectAll();
    // Separate queries, since an `or` would use no index. A refund has both ids.
    const ofInvoices = await all.where('invoice_id', 'in', some).execute();
    const ofWithdrawals = await all.where('withdrawal_id', 'in', some).execute();
    found.push(...[...ofInvoices, ...ofWithdrawals].map(toBookMovement));
  }
  return [...new Map(found.map((movement) => [movement.number, movement])).values()];
}

function inBookOrder(db: Kysely<Schema>, { fromMs, untilMs }: BookPeriod, after: BookPosition | null) {
  const query = db.selectFrom('movements').where('at', '<', untilMs).orderBy('at').orderBy('number');
  if (!after) return query.where('at', '>=', fromMs);
  const { atMs, number } = after;
  return query
    .where('at', '>=', atMs)
    .where(({ eb, or }) => or([eb('at', '>', atMs), eb('number', '>', number)]));
}

const ENTRY_COLUMNS = [
  ...(['kind', 'at', 'currency', 'amount', 'deposit_id', 'refund_id'] as const),
  ...(['balance_change', 'service_fee', 'network_fee'] as const),
] as const;

type EntryRow = Pick<MovementRow, (typeof ENTRY_COLUMNS)[number]>;

const kindSchema = v.picklist(MOVEMENT_KINDS);
const transactionsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

function toBookEntry(row: EntryRow): BookEntry {
  const { currency, amount, deposit_id: deposit, refund_id: refund } = row;
  const kind = v.parse(kindSchema, row.kind);
  return { kind, atMs: row.at, currency, amount, deposit, refund, stated: statedOf(row) };
}

function toBookMovement(row: MovementRow): BookMovement {
  const { price_amount: price, price_currency: priceCurrency, usd, person } = row;
  return {
    ...toBookEntry(row),
    number: Number(row.number),
    order: row.order_id,
    payment: row.checkout_id === null ? null : paymentIdOf(row.checkout_id),
    invoice: row.invoice_id,
    paidAtMs: row.paid_at,
    price: price === null || priceCurrency === null ? null : { amount: price, currency: priceCurrency },
    usd,
    transactions: row.transactions === null ? [] : v.parse(transactionsSchema, row.transactions),
    payout: row.payout_id,
    withdrawal: row.withdrawal_id,
    person,
  };
}
