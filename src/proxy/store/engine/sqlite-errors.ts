import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { StoreError, type StoreProblem } from './store-error.js';

const BUSY = 5;
const DAMAGED: StoreProblem = ['is damaged', 'Stop the proxy and restore the latest backup'];
const FOREIGN: StoreProblem = [
  'is not an SQLite file',
  "Use the value of the proxy's option store, or move the file away for a new one",
];
/** Page size of a store. */
const PAGE_BYTES = 4096;
/** First bytes of every SQLite file ("Database File Format", 1.3.1). */
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** By SQLite's primary result code ("Result and Error Codes"). */
const REMEDIES: ReadonlyMap<number, StoreProblem> = new Map([
  [BUSY, ['is locked by another process', 'End that process, such as a backup or an open shell']],
  [
    8,
    [
      'is read-only',
      'Give this process write permission for the file and its folder, on a disk that is mounted writable',
    ],
  ],
  [10, ['cannot be written (disk full or disk failure)', 'Free space, or check the disk']],
  [11, DAMAGED],
  [13, ['cannot be written (disk full)', 'Free space on its disk']],
  [14, ['cannot be opened', 'Check that its folder exists and that this process may write there']],
  [26, FOREIGN],
]);

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/**
 * Rejects a file that ends within its first page: SQLite would treat it as empty and overwrite it.
 * @throws {StoreError} if the file is truncated
 */
export function assertCompleteFile(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.size === 0 || file.size >= PAGE_BYTES) return;
  const [problem, remedy] = MAGIC.subarray(0, file.size).equals(readMagic(path)) ? DAMAGED : FOREIGN;
  throw new StoreError(`"${path}" ${problem}`, remedy);
}

function readMagic(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAGIC.length);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** Converts known errors to a `StoreError` with a remedy, and returns others unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  const known = REMEDIES.get(primaryCode(error));
  return known === undefined ? error : new StoreError(`"${path}" ${known[0]}`, known[1], { cause: error });
}

/** Reads the numeric code, since libsql names only some of the codes. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('rawCode' in error) || typeof error.rawCode !== 'number') return 0;
  return error.rawCode & 0xff;
}
