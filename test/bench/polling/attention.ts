import {
  CONNECTED_PAGE_TTL_MS,
  RECORD_SUBSCRIBERS_INTERVAL_MS,
} from '../../../src/proxy/domain/poll-schedule.js';

/** The proxy's knowledge of open pages: it records them at intervals, and considers them connected for a while. */
export class Attention {
  readonly #notedAtMs: number[] = [];

  /** At the beginning of a round. */
  record(nowMs: number): void {
    const last = this.#notedAtMs.at(-1);
    if (last === undefined || nowMs - last >= RECORD_SUBSCRIBERS_INTERVAL_MS) this.#notedAtMs.push(nowMs);
  }

  /** Whether a page that was opened and closed at these times is considered connected. */
  hasConnectedPage(openedAtMs: number, closedAtMs: number, nowMs: number): boolean {
    if (nowMs - closedAtMs >= CONNECTED_PAGE_TTL_MS) return false;
    const recorded = this.#notedAtMs.findLast((atMs) => atMs < closedAtMs);
    return nowMs - Math.max(openedAtMs, recorded ?? openedAtMs) < CONNECTED_PAGE_TTL_MS;
  }
}
