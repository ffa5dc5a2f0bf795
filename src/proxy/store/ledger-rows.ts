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
import type { PayoutRecord } from '../domain/payout.js';
import { MOVEMENT_KINDS, MOVEMENT_SOURCES, type Movement, type StatedChange } from '../domain/movement.js';
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

/** Lists the movements of a payout, of its refund or its own, oldest first. */
export function listPayoutMovements(db: Kysely<Schema>, payoutId: string): Promise<readonly MovementRow[]> {
  return db.selectFrom('movements').selectAll().where('payout_id', '=', payoutId).orderBy('number').execute();
}

/** Adds a movement of a payout that is not part of a checkout. */
export async function addPayoutMovement(
  db: Kysely<Schema>,
  { currency }: PayoutRecord,
  movement: Movement,
): Promise<void> {
  await db.insertInto('movements').values(toOtherMovementRow({ currency }, movement)).execute();
}

/** Adds the transaction of a sent payout, once. */
export async function addTransactionOfPayout(
  db: Kysely<Schema>,
  payoutId: string,
  transaction: string,
): Promise<void> {
  await db
    .updateTable('movements')
    .set({ transactions: JSON.stringify([transaction]) })
    .where('payout_id', '=', payoutId)
    .where('kind', '=', 'sent')
    .where('transactions', 'is', null)
    .execute();
}

type NewMovementRow = Omit<MovementRow, 'number'>;

export function toMovementRow(
  { id: checkoutId, order }: CheckoutRecord,
  invoice: InvoiceRecord,
  movement: Movement,
): NewMovementRow {
  return {
    ...NO_OWNER,
    checkout_id: checkoutId,
    sequence: invoice.sequence,
    order_id: order.id,
    invoice_id: invoice.stage === 'creating' ? null : invoice.serviceId,
    currency: invoice.currency,
    price_amount: invoice.price.amount,
    price_currency: invoice.price.currency,
    ...movementColumns(movement),
  };
}

/** Returns the row of a movement that belongs to no checkout. */
export function toOtherMovementRow(
  owner: Pick<MovementRow, 'currency'> &
    Partial<Pick<MovementRow, 'deposit_id' | 'invoice_id' | 'refund_id'>>,
  movement: Movement,
): NewMovementRow {
  return { ...NO_OWNER, ...movementColumns(movement), ...owner };
}

const NO_OWNER = {
  ...{ checkout_id: null, sequence: null, deposit_id: null, order_id: null, invoice_id: null },
  ...{ price_amount: null, price_currency: null },
} as const;

type MovementColumns = Omit<NewMovementRow, keyof typeof NO_OWNER | 'currency'>;

function movementColumns(movement: Movement): MovementColumns {
  const { position, kind, amount, atMs: at, source } = movement;
  const stated = 'stated' in movement ? movement.stated : null;
  return {
    ...{ position, kind, amount, at, source, ...NO_DETAILS },
    balance_change: stated?.change ?? null,
    service_fee: stated?.serviceFee ?? null,
    network_fee: stated?.networkFee ?? null,
    ...detailColumns(movement),
  };
}

const NO_DETAILS = {
  ...{ payout_id: null, withdrawal_id: null, refund_id: null, transactions: null, about: null },
  ...{ person: null, note: null, paid_at: null, usd: null },
} as const;

function detailColumns(movement: Movement): Partial<MovementColumns> {
  switch (movement.kind) {
    case 'received': {
      const { transactions, paidAtMs, usd } = movement;
      return { transactions: JSON.stringify(transactions), paid_at: paidAtMs, usd };
    }
    case 'reserved':
    case 'released':
      return { payout_id: movement.payout, refund_id: movement.refund, person: movement.person };
    case 'sent': {
      const { payout, refund, withdrawal, person, usd } = movement;
      return { payout_id: payout, refund_id: refund, withdrawal_id: withdrawal, person, usd };
    }
    case 'adjusted': {
      const { payout, refund, withdrawal } = movement;
      return { payout_id: payout, refund_id: refund, withdrawal_id: withdrawal };
    }
    case 'dismissed':
    case 'accepted':
      return { about: movement.about, person: movement.person, note: movement.note };
  }
}

const textsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const aboutSchema = v.picklist(['late', 'owed']);
const kindSchema = v.picklist(MOVEMENT_KINDS);
const sourceSchema = v.picklist(MOVEMENT_SOURCES);

/** Reads a movement of a checkout. A row without a name is one of a checkout that retention has deleted. */
export function fromMovementRow(row: MovementRow): Movement {
  const { position, amount, at: atMs, note, usd, person } = row;
  const [payout, refund, withdrawal] = [row.payout_id, row.refund_id, row.withdrawal_id];
  const base = { position, amount, atMs, source: v.parse(sourceSchema, row.source) };
  const kind = v.parse(kindSchema, row.kind);
  const stated = statedOf(row);
  switch (kind) {
    case 'received': {
      const transactions = v.parse(textsSchema, row.transactions ?? '[]');
      return { ...base, kind, transactions, stated, usd, paidAtMs: row.paid_at };
    }
    case 'dismissed':
    case 'accepted':
      return { ...base, kind, about: v.parse(aboutSchema, row.about), person: person ?? '', note };
    case 'adjusted':
      return { ...base, kind, payout, refund, withdrawal, stated: stated ?? NO_CHANGE };
    case 'sent':
      return { ...base, kind, payout: payout ?? '', refund, withdrawal, person, stated, usd };
    default:
      return { ...base, kind, payout: payout ?? '', refund, person };
  }
}

const NO_CHANGE: StatedChange = { change: '0', serviceFee: '0', networkFee: '0' };

export function statedOf(
  row: Pick<MovementRow, 'balance_change' | 'service_fee' | 'network_fee'>,
): StatedChange | null {
  const { balance_change: change, service_fee: serviceFee, network_fee: networkFee } = row;
  return change === null || serviceFee === null || networkFee === null
    ? null
    : { change, serviceFee, networkFee };
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
