import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import type { ServiceCall, ServiceCalls } from './calls.js';
import { ServiceError } from './errors.js';
import {
  FieldError,
  isAbsent,
  isObject,
  readableText,
  reference,
  wholeNumber,
  type JsonFields,
} from './fields.js';
import type { OnUnreadableRecord } from './types.js';

/** Service doc, "Limits". */
const RECORDS_PER_CALL = 100;

/** A failure after the first page is probably temporary. */
const RETRIES_WITHIN_LIST = 2;

export interface Page<T> {
  readonly entries: readonly T[];
  /** The parameters of `OnUnreadableRecord`. */
  readonly unreadable: readonly Parameters<OnUnreadableRecord>[];
  /** Number of records, including unreadable ones. */
  readonly records: number;
  /** Number of records on all pages; `null` if the service does not state it. */
  readonly total: number | null;
}

/**
 * Parses a list. Skips invalid entries: one of them must not hide 99 others.
 * @param isReported returns whether the caller handles an invalid entry itself
 * @throws {FieldError} if it is not a list, or if all entries are invalid and the caller handles none
 */
export function parseEntries<T>(
  list: unknown,
  parse: (entry: unknown) => T,
  isWanted: (entry: T) => boolean = () => true,
  isReported: (value: unknown, error: unknown) => boolean = () => false,
): readonly T[] {
  if (!Array.isArray(list)) throw new FieldError('result');
  const entries: T[] = [];
  let unreadable: unknown;
  let reported = 0;
  for (const value of list) {
    try {
      const entry = parse(value);
      if (isWanted(entry)) entries.push(entry);
    } catch (error) {
      if (isReported(value, error)) reported += 1;
      else unreadable = error;
    }
  }
  if (unreadable !== undefined && entries.length + reported === 0) throw unreadable;
  return entries;
}

/**
 * Parses a page. Skips unreadable records.
 * @param isReported whether the caller handles unreadable records: then all records of a page may be unreadable
 * @throws {FieldError} like `parseEntries`
 */
export function pageOf<T>(
  list: unknown,
  parse: (entry: unknown) => T,
  { isReported, total }: { readonly isReported: boolean; readonly total?: unknown },
): Page<T> {
  const unreadable: Page<T>['unreadable'][number][] = [];
  const entries = parseEntries(list, parse, undefined, (value, error) => {
    const fields = isObject(value) ? value : {};
    unreadable.push([
      readableText(fields, 'uuid'),
      error instanceof FieldError ? error.message : 'result',
      ownerOf(fields),
    ]);
    return isReported;
  });
  const records = entries.length + unreadable.length;
  return { entries, unreadable, records, total: wholeNumber(total) };
}

function ownerOf(fields: JsonFields): string | null | undefined {
  const key = ['order_id', 'identify'].find((name) => Object.hasOwn(fields, name));
  if (key === undefined) return undefined;
  return isAbsent(fields, key) ? null : (reference(fields, key) ?? undefined);
}

/**
 * Yields the entries of all pages: each id once, and again if a later page has a more advanced state. Pages may be shorter than
 * requested. Without a total, the first page shows their length. A page without a new id is the last one, so every list ends.
 * @param options.isMore returns whether the first of two states is more advanced
 * @throws {ServiceError} `invalid_response` if the list ends before the total is reached
 */
export async function* paginate<T extends { readonly id: string }>(
  calls: ServiceCalls,
  call: ServiceCall<Page<T>>,
  {
    isMore = () => false,
    onUnreadable,
  }: {
    readonly isMore?: (entry: T, known: T) => boolean;
    readonly onUnreadable?: OnUnreadableRecord | undefined;
  },
): AsyncGenerator<T, void, undefined> {
  const seen = new Map<string, T>();
  const unread = new Set<string>();
  const incomplete = () =>
    new ServiceError('invalid_response', call.operation, { cause: new FieldError('all_count') });
  let offset = 0;
  let fullPage = 0;
  // `limit` counts from the record at `offset` (service doc, "List invoices"). It is also "the number of the last record wanted": a
  // service that counts from the first record returns an empty second page.
  let countsFromFirst = false;
  for (;;) {
    const limit = countsFromFirst ? offset + RECORDS_PER_CALL : RECORDS_PER_CALL;
    const body = { ...call.body, offset, limit };
    const request = () => calls.read({ ...call, body });
    const page = await (offset === 0 ? request() : retryWithinList(request)).catch((error: unknown) => {
      const isRejectedLimit = error instanceof ServiceError && error.code === 'refused' && countsFromFirst;
      throw isRejectedLimit ? incomplete() : error;
    });
    const { entries, unreadable, records, total } = page;
    const idsBefore = seen.size + unread.size;
    for (const [id, ...rest] of unreadable) {
      // Records without an id cannot be deduplicated.
      if (id === null || !unread.has(id)) onUnreadable?.(id, ...rest);
      if (id !== null) unread.add(id);
    }
    for (const [id, entry] of byId(entries, isMore)) {
      const known = seen.get(id);
      if (known && !isMore(entry, known)) continue;
      seen.set(id, entry);
      yield entry;
    }
    offset += records;
    if (total !== null && offset >= total) return;
    if (seen.size + unread.size === idsBefore) {
      if (total === null) return;
      if (records > 0 || offset === 0 || countsFromFirst) throw incomplete();
      countsFromFirst = true;
      continue;
    }
    if (total === null && records < fullPage) return;
    fullPage = Math.max(fullPage, records);
  }
}

/** Returns the most advanced state of each id. */
export function byId<T extends { readonly id: string }>(
  entries: readonly T[],
  isMore: (entry: T, known: T) => boolean,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const entry of entries) {
    const known = found.get(entry.id);
    if (!known || isMore(entry, known)) found.set(entry.id, entry);
  }
  return found;
}

function retryWithinList<T>(work: () => Promise<T>): Promise<T> {
  const isOfService = handleWhen((error) => error instanceof ServiceError);
  const options = { maxAttempts: RETRIES_WITHIN_LIST, backoff: new ExponentialBackoff() };
  return retry(isOfService, options).execute(work);
}
