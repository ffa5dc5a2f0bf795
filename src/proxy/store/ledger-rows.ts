import type { Kysely } from 'kysely';
import type { MovementRow, Schema, DecisionRow, RefundRow, TransferRow } from './schema.js';
import * as v from 'valibot';
import {
  DECISION_SUBJECTS,
  DECISIONS,
  REFUND_REQUESTERS,
  REFUND_STATES,
  TRANSFER_STATES,
} from '../../protocol/index.js';
import { MOVEMENT_SOURCES, type Movement } from '../domain/movement.js';
import type {
  CheckoutRecord,
  DecisionRecord,
  InvoiceRecord,
  RefundRecord,
  TransferRecord,
} from '../domain/record.js';

/** Lists the movements of an order, oldest first, also after retention has deleted its checkout. */
export function listMovements(db: Kysely<Schema>, orderId: string): Promise<readonly MovementRow[]> {
  return db.selectFrom('movements').selectAll().where('order_id', '=', orderId).orderBy('number').execute();
}

type NewMovementRow = Omit<MovementRow, 'number'>;

export function toMovementRow(
  { id: checkoutId, order }: CheckoutRecord,
  invoice: InvoiceRecord,
  movement: Movement,
): NewMovementRow {
  return {
    checkout_id: checkoutId,
    sequence: invoice.sequence,
    deposit_id: null,
    position: movement.position,
    order_id: order.id,
    invoice_id: invoice.stage === 'creating' ? null : invoice.serviceId,
    currency: invoice.currency,
    kind: movement.kind,
    amount: movement.amount,
    at: movement.atMs,
    source: movement.source,
    ...referenceColumns(movement),
  };
}

/** `about` is part of the reference: the kinds that have it name a person. */
function referenceColumns(movement: Movement): Pick<MovementRow, 'reference' | 'note'> {
  switch (movement.kind) {
    case 'received':
      return { reference: JSON.stringify(movement.transactions), note: null };
    case 'dismissed':
    case 'accepted':
      return { reference: JSON.stringify([movement.about, movement.person]), note: movement.note };
    default:
      return { reference: movement.payout, note: null };
  }
}

const textsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const decidedSchema = v.pipe(v.string(), v.parseJson(), v.tuple([v.picklist(['late', 'owed']), v.string()]));
const kindSchema = v.variant('kind', [
  v.object({ kind: v.literal('received'), reference: textsSchema }),
  v.object({ kind: v.picklist(['reserved', 'released', 'sent']), reference: v.string() }),
  v.object({ kind: v.picklist(['dismissed', 'accepted']), reference: decidedSchema }),
]);
const sourceSchema = v.picklist(MOVEMENT_SOURCES);

export function fromMovementRow(row: MovementRow): Movement {
  const { position, amount, at: atMs, note } = row;
  const base = { position, amount, atMs, source: v.parse(sourceSchema, row.source) };
  const parsed = v.parse(kindSchema, row);
  switch (parsed.kind) {
    case 'received':
      return { ...base, kind: parsed.kind, transactions: parsed.reference };
    case 'dismissed':
    case 'accepted': {
      const [about, person] = parsed.reference;
      return { ...base, kind: parsed.kind, about, person, note };
    }
    default:
      return { ...base, kind: parsed.kind, payout: parsed.reference };
  }
}

export function toDecisionRow(checkoutId: string, decision: DecisionRecord, number: number): DecisionRow {
  const { invoice: sequence, about, decision: kind, amount, person, note, decidedAtMs } = decision;
  return {
    ...{ checkout_id: checkoutId, number, sequence, about, decision: kind, amount, person, note },
    decided_at: decidedAtMs,
  };
}

const subjectSchema = v.picklist(DECISION_SUBJECTS);
const decisionSchema = v.picklist(DECISIONS);

export function fromDecisionRow(row: DecisionRow): DecisionRecord {
  const { sequence: invoice, amount, person, note, decided_at: decidedAtMs } = row;
  return {
    ...{ invoice, amount, person, note, decidedAtMs },
    about: v.parse(subjectSchema, row.about),
    decision: v.parse(decisionSchema, row.decision),
  };
}

export function toRefundRow(checkoutId: string, refund: RefundRecord, number: number): RefundRow {
  const { id, invoice: sequence, address, email, amount, state, check, payout, reply } = refund;
  return {
    ...{ id, checkout_id: checkoutId, number, sequence, requested_by: refund.requestedBy },
    ...{ address, email, amount, state, requested_at: refund.requestedAtMs, proposals: refund.proposals },
    is_payment_included: refund.includesPayment,
    checked_by: check?.person ?? null,
    check_note: check?.note ?? null,
    checked_at: check?.checkedAtMs ?? null,
    payout_id: payout?.id ?? null,
    transaction_id: payout?.transaction ?? null,
    reply,
    decided_at: refund.decidedAtMs,
  };
}

const requesterSchema = v.picklist(REFUND_REQUESTERS);
const refundStateSchema = v.picklist([...REFUND_STATES, 'replaced']);

export function fromRefundRow(row: RefundRow): RefundRecord {
  const { id, sequence: invoice, address, email, amount, proposals, reply } = row;
  const { checked_by: person, check_note: note, checked_at: checkedAtMs, payout_id: payout } = row;
  return {
    ...{ id, invoice, address, email, amount, proposals, reply },
    requestedBy: v.parse(requesterSchema, row.requested_by),
    state: v.parse(refundStateSchema, row.state),
    includesPayment: row.is_payment_included,
    requestedAtMs: row.requested_at,
    check: person === null || note === null || checkedAtMs === null ? null : { person, note, checkedAtMs },
    payout: payout === null ? null : { id: payout, transaction: row.transaction_id },
    decidedAtMs: row.decided_at,
  };
}

export function toTransferRow(checkoutId: string, transfer: TransferRecord): TransferRow {
  const { id: number, invoice: sequence, state, wallet, transaction, askedAtMs, received } = transfer;
  return {
    ...{ checkout_id: checkoutId, number, sequence, state, wallet, received },
    transaction_id: transaction,
    requested_at: askedAtMs,
  };
}

const transferStateSchema = v.picklist([...TRANSFER_STATES, 'refused']);

export function fromTransferRow(row: TransferRow): TransferRecord {
  const { number: id, sequence: invoice, wallet, received } = row;
  return {
    ...{ id, invoice, wallet, received, transaction: row.transaction_id, askedAtMs: row.requested_at },
    state: v.parse(transferStateSchema, row.state),
  };
}
