// What customers have sent to their permanent addresses, beside the orders in the shop's file. A real shop credits an
// account with it.
import Database from 'libsql';
import type { DepositReceivedEvent } from 'crypto-checkout/proxy';
import type { BooksOptions } from './orders.js';

/** What the shop tells its customer of a deposit. `amount` is exact decimal text, or `null` where it is not known. */
export type Deposit = Pick<DepositReceivedEvent, 'id' | 'amount' | 'currency' | 'verified' | 'createdAt'>;

const TABLE = `create table if not exists deposits (
  id text primary key, customer text not null, currency text not null, amount text, verified integer not null,
  created_at text not null
)`;

/** The same deposit may be told again, and as verified later: it still counts once. */
const NOTE = `insert into deposits (id, customer, currency, amount, verified, created_at) values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update set verified = 1, amount = excluded.amount where excluded.verified = 1`;

const OF_CUSTOMER = `select id, amount, currency, verified, created_at as createdAt
  from deposits where customer = ? order by rowid`;

export class Deposits {
  readonly #db: Database.Database;
  readonly #testMode: boolean;

  /** @param path of the file, which is made if it is not there; `:memory:` forgets */
  constructor(path: string, { testMode }: BooksOptions) {
    this.#testMode = testMode;
    this.#db = new Database(path);
    this.#db.exec(TABLE);
  }

  record({ id, customer, currency, amount, verified, createdAt, testMode }: DepositReceivedEvent): void {
    if (testMode && !this.#testMode) return;
    this.#db.prepare(NOTE).run(id, customer, currency, amount, verified ? 1 : 0, createdAt);
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
