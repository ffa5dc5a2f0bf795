import type { CheckoutRecord } from '../../src/proxy/domain/record.js';
import { DEPOSIT_OUTCOMES } from '../../src/proxy/domain/deposit.js';
import type { PendingDeposit } from '../../src/proxy/domain/deposit.js';
import type { DepositReceivedEvent } from '../../src/protocol/events.js';
import { PAYMENT_SORTS } from '../../src/protocol/index.js';
import * as deposits from '../../src/proxy/store/deposits.js';
import * as due from '../../src/proxy/store/poll-queue.js';
import * as watched from '../../src/proxy/store/poll-queue.js';
import { readStoreMetrics } from '../../src/proxy/store/store-metrics.js';
import { resetFutureSchedules } from '../../src/proxy/store/future-schedules.js';
import * as outbox from '../../src/proxy/store/outbox.js';
import * as audit from '../../src/proxy/store/audit-log.js';
import { proposedPayout, sentMovement } from '../../src/proxy/domain/payout.js';
import * as journal from '../../src/proxy/store/payout-journal.js';
import * as payouts from '../../src/proxy/store/payouts.js';
import * as turn from '../../src/proxy/store/withdrawal-turns.js';
import * as payments from '../../src/proxy/store/payment-list.js';
import * as overview from '../../src/proxy/store/admin-queries.js';
import * as derived from '../../src/proxy/store/derived-columns.js';
import * as books from '../../src/proxy/store/books.js';
import * as movements from '../../src/proxy/store/ledger-rows.js';
import * as files from '../../src/proxy/store/browser-files.js';
import {
  removeDeposits,
  removeFinishedCheckouts,
  removeOtherEvents,
  removePayouts,
  removeTombstones,
} from '../../src/proxy/store/finished-checkouts.js';
import type { Store } from '../../src/proxy/store/store.js';
import * as wallets from '../../src/proxy/store/deposit-addresses.js';
import { exampleEvent } from './webhook-receiver.js';
import { NOW_MS, SHOP_DAYS } from './store-fixture.js';
import { caipIds } from '../../src/payment/index.js';

const DAY_MS = 86_400_000;
const CLAIM = { nowMs: NOW_MS, untilMs: NOW_MS + 8000, limit: 100 };
/** The number of oldest checkouts that a round deletes. */
const OLD = { beforeMs: NOW_MS - (SHOP_DAYS - 4) * DAY_MS, tokensBeforeMs: 0, limit: 50 };

/** All queries of a proxy, and of an operator beside it, on a store that `fill` has filled. */
export async function askEverything(store: Store): Promise<void> {
  await askCheckouts(store);
  await askWatched(store);
  await askDue(store);
  await askAddresses(store);
  await askEvents(store);
  await askDeposits(store);
  await askWallets(store);
  await askOverview(store);
  await askMerchant(store);
  await removeFinishedCheckouts(store, OLD);
  await removeDeposits(store, OLD);
  await removeTombstones(store, { ...OLD, tokensBeforeMs: NOW_MS - 60_000_000 });
  await removePayouts(store, { ...OLD, beforeMs: NOW_MS + 1 });
  await removeOtherEvents(store, OLD);
  await audit.removeAuditEntries(store, { ...OLD, beforeMs: NOW_MS + 1 });
  await askFiles(store);
  await readStoreMetrics(store, NOW_MS);
  // Later queries show its effect.
  for (const reason of ['periodic', 'start', 'set back'] as const)
    await resetFutureSchedules(store, NOW_MS, reason);
}

async function idsOf({ db }: Store): Promise<readonly string[]> {
  const orders = ['A-5000', 'A-5007', 'A-50', 'A-57', 'A-14'];
  const found = await db.selectFrom('checkouts').select('id').where('order_id', 'in', orders).execute();
  return found.map(({ id }) => id);
}

