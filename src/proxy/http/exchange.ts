import type { Settings } from '../options.js';
import type { Running } from '../running.js';
import type { Asked } from './answer.js';
import type { Limits } from './limits.js';

/** What a handler may use. */
export interface Exchange {
  readonly asked: Asked;
  readonly settings: Settings;
  readonly limits: Limits;
  /** Who asks, as `ClientOf` names it. */
  readonly client: string | null;
  /** Opens the store when it is first asked for. @throws {Refusal} `store_unavailable` */
  running(): Promise<Running>;
  /** The same, for who can do without waiting: once it is open. */
  readonly opened: Running | undefined;
  /** The request with its body, for who reads it or shows it to the shop. @throws {Refusal} `invalid_request` */
  whole(): Request;
  metrics(): Promise<string>;
}
