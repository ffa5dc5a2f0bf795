import type { TestContext } from 'node:test';
import Database from 'libsql';
import pg from 'pg';
import { SERVER } from './test-stores.js';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The problems of the plan for a query, one line each. */
export type FaultsOf = (statement: Statement) => Promise<readonly string[]>;

export async function openPlans(t: TestContext, path: string): Promise<FaultsOf> {
  if (SERVER === undefined) {
    const database = new Database(path);
    t.after(() => database.close());
    return (statement) => Promise.resolve(faultsInFile(database, statement));
  }
  const client = new pg.Client(path);
  await client.connect();
  t.after(() => client.end());
  const small = await smallTables(client);
  return async (statement) => {
    const faults = faultsInDatabase(await planned(client, statement));
    // PostgreSQL reads a small table as a whole, whatever indexes it has. They must be there for when it has grown.
    const areSmall =
      faults.length > 0 && faults.every(({ scanned }) => scanned !== null && small.has(scanned));
    const decisive = areSmall
      ? faultsInDatabase(await planned(client, statement, 'set local enable_seqscan = off'))
      : faults;
    return decisive.map(({ text }) => text);
  };
}

/** A part of a plan of PostgreSQL, as it was executed ("EXPLAIN", format JSON). */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Plans'?: readonly PlanNode[];
}

/** Rolls back any change. @param setting of the transaction */
async function planned(
  client: pg.Client,
  { sql, parameters }: Statement,
  setting = 'set local enable_seqscan = on',
): Promise<PlanNode> {
  await client.query('begin');
  await client.query(setting);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    [...parameters],
  );
  await client.query('rollback');
  const [row] = rows;
  if (!row) throw new Error('no plan');
  return row['QUERY PLAN'][0].Plan;
}

/** Of 100,000 checkouts. Polled and waiting records are fewer. */
const MOST_ROWS = 5000;

/** The rows of the largest small table: 2% of the checkouts have a refund. */
const SMALL_TABLE_ROWS = 2000;

async function smallTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples between 0 and ${SMALL_TABLE_ROWS}`,
  );
  return new Set(rows.map(({ name }) => name));
}

interface PlanFault {
  readonly text: string;
  /** The table of which few rows are read without an index; `null`: another fault. */
  readonly scanned: string | null;
}

function faultsInDatabase(node: PlanNode): readonly PlanFault[] {
  const { 'Node Type': type, 'Relation Name': table, 'Plans': parts = [] } = node;
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const text = `${type}${table === undefined ? '' : ` of ${table}`}: ${read} rows`;
  const isScan = type === 'Seq Scan';
  const isWrong =
    // One row, which proves that there is a result, is read without an index.
    (isScan && read > 1) ||
    // Counting reads an index alone.
    (table !== undefined && type !== 'Index Only Scan' && read > MOST_ROWS) ||
    (type === 'Sort' && rowsInto(node) > MOST_ROWS);
  const fault = { text, scanned: isScan && read <= MOST_ROWS ? (table ?? null) : null };
  return [...(isWrong ? [fault] : []), ...parts.flatMap(faultsInDatabase)];
}

function rowsInto({ Plans: parts = [] }: PlanNode): number {
  return parts.reduce((sum, part) => sum + part['Actual Rows'] * part['Actual Loops'], 0);
}

/** Steps of SQLite that look like a full scan ("EXPLAIN QUERY PLAN"), and why they are none. */
const HARMLESS: readonly { readonly step: RegExp; readonly of: RegExp; readonly why: string }[] = [
  { step: /^SCAN (due|seen)$/, of: /^with "(due|seen)"/, why: 'a list that was just created' },
  { step: /^SCAN (part|parts|ranked)$/, of: /as "(part|parts)"/, why: 'the first ones of a few indexes' },
  {
    step: /^USE TEMP B-TREE FOR (GROUP|ORDER) BY$/,
    of: /as "parts"/,
    why: 'of the first ones of a few indexes',
  },
  { step: /^SCAN CONSTANT ROW$/, of: /^select \(select max/, why: 'each maximum is found in an index' },
  { step: /^SCAN matching$/, of: /limit \?\) as "matching"$/, why: 'at most 10,000, found in an index' },
  { step: /^SCAN \w+ USING COVERING INDEX/, of: /count\(\*\)|limit \?$/, why: 'counted in the index' },
  {
    step: /^SCAN events USING INDEX events_(undelivered_dead_at|dead_sequence)$/,
    of: /_at" is /,
    why: 'only these are in it',
  },
  {
    step: /^SCAN checkouts USING INDEX checkouts_created_at_amount_value$/,
    of: /limit \?$/,
    why: 'in order, to the limit',
  },
  {
    step: /^SCAN events$/,
    of: /from "events" (where "delivered_at" is not null )?order by "sequence" desc limit \?$/,
    why: 'in order, to the limit: nearly all are delivered',
  },
  { step: /^USE TEMP B-TREE FOR (RIGHT|LAST)/, of: /./, why: 'of those of one moment' },
  { step: /^USE TEMP B-TREE FOR ORDER BY$/, of: /order by random\(\) limit/, why: 'by chance, of a hundred' },
  { step: /^SCAN first$/, of: /order by random\(\) limit/, why: 'the hundred' },
  { step: /^USE TEMP B-TREE FOR GROUP BY$/, of: /as "waiting" where/, why: 'of those that wait' },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    of: /from "payouts" where "state" in/,
    why: 'of those that are not finished',
  },
  {
    step: /^USE TEMP B-TREE FOR ORDER BY$/,
    of: /"type" in/,
    why: 'of reviews, each of which a person resolves',
  },
];

/** Without statistics, which are never collected, it plans alike for a store of any size. */
function faultsInFile(database: Database.Database, { sql, parameters }: Statement): readonly string[] {
  const rows = database
    .prepare(`explain query plan ${sql}`)
    .all(parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  const steps = rows.map((row) => String(Object(row).detail));
  return steps.filter(
    (step) =>
      /^SCAN|TEMP B-TREE/.test(step) &&
      !HARMLESS.some((harmless) => harmless.step.test(step) && harmless.of.test(sql)),
  );
}