async function askCheckouts(store: Store): Promise<void> {
  const ids = await idsOf(store);
  const [id = ''] = ids;
  await store.assertWritable();
  await store.findCheckout(id);
  await store.findCheckout('unknown');
  await store.findCheckoutByPayment('pay_5007');
  await store.findCheckoutByOrder('A-5007');
  // An existing one, without an invoice.
  await store.findCheckoutByOrder('A-500');
  await store.recordConnectedPage(id, NOW_MS, true);
  await store.findChangedCheckouts(new Map(ids.map((one) => [one, 1])));
  await store.transaction(async (tx) => {
    await tx.findCheckouts(ids);
    await tx.findTombstone('B-7');
    await tx.renewTombstone('B-7', NOW_MS);
    const before = await tx.findCheckout({ orderId: 'A-5007' });
    if (!before) throw new Error('the store is not filled');
    const order = { ...before.order, id: 'A-new' };
    await tx.insertCheckout({ ...before, id: 'new', order, invoices: [] });
    const [invoice] = before.invoices;
    const money = invoice && { ...invoice.money, transactions: [{ id: '0xnew', seenAtMs: 0 }] };
    const invoices =
      invoice && money ? [{ ...invoice, money, sequence: 7, serviceId: 'INV-NEW', orderId: 'A-new.7' }] : [];
    const replaced = { ...before, version: before.version + 1, invoices };
    await tx.saveCheckout(before, replaced, [exampleEvent]);
    const seen = invoices.map((one) => ({ ...one, checkedAtMs: NOW_MS }));
    const decided = { ...replaced, invoices: seen, ...decidedFor(7) };
    await tx.saveCheckout(replaced, decided, []);
    const transfer = decided.transfer && { ...decided.transfer, id: 2 };
    await tx.saveCheckout(decided, { ...decided, transfer }, []);
  });
}

/** A decision, a refund and a transfer of an invoice. */
function decidedFor(invoice: number): Pick<CheckoutRecord, 'decisions' | 'refunds' | 'transfer'> {
  const times = { requestedAtMs: NOW_MS, decidedAtMs: NOW_MS };
  return {
    decisions: [
      {
        invoice,
        about: 'late',
        decision: 'dismissed',
        amount: '0',
        person: 'Maja Lind',
        note: null,
        ...times,
      },
    ],
    refunds: [
      {
        ...{
          id: 'r-new',
          invoice,
          requestedBy: 'payer',
          address: 'T',
          email: null,
          amount: '1',
          state: 'requested',
        },
        includesPayment: false,
        proposals: 0,
        ...{ check: null, payout: null, reply: null, ...times },
      },
    ],
    transfer: {
      ...{
        id: 1,
        invoice,
        state: 'asked',
        wallet: null,
        transaction: null,
        askedAtMs: NOW_MS,
        received: '0',
      },
    },
  };
}

async function askWatched(store: Store): Promise<void> {
  await watched.findPolledInvoice(store);
  await watched.findRefusedInvoice(store);
  const batch = await watched.claimNextPolls(store, CLAIM);
  await watched.isAnyPollDue(store, NOW_MS);
  await watched.claimAnyDuePoll(store, CLAIM);
  await watched.claimPollsDueBy(store, CLAIM, NOW_MS + 5000);
  await watched.claimFailingPolls(store, 'refused', CLAIM);
  await watched.renewPolls(store, batch, [CLAIM.untilMs, CLAIM.untilMs + 8000]);
  await watched.releasePolls(store, batch, CLAIM.untilMs + 8000);
  const some = ['A-3.1', 'A-5000.1', 'A-5003.1'];
  await watched.prioritizeAfterPostback(
    store,
    { serviceIds: some, provenIds: some, orderIds: some, addresses: some },
    { nowMs: NOW_MS, unlessAfterMs: NOW_MS - 2000, endedBeforeMs: NOW_MS - DAY_MS },
  );
  await watched.recordSubscribers(store, await idsOf(store), NOW_MS);
}

async function askDue(store: Store): Promise<void> {
  for (const column of ['next_lookup_at', 'next_cancel_at'] as const) {
    const keys = await due.claimDueInvoices(store, column, CLAIM);
    await due.renewDueInvoices(store, column, keys.slice(0, 1), [CLAIM.untilMs, CLAIM.untilMs + 8000]);
  }
  await due.knownServiceIds(store, ['INV-3-1', 'INV-5000-1', 'INV-NO']);
}

async function askAddresses(store: Store): Promise<void> {
  const { address } = await store.db
    .selectFrom('invoices')
    .select('address')
    .where('service_id', '=', 'INV-5050-1')
    .executeTakeFirstOrThrow();
  await store.transaction((tx) => tx.isAddressReused('new', 'BTC', address ?? ''));
  await store.transaction((tx) => tx.isServiceIdTaken('new', 'INV-5050-1'));
}

async function askEvents(store: Store): Promise<void> {
  const [event] = await outbox.claimEvents(store, { ...CLAIM, limit: 20, except: await idsOf(store) });
  if (!event) throw new Error('no event waits');
  await outbox.renewEvent(store, event, [event.claimedUntilMs, event.claimedUntilMs]);
  await outbox.recordAttempt(store, event, { outcome: 'delivered', atMs: NOW_MS });
}

