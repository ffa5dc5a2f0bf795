// Run by tests as a process of its own: takes a refund its whole way, from the request to the payout, and is killed at one
// write of it. It prints each write before it happens.
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Journal, JournalContent } from '../../src/payouts/journal.js';
import type { Checkout } from '../../src/protocol/index.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { openStore } from '../../src/proxy/store/store.js';
import { createWithdrawalClient } from '../../src/service/node.js';
import { MERCHANT_SECRET } from '../merchant/staff.js';
import { watchCommits } from '../proxy/commits.js';
import { json, SECRETS, type TestEnvironment } from '../proxy/test-environment.js';
import { payoutProcess, payoutStaff, WITHDRAWAL_KEY } from './payout-fixture.js';
import { refundsOf } from './refund-fixture.js';
import { advanceRefund, CLAIM, WITHDRAWAL, type RefundPlan, type Write } from './refund-way.js';

const plan: RefundPlan = JSON.parse(process.argv[2] ?? '');
const { url, store: path, journal, checkoutId, amount, aheadMs, at } = plan;
const clock = { nowMs: () => Date.now() + aheadMs };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const proxy = createCheckoutProxy({
  service: { url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId, testMode: true },
  orderSecrets: [SECRETS.orderSecret],
  merchant: { secrets: [MERCHANT_SECRET], refunds: 'on' },
  ...{ store: path, clock, rateLimits: false, logger: silent },
});
const origin = 'https://shop.example';
const call: TestEnvironment['call'] = (method, to, { body, headers } = {}) =>
  proxy.fetch(
    new Request(`${origin}/crypto-checkout${to}`, {
      method,
      headers: { 'content-type': 'application/json', origin, ...headers },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    }),
  );
const get = async (id: string) => json<Checkout>(await call('GET', `/checkouts/${id}`));
const staff = payoutStaff({ call, sandbox: { clock } });
const refunds = refundsOf({ ...staff, environment: { call, get } }, checkoutId);
const store = await openStore(path);
const opened = await Journal.open(journal);
// Opens the store of the proxy.
await refunds.list();

let isLocked = false;
let count = 0;

/** Reports that a write is about to happen, or has happened: the process dies if it is the moment of the plan. */
function pass(when: 'before' | 'after', name: string): void {
  if (when === 'before') {
    count += 1;
    const write: Write = { name, isLocked };
    writeSync(1, `${JSON.stringify(write)}\n`);
  }
  if (at && at.nth === count && at.when === when) process.kill(process.pid, 'SIGKILL');
}

const isClaim = (text: string) => text.startsWith('with "due"') && text.includes('update "payouts"');

watchCommits((when, text) => {
  // By time alone: a claim is renewed, and what was sent before is looked up.
  if (/^update "payouts" set "(claimed_until|next_lookup_at)"/.test(text)) return;
  const tables = [...text.matchAll(/\b(?:insert into|update|delete from) "(\w+)" /g)].map(
    ([, table]) => table,
  );
  if (tables.length === 0) return;
  pass(when, isClaim(text) ? CLAIM : `the store: ${[...new Set(tables)].join(', ')}`);
});

const { begin, end } = JournalContent.prototype;
const { use } = Journal.prototype;
Object.assign(JournalContent.prototype, {
  async begin(this: JournalContent, ...entry: Parameters<typeof begin>) {
    pass('before', 'the journal: the attempt');
    await begin.apply(this, entry);
    pass('after', 'the journal: the attempt');
  },
  async end(this: JournalContent, ...entry: Parameters<typeof end>) {
    pass('before', 'the journal: the outcome');
    await end.apply(this, entry);
    pass('after', 'the journal: the outcome');
  },
});
Object.assign(Journal.prototype, {
  use<T>(this: Journal, work: (content: JournalContent) => Promise<T>): Promise<T> {
    return use.call(this, async (content) => {
      isLocked = true;
      return work(content).finally(() => (isLocked = false));
    }) as Promise<T>;
  },
});

const watchedFetch: typeof fetch = async (...request) => {
  pass('before', WITHDRAWAL);
  const response = await fetch(...request);
  pass('after', WITHDRAWAL);
  return response;
};

const payouts = payoutProcess(
  {
    ...{ store, clock, journal: opened, signal: new AbortController().signal },
    connect: (limiter) =>
      createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter, fetch: watchedFetch }),
  },
  url,
);
// A restarted process leaves the way to the staff, and only sends.
if (!plan.isRestarted) for (let step = 0; step < 3; step += 1) await advanceRefund(refunds, staff, amount);
while ((await refunds.list()).at(-1)?.state !== 'sent') {
  await payouts.runOnce().catch(() => false);
  await pause(20);
}
// The loops of the proxy have not been started, and the pools of the stores would keep it for a while.
process.exit(0);
