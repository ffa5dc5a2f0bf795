import type { Settings } from '../options.js';
import type { Running } from '../running.js';
import type { Limits } from './limits.js';

/** What a handler may use. `running` opens the store when it is first asked for. */
export interface Exchange {
  readonly request: Request;
  readonly settings: Settings;
  readonly running: () => Promise<Running>;
  readonly limits: Limits;
  /** Who asks, as `ClientOf` names it. */
  readonly client: string | null;
  readonly metrics: () => Promise<string>;
}