const DEPOSIT: PendingDeposit = {
  ...{ id: 'd-new', customer: 'c-7', currency: null, invoiceId: null, amount: null, transaction: null },
  ...{ isSigned: true, sender: null, recordedAtMs: NOW_MS, checks: 0, isReported: false },
};

const RECEIVED: DepositReceivedEvent = {
  ...{ type: 'deposit.received', id: 'd-new', createdAt: '2026-06-01T00:00:00.000Z', testMode: false },
  ...{ wallet: { id: 'WAL-7', address: null }, customer: 'c-7', currency: 'USDT_TRC20', amount: '5' },
  ...{ transaction: null, invoiceId: null, verified: true, ...caipIds('USDT_TRC20') },
};

async function askDeposits(store: Store): Promise<void> {
  await deposits.recordDeposit(store, DEPOSIT, NOW_MS);
  // The same one again.
  await deposits.recordDeposit(store, DEPOSIT, NOW_MS);
  const due = { ...CLAIM, newestFirst: true, limit: 20 };
  const claimed = await deposits.claimDeposits(store, { ...due, lanes: ['signed'] });
  await deposits.claimDeposits(store, { ...due, lanes: ['new', 'checked'], newestFirst: false });
  await deposits.renewDeposits(store, claimed, [CLAIM.untilMs, CLAIM.untilMs]);
  const next = { checks: 1, nextCheckAtMs: NOW_MS };
  await deposits.postponeDeposit(store, DEPOSIT, next);
  const [outcome] = DEPOSIT_OUTCOMES;
  await deposits.settleDeposit(store, DEPOSIT, { outcome, event: RECEIVED, next });
}

async function askWallets(store: Store): Promise<void> {
  await wallets.findDepositAddresses(store, { customer: 'c-7', address: 'W7' });
  const key = { customer: 'c-new', currency: 'BTC' } as const;
  await wallets.claimDepositAddress(store, key, CLAIM);
  await wallets.claimDepositAddress(store, key, { nowMs: CLAIM.untilMs, untilMs: CLAIM.untilMs + 8000 });
  await wallets.recordCreationAttempt(store, key, NOW_MS);
  await wallets.renewDepositAddress(store, key, [1, 2]);
  await wallets.releaseDepositAddress(store, key, 2);
  const created = { id: 'WAL-NEW', address: 'W-NEW', isAddressValid: true, createdAtMs: NOW_MS };
  await wallets.saveDepositAddress(store, { ...key, ...created }, null);
  // Another process was faster.
  await wallets.saveDepositAddress(store, { ...key, ...created, id: 'WAL-TWO' }, null);
}

async function askFiles(store: Store): Promise<void> {
  const file = { name: 'elements/currency-choice-7.js', brotli: 'Cw==' };
  await files.saveBrowserFiles(store, [file], NOW_MS);
  // Of a process that has restarted.
  await files.saveBrowserFiles(store, [file], NOW_MS);
  await files.findBrowserFile(store, file.name);
  await files.removeBrowserFiles(store, NOW_MS - DAY_MS);
}

async function askOverview(store: Store): Promise<void> {
  const [id = ''] = await idsOf(store);
  const limit = 100;
  for (const filter of [
    {},
    { state: 'overpaid' },
    { state: 'paid' },
    { order: 'A-5007' },
    { owing: true },
  ] as const) {
    await overview.listCheckouts(store.db, { owing: false, ...filter, limit });
  }
  await overview.findCheckout(store.db, 'A-5007');
  await movements.listMovements(store.db, 'A-5099');
  const period = { fromMs: NOW_MS - DAY_MS, untilMs: NOW_MS };
  const page = { after: null, limit };
  await books.listBookMovements(store.db, period, page);
  await books.listBookMovements(store.db, period, { ...page, after: { atMs: NOW_MS - 9000, number: 7 } });
  // Two pages of all.
  for await (const { number } of books.readBookMovements(store.db, { ...period, fromMs: 0 }))
    if (number > 1500) break;
  let entries = 0;
  for await (const _ of books.readBookEntries(store.db, NOW_MS)) if ((entries += 1) > 1500) break;
  await books.findMovementsOfRecords(store.db, ['INV-5099-1']);
  await derived.verifyDerivedColumns(store.db);
  await overview.listEvents(store.db, { limit });
  for (const checkout of [id, 'wallet:c-7']) await overview.listEvents(store.db, { checkout, limit });
  for (const kind of overview.EVENT_FILTERS) {
    await overview.listEvents(store.db, { kind, limit });
    await overview.listEvents(store.db, { kind, checkout: id, limit });
  }
  const actor = { person: 'Maja Lind', nowMs: NOW_MS, testMode: false };
  await overview.resendEvent(store, exampleEvent.id, actor);
  const readNew = await overview.followEvents(store.db);
  await readNew();
}

