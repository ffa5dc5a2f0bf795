import { createMovableClock, iso, type MovableClock } from './base/clock.js';
import { createControlApi } from './control-api.js';
import { CONTROL_PATH } from './base/endpoint-paths.js';
import { parseWebUrl } from './base/fields.js';
import { Faults, applyFault } from './control/faults.js';
import { createIdentifiers } from './chain/identifiers.js';
import type { PageFiles } from './page/assets.js';
import type { OnChange } from './ledger/change.js';
import { lineOf, readJournal, recordedClock, replay, seedOfRun, START_LINE } from './journal/journal.js';
import { MerchantAccount } from './ledger/merchant-account.js';
import { Postbacks } from './postbacks/postbacks.js';
import type { PostbackOptions } from './postbacks/settings.js';
import { errorResponseAt, isControl, json, type SandboxReply } from './base/reply.js';
import { RequestLog } from './control/request-log.js';
import { createServiceApi } from './service-api.js';

/** Storage for the changes of a sandbox. A later sandbox restores its state from it. */
export interface Journal {
  /** All appended lines, oldest first. */
  lines(): Iterable<string>;
  /** Stores a line before it returns. @param line text without a line break @throws if the line cannot be stored */
  append(line: string): void;
}

export interface SandboxOptions extends PostbackOptions {
  /** API key for every endpoint except withdrawals. */
  readonly apiKey: string;
  /** Key for withdrawals only. */
  readonly withdrawalKey: string;
  readonly shopId: string;
  /** Seed of ids, addresses and transactions, for repeatable tests. Default: random. */
  readonly seed?: string;
  /** Clock that other code shares. Default: a new clock. */
  readonly clock?: MovableClock;
  /** Currency of the `amount` of a created invoice. Default: `order-currency`. */
  readonly priceReading?: 'order-currency' | 'usd';
  /** `test_mode` of every invoice. Default: `true`. */
  readonly testMode?: boolean;
  /** The side that pays the transfer fee. Default: `client`, with which `amount_to_pay` exceeds `amount`. */
  readonly feePaidBy?: 'client' | 'merchant';
  /** Name in the `project` object. */
  readonly shopName?: string;
  /** `success` of the `project` object: link on the payment page of a paid invoice. Default: no link. */
  readonly successUrl?: string;
  /** `fail` of the `project` object: link on the payment page after the deadline. Default: no link. */
  readonly failUrl?: string;
  /** Storage of changes, which restores earlier ones. Default: data is in memory only. */
  readonly journal?: Journal;
  /** Files of the sandbox page by name. Default: no page. */
  readonly page?: PageFiles;
}

export interface Sandbox {
  readonly clock: MovableClock;
  /** Handles a request to the service's API or to `/_sandbox`. Rejects only if the sandbox has a bug. */
  handle(request: Request): Promise<SandboxReply>;
  /** Cancels pending postbacks. */
  stop(): void;
}

/** Checks the options that have no default, for callers without types. @throws {TypeError} */
export function assertRequired(options: SandboxOptions): void {
  const remedy =
    'Pass { apiKey, withdrawalKey, shopId }, such as "sandbox-key", "sandbox-withdrawal-key" and "sandbox-shop".';
  if (typeof options !== 'object' || options === null) throw new TypeError(`options is missing. ${remedy}`);
  for (const name of ['apiKey', 'withdrawalKey', 'shopId'] as const)
    if (typeof options[name] !== 'string') throw new TypeError(`${name} is not a string. ${remedy}`);
}

