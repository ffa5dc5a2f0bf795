import { foreignOrigin, isControl, errorResponseAt } from './callers.js';
import type { MovableClock } from './base/clock.js';
import { createMovableClock } from './base/clock.js';
import { ControlApi } from './control-api.js';
import { CONTROL_PATH } from './base/endpoint-paths.js';
import { webAddress } from './base/fields.js';
import { Faults, applyFault } from './control/faults.js';
import { createIdentifiers } from './chain/identifiers.js';
import type { OnChange } from './ledger/change.js';
import type { Journal } from './journal/journal.js';
import { readJournal, recordedClock, replay, seedOfRun } from './journal/journal.js';
import { lineOf, START_LINE } from './journal/journal-format.js';
import { iso } from './control/invoice-report.js';
import { MerchantAccount } from './ledger/merchant-account.js';
import { Postbacks } from './postbacks/postbacks.js';
import type { PostbackOptions } from './postbacks/settings.js';
import { json } from './base/reply.js';
import type { SandboxReply } from './base/reply.js';
import { RequestLog } from './control/request-log.js';
import { ServiceApi } from './service-api.js';

export interface SandboxOptions extends PostbackOptions {
  /** The project's key, for invoices, statistics, balances and static wallets. */
  readonly apiKey: string;
  /** The other key of the document, for withdrawals: a wrong key on every other endpoint. */
  readonly withdrawalKey: string;
  readonly shopId: string;
  /** The same seed gives the same ids, addresses and transactions. A new one at every start unless set. */
  readonly seed?: string;
  /** Share it with whatever else has to live in the same time. */
  readonly clock?: MovableClock;
  /** How `amount` of a creation is read; `order-currency` unless set. */
  readonly priceReading?: 'order-currency' | 'usd';
  /** The `test_mode` of every invoice; `true` unless set. */
  readonly testMode?: boolean;
  /** Who bears the transfer fee; `client` unless set: then `amount_to_pay` is more than `amount`. */
  readonly feePaidBy?: 'client' | 'merchant';
  /** The name in the `project` object. */
  readonly shopName?: string;
  /** The `success` of the `project` object: the payment page links there once the invoice is paid. None unless set. */
  readonly successUrl?: string;
  /** The `fail` of the `project` object: the payment page links there once nothing can be paid in time any more. */
  readonly failUrl?: string;
  /** What happened before is read from it, and what happens is written to it. Without one, all is forgotten. */
  readonly journal?: Journal;
}

export interface Sandbox {
  readonly clock: MovableClock;
  /** Answers a request to the service's interface or to `/_sandbox`. Rejects only for a fault of the sandbox. */
  handle(request: Request): Promise<SandboxReply>;
  /** Ends the postbacks that are under way or wait. */
  stop(): void;
}

/**
 * A stand-in for the payment service that behaves like its document, without Node and without a screen. It lives in
 * memory: without a journal, a new sandbox is empty.
 * @throws {TypeError} when both keys are the same
 * @throws {Error} when an address or an option of postbacks makes no sense, or the journal is not one
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { apiKey, withdrawalKey, shopId, feePaidBy = 'client', priceReading = 'order-currency' } = options;
  if (apiKey === withdrawalKey)
    throw new TypeError('apiKey and withdrawalKey are the same. Use two different keys.');
  const { journal } = options;
  const past = journal ? readJournal(journal) : [];
  const ownClock = options.clock ?? createMovableClock();
  const wire = {
    testMode: options.testMode ?? true,
    shopName: options.shopName ?? 'Sandbox shop',
    feePaidBy,
    successUrl: webAddress('the success url', options.successUrl),
    failUrl: webAddress('the fail url', options.failUrl),
  };
  const postbacks = new Postbacks(ownClock, options, wire);
  const onChange: OnChange = (change) => {
    journal?.append(lineOf(change));
    postbacks.onChange(change);
  };
  const clock = recordedClock(ownClock, onChange);
  const identifiers = createIdentifiers(seedOfRun(options.seed ?? crypto.randomUUID(), past));
  const books = new MerchantAccount(clock, identifiers, { priceReading, feePaidBy }, onChange);
  replay(past, books, ownClock);
  journal?.append(START_LINE);
  const service = new ServiceApi(books, { apiKey, withdrawalKey, shopId, wire });
  const faults = new Faults();
  const requests = new RequestLog();
  const control = new ControlApi({ books, clock, faults, requests, postbacks, shopId, wire });

  async function answerService(request: Request, path: string, body: string): Promise<SandboxReply> {
    const { method, headers, url, signal } = request;
    const fault = faults.take(path);
    const number = requests.add({ at: iso(clock.nowMs()), method, path, fault: fault?.kind ?? null }, body);
    const call = {
      path,
      method,
      body,
      authorization: headers.get('authorization'),
      origin: new URL(url).origin,
    };
    const reply = await applyFault(fault, path, (stale) => service.answer({ ...call, stale }), signal);
    if (reply.kind !== 'reset') reply.response.headers.set('date', new Date(clock.nowMs()).toUTCString());
    requests.answered(number, reply);
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
      if (!isControl(path)) return answerService(request, path, body);
      return { kind: 'response', response: await control.answer(request, path, body) };
    },
  };
}

function redirectToPage(): Response {
  const response = json({ page: `${CONTROL_PATH}/` }, 302);
  response.headers.set('location', `${CONTROL_PATH}/`);
  return response;
}
