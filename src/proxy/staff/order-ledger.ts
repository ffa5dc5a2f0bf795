import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { iso } from '../base/time.js';
import { ledgerOf } from '../domain/settlement.js';
import { MOVEMENT_KINDS, totalsOf, type Movement } from '../domain/movement.js';
import type { CheckoutRecord } from '../domain/record.js';
import { serializeSums } from '../domain/serialize-invoice.js';
import { findCheckout } from '../store/admin-queries.js';
import type { MovementRow, Schema } from '../store/schema.js';
import { listMovements } from '../store/ledger-rows.js';

/** A movement of an order's money, with the sums of its invoice after it. Amounts are exact decimal text in the coin. */
export interface LedgerLine {
  readonly number: number;
  readonly at: string;
  /** The service's id of the invoice. */
  readonly invoice: string | null;
  readonly currency: string;
  readonly kind: string;
  readonly amount: string;
  readonly source: string;
  /** Transaction ids, a payout id, or the name of a person. */
  readonly reference: string | null;
  readonly note: string | null;
  /** Received and neither reserved, refunded nor dismissed: what is applied or owed. */
  readonly here: string;
  readonly received: string;
  readonly reserved: string;
  readonly refunded: string;
  readonly dismissed: string;
}

export interface OrderLedger {
  readonly order: string;
  readonly lines: readonly LedgerLine[];
  /** The present sums of each invoice; empty after retention has deleted the checkout. */
  readonly invoices: readonly {
    readonly invoice: string;
    readonly currency: string;
    readonly received: string;
    readonly applied: string;
    readonly owed: string;
    readonly reserved: string;
    readonly refunded: string;
    readonly dismissed: string;
  }[];
}

/** Reads the ledger of an order by the id of the order or of its checkout; `null` if the id is unknown. */
export async function readOrderLedger(db: Kysely<Schema>, id: string): Promise<OrderLedger | null> {
  const record = await findCheckout(db, id);
  const order = record?.order.id ?? id;
  const rows = await listMovements(db, order);
  if (!record && rows.length === 0) return null;
  return { order, lines: toLines(rows), invoices: record ? sumsOf(record) : [] };
}

/** Fees that the service stated later concern the books, not the money of the order. */
function toLines(all: readonly MovementRow[]): readonly LedgerLine[] {
  const rows = all.filter(({ kind }) => kind !== 'adjusted');
  return rows.map((row) => {
    const before = rows.filter((other) => isSameInvoice(other, row) && other.number <= row.number);
    const { received, here, reserved, sent, dismissed } = totalsOf(before.map(toTotalled));
    const { currency, kind, amount, source, note } = row;
    return {
      number: Number(row.number),
      at: iso(row.at),
      invoice: row.invoice_id,
      ...{ currency, kind, amount, source, reference: referenceText(row), note },
      ...{ here, received, reserved, refunded: sent, dismissed },
    };
  });
}

function isSameInvoice(one: MovementRow, other: MovementRow): boolean {
  return one.checkout_id === other.checkout_id && one.sequence === other.sequence;
}

const kindSchema = v.picklist(MOVEMENT_KINDS);

/** Returns the fields that determine the sums. */
function toTotalled({ kind, amount }: MovementRow): Pick<Movement, 'kind' | 'amount'> {
  return { kind: v.parse(kindSchema, kind), amount };
}

const transactionsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

function referenceText({ payout_id, transactions, about, person }: MovementRow): string | null {
  if (payout_id !== null) return payout_id;
  const texts = transactions === null ? [about, person] : v.parse(transactionsSchema, transactions);
  return texts.filter((text) => text !== null).join(', ') || null;
}

function sumsOf(record: CheckoutRecord): OrderLedger['invoices'] {
  return ledgerOf(record).invoices.map((ledger) => {
    const { serviceId: invoice, currency } = ledger.invoice;
    const { received, applied, owed, reserved, refunded, dismissed } = serializeSums(ledger);
    return { invoice, currency, received, applied, owed, reserved, refunded, dismissed };
  });
}
