import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StoreError } from './store-error.js';

const BUSY = 5;
const DAMAGED = 'is damaged: stop the proxy, and put the last good copy in its place';
const FOREIGN =
  'is no SQLite file: give the path that the proxy has as its store, or move the file away for a new one';
/** Of a store. */
const PAGE_BYTES = 4096;
/** What every SQLite file begins with ("Database File Format", 1.3.1). */
const BEGINNING = Buffer.from('SQLite format 3\0', 'latin1');

/** By SQLite's primary result code ("Result and Error Codes"). */
const REMEDIES: ReadonlyMap<number, string> = new Map([
  [BUSY, 'is held by another process: end what holds it, such as a backup or an open shell'],
  [
    8,
    'cannot be written: give this process the right to write the file and its folder, on a disk that is mounted for writing',
  ],
  [
    10,
    'cannot be written: there is no room for it to grow, or its disk fails. Make room, or look at the disk',
  ],
  [11, DAMAGED],
  [13, 'cannot be written: there is no room. Make room on its disk'],
  [14, 'cannot be opened: does its folder exist, and may this process write there?'],
  [26, FOREIGN],
]);

/** Does another process have the file to itself at this moment? */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/**
 * SQLite takes a file that ends within its first page for an empty one, and would begin anew over what is left of it.
 * @throws {StoreError}
 */
export function assertCompleteFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.size === 0 || file.size >= PAGE_BYTES) return;
  const trouble = BEGINNING.subarray(0, file.size).equals(beginningOf(path)) ? DAMAGED : FOREIGN;
  throw new StoreError(`store: "${path}" ${trouble}`);
}

function beginningOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING.length);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** An error that says what to do; anything else as it is. */
export function toStoreError(error: unknown, path: string): unknown {
  const trouble = REMEDIES.get(primaryCode(error));
  return trouble === undefined ? error : new StoreError(`store: "${path}" ${trouble}`, { cause: error });
}

/** libsql has a name for some of the codes only. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('rawCode' in error) || typeof error.rawCode !== 'number') return 0;
  return error.rawCode & 0xff;
}
