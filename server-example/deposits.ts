// Deposits to the permanent addresses of customers, in the same file as the orders. A real shop credits an account.
import Database from 'libsql';
import type { DepositReceivedEvent } from 'crypto-checkout/proxy';
import type { OrdersOptions } from './orders.js';

/** A deposit as the customer sees it. `amount` is exact decimal text, or `null` if unknown. */
export type Deposit = Pick<DepositReceivedEvent, 'id' | 'amount' | 'currency' | 'verified' | 'createdAt'>;

const TABLE = `create table if not exists deposits (
  id text primary key, customer text not null, currency text not null, amount text, verified integer not null,
  created_at text not null
)`;

/** A deposit may be reported again, and later as verified: it still counts once. */
const UPSERT = `insert into deposits (id, customer, currency, amount, verified, created_at) values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update set verified = 1, amount = excluded.amount where excluded.verified = 1`;

const OF_CUSTOMER = `select id, amount, currency, verified, created_at as createdAt
  from deposits where customer = ? order by rowid`;

export class Deposits {
  readonly #db: Database.Database;
  readonly #testMode: boolean;

  /** @param path of the file, created if missing; `:memory:` for tests */
  constructor(path: string, { testMode }: OrdersOptions) {
    this.#testMode = testMode;
    this.#db = new Database(path);
    this.#db.exec(TABLE);
  }

  record({ id, customer, currency, amount, verified, createdAt, testMode }: DepositReceivedEvent): void {
    if (testMode && !this.#testMode) return;
    this.#db.prepare(UPSERT).run(id, customer, currency, amount, verified ? 1 : 0, createdAt);
  }

  /** Oldest first. */
  of(customer: string): readonly Deposit[] {
    const rows = this.#db.prepare<string[]>(OF_CUSTOMER).all(customer) as readonly Row[];
    return rows.map((row) => ({ ...row, verified: row.verified === 1 }));
  }

  close(): void {
    this.#db.close();
  }
}

type Row = Omit<Deposit, 'verified'> & { readonly verified: number };
