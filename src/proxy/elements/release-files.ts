import { errorFields } from '../base/log.js';
import { DAY_MS, HOUR_MS } from '../base/time.js';
import { removeBrowserFiles, saveBrowserFiles, type BrowserFile } from '../store/browser-files.js';
import type { StoreContext } from '../store/store.js';

/** Time for which a page that was opened before an upgrade can load the files of its version. */
const BROWSER_FILES_MS = DAY_MS;

/**
 * Stores the files of this version (`own-files.ts`) at the start and every hour. Processes of another version serve them from the
 * store, so that a page that was opened before an upgrade can load the rest of its files. Deletes files that no process has stored
 * for a day, counted from the previous refresh if that is earlier: a clock that jumps ahead once deletes nothing.
 */
export class ReleaseFiles {
  #savedMs: number | undefined;

  constructor(
    private readonly context: StoreContext,
    private readonly listFiles: () => Promise<readonly BrowserFile[]>,
  ) {}

  /** Never rejects: after a failure, the next call tries again. */
  async refreshDue(): Promise<void> {
    const { store, clock, logger } = this.context;
    const nowMs = clock.nowMs();
    const savedMs = this.#savedMs;
    if (savedMs !== undefined && Math.abs(nowMs - savedMs) < HOUR_MS) return;
    try {
      await saveBrowserFiles(store, await this.listFiles(), nowMs);
      if (savedMs !== undefined) await removeBrowserFiles(store, Math.min(nowMs, savedMs) - BROWSER_FILES_MS);
      this.#savedMs = nowMs;
    } catch (error) {
      logger.warn(errorFields(error), 'browser files not stored, retrying in a minute');
    }
  }
}
