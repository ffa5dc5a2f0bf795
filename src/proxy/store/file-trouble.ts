/** The file cannot be used, for a reason outside this process. The message names the file and the remedy. */
export class StoreFileError extends Error {
  override readonly name = 'StoreFileError';
}

const BUSY = 5;

/** By SQLite's primary result code ("Result and Error Codes"). */
const TROUBLES: ReadonlyMap<number, string> = new Map([
  [BUSY, 'is held by another process: end what holds it, such as a backup or an open shell'],
  [
    8,
    'cannot be written: give this process the right to write the file and its folder, on a disk that is mounted for writing',
  ],
  [
    10,
    'cannot be written: there is no room for it to grow, or its disk fails. Make room, or look at the disk',
  ],
  [11, 'is damaged: stop the proxy, and put the last good copy in its place'],
  [13, 'cannot be written: there is no room. Make room on its disk'],
  [14, 'cannot be opened: does its folder exist, and may this process write there?'],
  [
    26,
    'is no SQLite file: give the path that the proxy has as its store, or move the file away for a new one',
  ],
]);

/** Does another process have the file to itself at this moment? */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** An error that says what to do; anything else as it is. */
export function explained(error: unknown, path: string): unknown {
  const trouble = TROUBLES.get(primaryCode(error));
  return trouble === undefined ? error : new StoreFileError(`store: "${path}" ${trouble}`, { cause: error });
}

/** libsql has a name for some of the codes only. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('rawCode' in error) || typeof error.rawCode !== 'number') return 0;
  return error.rawCode & 0xff;
}
