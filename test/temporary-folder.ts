import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A test, or `{ after }` of node:test for all tests of a suite. */
interface Owner {
  after(work: () => void): void;
}

/** An empty folder that is deleted after the test. */
export function temporaryFolder(t: Owner): string {
  const folder = mkdtempSync(join(tmpdir(), 'crypto-checkout-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a store that does not exist yet, in a folder of its own. */
export function temporaryFile(t: Owner): string {
  return join(temporaryFolder(t), 'store.sqlite');
}