/**
 * Creates a simulated payment service that follows the service document. It runs in any JavaScript runtime, without a server. For an
 * HTTP server, see `startSandbox`.
 * @throws {TypeError} if `apiKey`, `withdrawalKey` or `shopId` is missing, or both keys are equal
 * @throws {Error} if a URL or an option of postbacks is invalid, or a sandbox did not write the journal
 * @example
 * ```ts
 * import { createSandbox } from 'crypto-checkout/sandbox';
 *
 * const sandbox = createSandbox({
 *   apiKey: 'sandbox-key',
 *   withdrawalKey: 'sandbox-withdrawal-key',
 *   shopId: 'sandbox-shop',
 *   seed: 'test',
 * });
 * const reply = await sandbox.handle(new Request('http://sandbox/_sandbox/state'));
 * if (reply.kind === 'response') console.log(await reply.response.json());
 * ```
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  assertRequired(options);
  const { apiKey, withdrawalKey, shopId, feePaidBy = 'client', priceReading = 'order-currency' } = options;
  const { page = new Map() } = options;
  if (apiKey === withdrawalKey)
    throw new TypeError('apiKey and withdrawalKey are the same. Use two different keys.');
  const { journal } = options;
  const past = journal ? readJournal(journal.lines()) : [];
  const ownClock = options.clock ?? createMovableClock();
  const wire = {
    testMode: options.testMode ?? true,
    shopName: options.shopName ?? 'Sandbox shop',
    feePaidBy,
    successUrl: parseWebUrl('successUrl', options.successUrl),
    failUrl: parseWebUrl('failUrl', options.failUrl),
  };
  const postbacks = new Postbacks(ownClock, options, wire);
  const onChange: OnChange = (change) => {
    journal?.append(lineOf(change));
    postbacks.onChange(change);
  };
  const clock = recordedClock(ownClock, onChange);
  const identifiers = createIdentifiers(seedOfRun(options.seed ?? crypto.randomUUID(), past));
  const account = new MerchantAccount(clock, identifiers, { priceReading, feePaidBy }, onChange);
  replay(past, account, ownClock);
  journal?.append(START_LINE);
  const callService = createServiceApi(account, { apiKey, withdrawalKey, shopId, wire });
  const faults = new Faults();
  const requests = new RequestLog();
  const callControl = createControlApi({ account, clock, faults, requests, postbacks, shopId, wire, page });

  async function handleServiceCall(request: Request, path: string, body: string): Promise<SandboxReply> {
    const { method, headers, url, signal } = request;
    const fault = faults.take(path);
    const entry = requests.add({ at: iso(clock.nowMs()), method, path, fault: fault?.kind ?? null }, body);
    const authorization = headers.get('authorization');
    const call = { path, method, body, authorization, origin: new URL(url).origin };
    const reply = await applyFault(fault, path, (stale) => callService({ ...call, stale }), signal);
    if (reply.kind !== 'reset') reply.response.headers.set('date', new Date(clock.nowMs()).toUTCString());
    requests.recordOutcome(entry, reply);
    return reply;
  }

  return {
    clock,
    stop: () => postbacks.stop(),
    async handle(request) {
      const url = new URL(request.url);
      const path = url.pathname.replace(/\/$/, '');
      const foreign = foreignOrigin(request, url);
      if (foreign !== null) return { kind: 'response', response: errorResponseAt(path, foreign, 403) };
      const body = await request.text();
      if (path === '') return { kind: 'response', response: redirectToPage() };
      if (!isControl(path)) return handleServiceCall(request, path, body);
      return { kind: 'response', response: callControl(request, path, body) };
    },
  };
}

/**
 * Returns why the sender of a request is rejected, or `null`. A page of another site can make a browser send a request
 * here, though it cannot read the response. The browser then adds `Origin`; servers send none.
 */
function foreignOrigin(request: Request, url: URL): string | null {
  const origin = request.headers.get('origin');
  // Compares hosts, not origins: behind a TLS proxy, the page has another scheme.
  if (origin === null || (URL.canParse(origin) && new URL(origin).host === url.host)) return null;
  return `Origin ${JSON.stringify(origin)} is not this sandbox. Use its own page at ${url.origin}${CONTROL_PATH}/, or call it from a server, which sends no Origin.`;
}

function redirectToPage(): Response {
  const response = json({ page: `${CONTROL_PATH}/` }, 302);
  response.headers.set('location', `${CONTROL_PATH}/`);
  return response;
}