async function askMerchant(store: Store): Promise<void> {
  const { db } = store;
  const limit = 25;
  const after = { atMs: NOW_MS - DAY_MS, id: 'a' };
  const [invoice] = await db
    .selectFrom('invoices')
    .selectAll()
    .where('service_id', '=', 'INV-5050-1')
    .execute();
  for (const filter of [
    {},
    { state: 'overpaid', currency: 'BTC' },
    { fromMs: NOW_MS - 9 * DAY_MS, toMs: NOW_MS },
    { minAmount: '50', maxAmount: '60' },
    { search: 'A-5007' },
    { search: invoice?.address ?? '' },
  ] as const) {
    for (const sort of PAYMENT_SORTS) {
      await payments.listPayments(db, filter, { after: null, limit, sort });
      await payments.listPayments(db, filter, { after, limit, sort });
    }
    await payments.countPayments(db, filter);
  }
  await payments.listAttention(db, { after: null, limit });
  await payments.listAttention(db, { after, limit });
  await payments.countAttention(db);
  await payments.readChangeMark(db);
  await outbox.summarizeFailures(store);
  await outbox.listFailures(store, 25);
  await overview.findEvent(db, exampleEvent.id);
  await overview.findRefundState(db, 'r-1');
  const action = { atMs: NOW_MS, person: 'Maja Lind', action: 'payment.note', subject: 'new' } as const;
  await store.transaction((tx) => audit.appendAudit(tx, { ...action, before: null, after: {} }));
  await audit.listAuditEntries(db, { limit });
  await audit.listAuditEntries(db, { subject: 'new', before: 7, limit });
  await audit.verifyAuditLog(db);
  await askPayouts(store);
}

async function askPayouts({ db }: Store): Promise<void> {
  const claimed = { id: 'p-1', person: 'Maja Lind', currency: 'BTC', address: 'b', amount: '1' } as const;
  const payout = proposedPayout({ ...claimed, purpose: null, refund: null }, 'token', NOW_MS);
  await payouts.insertPayout(db, payout);
  await payouts.countProposed(db, payout.proposedBy);
  const times = { nowMs: NOW_MS, untilMs: NOW_MS + 8000 };
  const approved = { ...payout, state: 'approved', approvedAtMs: NOW_MS } as const;
  await db.transaction().execute(async (tx) => {
    await payouts.lockPayout(tx, 'p-1');
    await payouts.savePayout(tx, approved);
  });
  for (const isOpen of [true, false])
    await payouts.listPayouts(db, { isOpen, after: { atMs: NOW_MS, id: 'a' }, limit: 25 });
  await payouts.claimApproved(db, times);
  await payouts.renewPayout(db, 'p-1', [NOW_MS + 8000, NOW_MS + 9000]);
  await payouts.listDuePayouts(db, NOW_MS);
  await payouts.postponeLookup(db, payout, NOW_MS);
  await payouts.findRefundOf(db, 'p-1');
  const context = { amount: '1', earlier: [], atMs: NOW_MS };
  const sent = sentMovement(payout, null, context);
  if (sent) await movements.addPayoutMovement(db, payout, { ...sent, position: 1 });
  await movements.listPayoutMovements(db, 'p-1');
  await movements.addTransactionOfPayout(db, 'p-1', 't-1');
  const head = { lines: 1, hash: 'a' };
  await journal.saveJournalHead(db, null, head);
  await journal.saveJournalHead(db, { head, bookedLines: 1 }, { lines: 2, hash: 'b' });
  await journal.saveJournalRefusal(db, null);
  await journal.readJournalHead(db);
  await journal.hasPayouts(db);
  await payouts.findPayoutStates(db, ['p-1']);
  await payouts.findWithdrawalsOfPayouts(db, ['INV-1']);
  await payouts.listPendingPayouts(db, 0);
  await turn.takeWithdrawalTurn(db, NOW_MS);
  await turn.endWithdrawalTurn(db, NOW_MS + 60_000, NOW_MS);
}
