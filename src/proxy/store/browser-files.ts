import type { Store } from './store.js';

/** A file that pages load, under a name that contains a hash of its contents. */
export interface BrowserFile {
  readonly name: string;
  /** Compressed by brotli, in base64. */
  readonly brotli: string;
}

/** Stores the files that a process serves, and the current time. Writes each file once: a name always has the same contents. */
export async function saveBrowserFiles(
  store: Store,
  files: readonly BrowserFile[],
  nowMs: number,
): Promise<void> {
  if (files.length === 0) return;
  await store.transaction(async ({ tx }) => {
    const own = files.map(({ name }) => name);
    const stored = await tx
      .updateTable('browser_files')
      .set({ last_seen_at: nowMs })
      .where('name', 'in', own)
      .returning('name')
      .execute();
    const names = new Set(stored.map(({ name }) => name));
    const rows = files.flatMap(({ name, brotli }) =>
      names.has(name) ? [] : [{ name, brotli, last_seen_at: nowMs }],
    );
    if (rows.length === 0) return;
    // Another process of the same version may start at the same moment.
    await tx
      .insertInto('browser_files')
      .values(rows)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  });
}

/** Returns a file of this or another version, compressed by brotli, in base64. */
export async function findBrowserFile({ db }: Store, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('browser_files')
    .select('brotli')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.brotli;
}

/** Deletes the files that no process has stored since `beforeMs`. `ReleaseFiles` sets the age. */
export async function removeBrowserFiles({ db }: Store, beforeMs: number): Promise<void> {
  await db.deleteFrom('browser_files').where('last_seen_at', '<', beforeMs).execute();
}
