import type { Kysely } from 'kysely';
import type { MovementRow } from './ledger-schema.js';
import type { Schema } from './schema.js';

/** Lists the movements of an order, oldest first, also after retention has deleted its checkout. */
export function listMovements(db: Kysely<Schema>, orderId: string): Promise<readonly MovementRow[]> {
  return db.selectFrom('movements').selectAll().where('order_id', '=', orderId).orderBy('number').execute();
}
