import { sql, type Kysely, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Schema } from './schema.js';
import type { Clock } from '../base/clock.js';

type ColumnOf<Table extends keyof Schema> = keyof Schema[Table] & string;

/** A table whose rows processes claim. */
export interface Queue<Table extends keyof Schema, Column extends ColumnOf<Table>> {
  readonly table: Table;
  readonly key: readonly ColumnOf<Table>[];
  /** The columns that contain the end of a claim. */
  readonly end: readonly ColumnOf<Table>[];
  /** The columns that a claim returns. Reading all of a wide row takes longer than claiming it. */
  readonly returns: readonly Column[] | 'all';
}

type ClaimedRow<Table extends keyof Schema, Column> = Pick<
  Selectable<Schema[Table]>,
  Column & keyof Selectable<Schema[Table]>
>;

/** A query that selects the keys of the rows to claim. Its limit is the maximum number of claims. */
interface Due {
  forUpdate(): { skipLocked(): object };
}

/**
 * Claims the rows that `due` selects until `untilMs`. A single statement ensures that only one process gets each row. Skips rows
 * that another process is claiming. The end of a claim is its fencing token. A later claim of the row ends later: a process that
 * has lost its claim can neither renew nor release it.
 */
export async function claimRows<Table extends keyof Schema, Column extends ColumnOf<Table>>(
  db: Kysely<Schema>,
  { table, key, end, returns }: Queue<Table, Column>,
  { due, untilMs }: { readonly due: Due; readonly untilMs: number },
): Promise<readonly ClaimedRow<Table, Column>[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const ends = sql.join(end.map((column) => sql`${sql.ref(column)} = ${untilMs}`));
  const dueKeys = due.forUpdate().skipLocked();
  const returned = returns === 'all' ? sql`*` : sql.join(returns.map((column) => sql.ref(column)));
  // The query text determines the row type, as in kysely.
  const query: RawBuilder<ClaimedRow<Table, Column>> =
    sql`with "due" as materialized ${dueKeys} update ${sql.table(table)} set ${ends} where (${keys}) in (select ${keys} from "due") returning ${returned}`;
  return (await query.execute(db)).rows;
}

/** Returns a condition that matches rows without a valid claim, by the column `claimed_until`. */
export function isClaimable(nowMs: number): RawBuilder<SqlBool> {
  return sql`(claimed_until <= ${nowMs} or claimed_until > ${nowMs + MAX_CLAIM_MS})`;
}

/** Duration of a claim. The claims of a dead process expire after this time. */
export const LEASE_MS = 8000;
/** Maximum difference between the synchronized clocks of processes that share a store. */
export const MAX_AHEAD_MS = 60_000;
/** A claim that ends later was made by a clock that was ahead, and counts as expired. */
export const MAX_CLAIM_MS = LEASE_MS + MAX_AHEAD_MS;
/** Renewal interval, by a timer that does not depend on the clock. */
const RENEW_INTERVAL_MS = 2000;

export interface ClaimTimes {
  readonly nowMs: number;
  readonly untilMs: number;
}

/** A claim of some of the due records. */
export interface Claim extends ClaimTimes {
  readonly limit: number;
}

/** Extends a claim, unless another process has claimed the rows since. */
type Renew = (fromMs: number, untilMs: number) => Promise<unknown>;

/** Stops renewing a claim. Returns its end, which the caller needs to release it. */
export type EndLease = () => Promise<number>;

/** Runs `work` and renews its claim, which ends at `untilMs`, until the work is done. */
export async function withLease<T>(
  clock: Clock,
  { untilMs, renew }: { readonly untilMs: number; readonly renew: Renew },
  work: (endLease: EndLease) => Promise<T>,
): Promise<T> {
  let heldUntilMs = untilMs;
  let running: Promise<unknown> | undefined;
  const renewOnce = async () => {
    const nextMs = clock.nowMs() + LEASE_MS;
    const isLongEnough = nextMs <= heldUntilMs && heldUntilMs <= nextMs + MAX_AHEAD_MS;
    if (isLongEnough) return;
    await renew(heldUntilMs, nextMs);
    heldUntilMs = nextMs;
  };
  const timer = setInterval(() => {
    // While the store cannot be written to, no other process can claim it either.
    running ??= renewOnce()
      .catch(() => undefined)
      .finally(() => (running = undefined));
  }, RENEW_INTERVAL_MS);
  timer.unref();
  const endLease = async () => {
    clearInterval(timer);
    await running;
    return heldUntilMs;
  };
  try {
    return await work(endLease);
  } finally {
    await endLease();
  }
}
