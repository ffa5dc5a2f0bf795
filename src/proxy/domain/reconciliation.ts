import { currencyOf, isCurrencyCode, isZeroAmount } from '../../payment/index.js';
import { addSignedAmounts, negateAmount } from '../../payment/signed-amount.js';
import type { BookDifference, BookMismatch, BookSide } from '../../protocol/index.js';
import type { Invoice } from '../../service/index.js';
import { STATUSES_WITH_MONEY } from '../../service/invoice.js';
import { isSameWithdrawalAmount } from '../../service/withdrawal.js';
import type { BookMovement } from './books.js';
import { changeOf, statedPaymentOf, statedWithdrawalOf } from './stated-change.js';

/** The money of one record of the service, by the books. */
export interface BookedRecord extends Pick<BookMismatch, 'kind' | 'order' | 'payout'> {
  /** The service's id; `null`: unknown. */
  readonly id: string | null;
  readonly side: BookSide & {
    readonly currency: string;
    readonly amount: string;
    readonly balanceChange: string;
  };
}

/** Adds up movements to records of the service. */
export function bookedRecords(movements: readonly BookMovement[]): readonly BookedRecord[] {
  const groups = new Map<string, BookMovement[]>();
  for (const movement of movements) {
    const key = keyOf(movement);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(movement);
    else groups.set(key, [movement]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [toBookedRecord(first, group)] : [];
  });
}

/** Returns the service's id of the money that moved: of a withdrawal for a payout, of the invoice otherwise. */
export function recordIdOf(movement: BookMovement): string | null {
  return movement.payout === null ? movement.invoice : movement.withdrawal;
}

function keyOf(movement: BookMovement): string | null {
  const { kind, payout, invoice, deposit } = movement;
  if (kind !== 'received' && kind !== 'sent' && kind !== 'adjusted') return null;
  return JSON.stringify(payout === null ? ['payment', invoice, deposit] : ['payout', payout]);
}

function toBookedRecord(first: BookMovement, group: readonly BookMovement[]): BookedRecord {
  const { payout, deposit, order, currency } = first;
  return {
    kind: payout === null ? (deposit === null ? 'payment' : 'deposit') : 'withdrawal',
    id: group.map(recordIdOf).find((id) => id !== null) ?? null,
    ...{ order, payout },
    side: {
      currency,
      amount: addSignedAmounts(group.map(({ amount }) => amount)),
      balanceChange: addSignedAmounts(group.map((movement) => changeOf(movement).change)),
      status: null,
    },
  };
}

/** The money of one record, by the service. */
export interface ServiceRecord {
  readonly id: string;
  readonly order: string | null;
  /** `null`: the service does not state the type. */
  readonly isWithdrawal: boolean | null;
  /** What the record states as a payment, and as a withdrawal. */
  readonly payment: BookSide;
  readonly withdrawal: BookSide;
}

/** Returns the money of an entry of "List invoices" or "Invoice information". */
export function serviceRecordOf(record: Invoice): ServiceRecord {
  const { id, orderId: order, status, type } = record;
  const code = record.currency?.code ?? null;
  // The amounts of a coin that this release does not know are compared as they are stated.
  const currency = code !== null && isCurrencyCode(code) ? code : null;
  const { paid, total: credited } = statedPaymentOf(record, currency);
  const { total: taken } = statedWithdrawalOf(record, currency);
  const isUnstated = record.amountPaid === null && STATUSES_WITH_MONEY.includes(status);
  const side = { currency: code, status };
  return {
    ...{ id, order },
    isWithdrawal: type === null ? null : type === 'dw',
    payment: { ...side, amount: isUnstated ? null : paid, balanceChange: credited },
    withdrawal: {
      ...side,
      amount: record.amount,
      balanceChange: taken === null ? null : negateAmount(taken),
    },
  };
}

/** Returns whether a record that is not in the books should be. */
function hasMoney({ isWithdrawal, payment, withdrawal }: ServiceRecord): boolean {
  if (isWithdrawal) return withdrawal.status !== 'canceled';
  const { amount, balanceChange } = payment;
  return amount === null || !isZeroAmount(amount) || (balanceChange !== null && !isZeroAmount(balanceChange));
}

/** Returns in what the record of the service differs from the books. A field that the service does not state does not differ. */
function differencesOf(
  { kind, side: here }: BookedRecord,
  { isWithdrawal, ...there }: ServiceRecord,
): readonly BookDifference[] {
  const isPaidOut = kind === 'withdrawal';
  const { currency, amount, balanceChange, status } = isPaidOut ? there.withdrawal : there.payment;
  const isSameKind = isWithdrawal === null || isWithdrawal === isPaidOut;
  // The service counts in floats, and may lose the last digits of a long amount that was sent to it.
  const isSameAmount = (one: string) =>
    isPaidOut ? isSameWithdrawalAmount(one, here.amount) : one === here.amount;
  const differs: Readonly<Record<BookDifference, boolean>> = {
    currency: currency !== null && !isSameCurrency(currency, here.currency),
    amount: amount !== null && !isSameAmount(amount),
    balance: balanceChange !== null && balanceChange !== here.balanceChange,
    // The service may have given back what a canceled withdrawal took.
    status: !isSameKind || (isPaidOut && status === 'canceled'),
  };
  const found: BookDifference[] = [];
  if (differs.currency) found.push('currency');
  if (differs.amount) found.push('amount');
  if (differs.balance) found.push('balance');
  if (differs.status) found.push('status');
  return found;
}

/** Accepts a base code such as `USDT`, unless it is the full code of another currency. */
function isSameCurrency(there: string, here: string): boolean {
  if (there === here) return true;
  return !isCurrencyCode(there) && isCurrencyCode(here) && there === currencyOf(here).symbol;
}

/** The records of a period on which the books and the service do not agree, and the numbers of the others. */
export interface Comparison {
  readonly matched: number;
  /** Records of the service without money, which the books do not contain. */
  readonly unpaid: number;
  readonly mismatches: readonly BookMismatch[];
}

/** Holds the books against the records of the service. */
export function compareBooks(
  booked: readonly BookedRecord[],
  records: ReadonlyMap<string, ServiceRecord>,
): Comparison {
  let matched = 0;
  let unpaid = 0;
  const mismatches: BookMismatch[] = [];
  const known = new Set<string>();
  for (const here of booked) {
    const { id, side } = here;
    if (id !== null) known.add(id);
    const there = id === null ? undefined : records.get(id);
    const differences = there ? differencesOf(here, there) : [];
    if (there && differences.length === 0) matched += 1;
    else {
      const result = there ? 'different' : 'only_here';
      const record = here.kind === 'withdrawal' ? there?.withdrawal : there?.payment;
      mismatches.push({ result, ...identityOf(here), here: side, there: record ?? null, differences });
    }
  }
  for (const there of records.values()) {
    if (known.has(there.id)) continue;
    const { id, order } = there;
    const kind = there.isWithdrawal ? 'withdrawal' : 'payment';
    if (!hasMoney(there)) unpaid += 1;
    else
      mismatches.push({
        ...{ result: 'only_there', kind, id, order, payout: null },
        ...{ here: null, there: there[kind], differences: [] },
      });
  }
  return { matched, unpaid, mismatches };
}

function identityOf({ kind, id, order, payout }: BookedRecord) {
  return { kind, id, order, payout };
}
