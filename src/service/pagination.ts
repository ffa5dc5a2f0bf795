import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import { ServiceError } from './errors.js';
import { FieldError, wholeNumber } from './fields.js';

/** "Limits": at most 100 records per request. */
const RECORDS_PER_CALL = 100;

/** A call that fails in the middle of a list, for whatever reason, is the one that differs: it is sent again. */
const RETRIES_WITHIN_LIST = 2;

/** `limit` counts from the record at `offset` ("List invoices"). */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly entries: readonly T[];
  /** How many records the service sent, the unreadable ones among them. */
  readonly records: number;
  /** How many it says there are on all pages; `null` when it does not say. */
  readonly total: number | null;
}

/**
 * The entries of one answer. One that cannot be read is left out, so that it does not hide the news of 99
 * others; an answer with nothing readable in it is refused.
 * @throws {FieldError}
 */
export function parseEntries<T>(
  list: unknown,
  parse: (entry: unknown) => T,
  isWanted: (entry: T) => boolean = () => true,
): readonly T[] {
  if (!Array.isArray(list)) throw new FieldError('result');
  const entries: T[] = [];
  let unreadable: unknown;
  for (const value of list) {
    try {
      const entry = parse(value);
      if (isWanted(entry)) entries.push(entry);
    } catch (error) {
      unreadable = error;
    }
  }
  if (unreadable !== undefined && entries.length === 0) throw unreadable;
  return entries;
}

/** @throws {FieldError} as `readable` */
export function pageOf<T>(list: unknown, parse: (entry: unknown) => T, total?: unknown): Page<T> {
  const entries = parseEntries(list, parse);
  return { entries, records: Array.isArray(list) ? list.length : 0, total: wholeNumber(total) };
}

/**
 * The entries of all pages, each id once, and once more where a later page has more of it. The pages may be shorter than
 * asked for; where no total is given, the first page shows how long they are. A page with nothing new is the last one,
 * whatever the service says, so that the list always ends.
 * @param isMore does the first of two states of one entry count, and not the second?
 * @throws {ServiceError} `invalid_response` when that page comes before the service's own total is reached
 */
export async function* paginate<T extends { readonly id: string }>(
  operation: string,
  ask: (operation: string, page: PageRequest) => Promise<Page<T>>,
  isMore: (entry: T, known: T) => boolean = () => false,
): AsyncGenerator<T, void, undefined> {
  const seen = new Map<string, T>();
  let offset = 0;
  let fullPage = 0;
  for (;;) {
    const page = { offset, limit: RECORDS_PER_CALL };
    const request = () => ask(operation, page);
    const { entries, records, total } = await (offset === 0 ? request() : retryWithinList(request));
    const seenBefore = seen.size;
    for (const [id, entry] of byId(entries, isMore)) {
      const known = seen.get(id);
      if (known && !isMore(entry, known)) continue;
      seen.set(id, entry);
      yield entry;
    }
    offset += records;
    if (total !== null && offset >= total) return;
    if (seen.size === seenBefore) {
      if (total === null) return;
      throw new ServiceError('invalid_response', operation, { cause: new FieldError('all_count') });
    }
    if (total === null && records < fullPage) return;
    fullPage = Math.max(fullPage, records);
  }
}

/** Each id once, with the entry that counts. */
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
  return retry(isOfService, { maxAttempts: RETRIES_WITHIN_LIST, backoff: new ExponentialBackoff() }).execute(
    work,
  );
}
