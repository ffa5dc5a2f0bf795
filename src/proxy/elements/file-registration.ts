import { errorFields } from '../base/log.js';
import { HOUR_MS } from '../base/time.js';
import { saveBrowserFiles, type BrowserFile } from '../store/browser-files.js';
import type { StoreContext } from '../store/store.js';

/**
 * Puts the files of this version into the store, at the start and every hour. Processes of another version serve them from
 * there, so that a page that was opened before an upgrade finds what it has not loaded yet.
 */
export class FileRegistration {
  #savedMs: number | undefined;

  constructor(
    private readonly context: StoreContext,
    private readonly listFiles: () => Promise<readonly BrowserFile[]>,
  ) {}

  /** Never rejects: after a failure, the next call tries again. */
  async saveDue(): Promise<void> {
    const { store, clock, logger } = this.context;
    const nowMs = clock.nowMs();
    if (this.#savedMs !== undefined && Math.abs(nowMs - this.#savedMs) < HOUR_MS) return;
    try {
      await saveBrowserFiles(store, await this.listFiles(), nowMs);
      this.#savedMs = nowMs;
    } catch (error) {
      logger.warn(errorFields(error), 'browser files not stored, retrying in a minute');
    }
  }
}
