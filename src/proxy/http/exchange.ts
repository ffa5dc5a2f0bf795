import type { ResolvedOptions } from '../options/options.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { Asked } from './answer.js';
import type { Limits } from './limits.js';

/** What a handler may use. */
export interface Exchange {
  readonly asked: Asked;
  readonly settings: ResolvedOptions;
  readonly limits: Limits;
  /** Who asks, as `ClientOf` names it. */
  readonly client: string | null;
  /** Opens the store when it is first asked for. @throws {ProblemError} `store_unavailable` */
  running(): Promise<ProxyRuntime>;
  /** The same, for who can do without waiting: once it is open. */
  readonly opened: ProxyRuntime | undefined;
  /** The request with its body, for who reads it or shows it to the shop. @throws {ProblemError} `invalid_request` */
  whole(): Request;
  metrics(): Promise<string>;
}
