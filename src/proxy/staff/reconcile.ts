import type { Kysely } from 'kysely';
import type { Reconciliation } from '../../protocol/index.js';
import { ServiceError, type Invoice, type ServiceClient } from '../../service/index.js';
import { dayOf } from '../domain/books.js';
import {
  bookedRecords,
  compareBooks,
  recordIdOf,
  serviceRecordOf,
  type BookedRecord,
  type ServiceRecord,
} from '../domain/reconciliation.js';
import type { BookMovement } from '../domain/books.js';
import { findMovementsOfRecords, readBookMovements } from '../store/books.js';
import type { Schema } from '../store/schema.js';
import { bookPeriod, type BookDays } from './books.js';

/** The calls that a reconciliation needs. */
export type ReconcileCalls = Pick<ServiceClient, 'listInvoices' | 'invoices'>;

export interface ReconcileOptions {
  readonly service: ReconcileCalls;
  /** Whether records in test mode count as money. */
  readonly acceptsTestMode: boolean;
  /** Called with the number of records that the service has listed. If it throws, so does the reconciliation. */
  readonly onProgress?: (records: number) => void;
}

/** Service doc, "Limits": ids per call of "Invoice information". */
const MAX_IDS = 100;

/**
 * Holds the books against the service's list, to the last digit. Compares all money of each record that the service lists for the
 * period, or that moved in it: a payment may arrive in another period than its invoice was created in.
 */
export async function reconcileBooks(
  db: Kysely<Schema>,
  days: BookDays,
  { service, acceptsTestMode, onProgress = () => undefined }: ReconcileOptions,
): Promise<Reconciliation> {
  const unreadable = new Map<string, Reconciliation['unreadable'][number]>();
  const addUnreadable = (id: string | null, field: string) =>
    void unreadable.set(id ?? `without id ${unreadable.size}`, { id, field });
  const records = new Map<string, ServiceRecord>();
  const addRecord = (invoice: Invoice) => {
    if (acceptsTestMode || !invoice.testMode) records.set(invoice.id, serviceRecordOf(invoice));
  };
  let listed = 0;
  for await (const invoice of service.listInvoices({ start: days.from, end: days.to }, addUnreadable)) {
    addRecord(invoice);
    onProgress((listed += 1));
  }
  const booked = await readBooked(db, days, [...records.keys()]);
  const unlisted = booked.flatMap(({ id }) => (id === null || records.has(id) ? [] : id));
  for (let start = 0; start < unlisted.length; start += MAX_IDS)
    for (const invoice of await fetchKnown(service, unlisted.slice(start, start + MAX_IDS), addUnreadable))
      addRecord(invoice);
  // An unreadable record is there, but cannot be compared.
  const comparable = booked.filter(({ id }) => id === null || records.has(id) || !unreadable.has(id));
  const { matched, unpaid, mismatches } = compareBooks(comparable, records);
  const count = (result: Reconciliation['mismatches'][number]['result']) =>
    mismatches.filter((mismatch) => mismatch.result === result).length;
  return {
    ...{ from: dayOf(days.from.getTime()), to: dayOf(days.to.getTime()) },
    closes: mismatches.length === 0 && unreadable.size === 0,
    ...{ matched, unpaid, mismatches },
    ...{ onlyHere: count('only_here'), onlyThere: count('only_there'), different: count('different') },
    unreadable: [...unreadable.values()],
  };
}

/** Reads the money of these records, and of all whose money moved in the period. */
async function readBooked(
  db: Kysely<Schema>,
  days: BookDays,
  listed: readonly string[],
): Promise<readonly BookedRecord[]> {
  const ids = new Set(listed);
  const withoutId: BookMovement[] = [];
  for await (const movement of readBookMovements(db, bookPeriod(days))) {
    if (!CHANGING.has(movement.kind)) continue;
    const id = recordIdOf(movement);
    if (id === null) withoutId.push(movement);
    else ids.add(id);
  }
  const found = await findMovementsOfRecords(db, [...ids]);
  const wanted = found.filter((movement) => ids.has(recordIdOf(movement) ?? ''));
  return bookedRecords([...wanted, ...withoutId]);
}

const CHANGING: ReadonlySet<BookMovement['kind']> = new Set(['received', 'sent', 'adjusted']);

/** Fetches the records that the service knows. It may refuse a call with one unknown id: then the halves are fetched. */
async function fetchKnown(
  service: Pick<ServiceClient, 'invoices'>,
  ids: readonly string[],
  onUnreadable: (id: string, field: string) => void,
): Promise<readonly Invoice[]> {
  if (ids.length === 0) return [];
  try {
    return [...(await service.invoices(ids, onUnreadable)).values()];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'refused') throw error;
    if (ids.length === 1) return [];
    const middle = Math.ceil(ids.length / 2);
    const halves = [ids.slice(0, middle), ids.slice(middle)];
    const found: Invoice[] = [];
    for (const half of halves) found.push(...(await fetchKnown(service, half, onUnreadable)));
    return found;
  }
}
