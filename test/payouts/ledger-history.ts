import { StoreClock } from '../../src/proxy/store/store-clock.js';
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { Journal } from '../../src/payouts/journal.js';
import { PayoutProcess } from '../../src/payouts/payout-process.js';
import { addAmounts, scaleAmount } from '../../src/payment/index.js';
import type { Decision } from '../../src/protocol/index.js';
import { ProblemError } from '../../src/proxy/base/problem-error.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { type CheckoutRecord, paymentIdOf } from '../../src/proxy/domain/record.js';
import { withRefundRequest } from '../../src/proxy/domain/refund.js';
import { browserOfKey } from '../../src/proxy/domain/viewer.js';
import { createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import { parseOptions } from '../../src/proxy/options/parse.js';
import { StatusUpdater } from '../../src/proxy/polling/status-updater.js';
import { createRuntime, type ProxyRuntime } from '../../src/proxy/runtime/runtime.js';
import { ServiceTime } from '../../src/proxy/upstream/service-time.js';
import { ServiceError, type Invoice } from '../../src/service/index.js';
import { addressFor, FakeService } from '../proxy/fake-service.js';
import { emptyStore, temporaryPath } from '../proxy/test-stores.js';
import { KEY } from './refund-fixture.js';
import { PAYOUT_SECRET } from './payout-fixture.js';

const MINUTE_MS = 60_000;

/** One thing that the service, the payer, the staff or the payouts process does, or that happens to a process. */
export type Step =
  | { readonly do: 'choose'; readonly coin: 'BTC' | 'LTC' }
  | { readonly do: 'price'; readonly amount: string }
  | { readonly do: 'wait'; readonly minutes: number }
  /** A transfer to an invoice: a share of its amount, one unit, or a part of a unit, as a service that counts in floats reports it. */
  | { readonly do: 'pay'; readonly of: number; readonly percent: number | 'unit' | 'dust' }
  /** The service counts an invoice as paid, whatever was received. */
  | { readonly do: 'report paid'; readonly of: number; readonly amount: 'none' | 'received' }
  | { readonly do: 'report again'; readonly of: number; readonly back: number }
  | { readonly do: 'close'; readonly of: number }
  | { readonly do: 'poll'; readonly of: number }
  | { readonly do: 'settle'; readonly nth: number; readonly decision: Decision }
  | { readonly do: 'request'; readonly of: number; readonly hasKey: boolean; readonly isSame: boolean }
  | { readonly do: 'staff refund'; readonly of: number; readonly percent: number }
  | { readonly do: 'decide refund'; readonly nth: number; readonly decision: 'checked' | 'declined' }
  | { readonly do: 'propose'; readonly nth: number; readonly percent: number }
  | { readonly do: 'approve' | 'decline' | 'take back'; readonly nth: number }
  | { readonly do: 'send'; readonly fate: Fate }
  /** Two people say what became of a payout. */
  | { readonly do: 'resolve'; readonly nth: number }
  | { readonly do: 'kill' }
  | { readonly do: 'at once'; readonly steps: readonly Step[] };

export type Fate =
  | 'sent'
  | 'refused'
  | 'unreachable'
  | 'lost after'
  | 'lost before'
  | 'killed after'
  | 'killed before';

/** The proposals, by what became of their money: all that the laws say about payouts. */
interface KnownPayout {
  readonly id: string;
  readonly invoice: number;
  readonly amount: string;
  readonly address: string;
  readonly digest: string;
  is: 'reserved' | 'released' | 'sent';
}

/** What the laws say about the money of an invoice: what was reported as received, and what staff have dismissed. */
export interface KnownInvoice {
  readonly serviceId: string;
  received: string;
  dismissed: string;
  /** Whether the service has reported it as paid. */
  isReportedPaid: boolean;
  readonly reports: Invoice[];
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A store with the processes that work on it and their service, for one history after the other. */
export class Shop {
  /** Ahead of the system time for as long as the shop lives: a proposal is signed by the system time. */
  readonly clock = { now: Date.now() + 60 * MINUTE_MS, nowMs: () => this.clock.now };
  readonly service = new FakeService(this.clock);
  /** The steps that had an effect: for payouts, what became of them. */
  readonly effects = new Set<string>();
  readonly #processes: ProxyRuntime[] = [];
  readonly #killed: ProxyRuntime[] = [];
  #turns = 0;

  private constructor(readonly store: string) {}

  /** @param processes how many processes share the store */
  static async open(store: string, processes: number): Promise<Shop> {
    const shop = new Shop(store);
    for (let count = 0; count < processes; count += 1) shop.#processes.push(await shop.#openProcess());
    return shop;
  }

  /** The processes take turns. */
  get process(): ProxyRuntime {
    this.#turns += 1;
    const process = this.#processes[this.#turns % this.#processes.length];
    assert.ok(process);
    return process;
  }

  async drain(): Promise<void> {
    for (const one of this.#processes) await one.poller.drain();
  }

  /** What the process has in memory is gone. It does not end properly. */
  async kill(): Promise<void> {
    this.#processes.push(await this.#openProcess());
    this.#killed.push(...this.#processes.splice(0, 1));
  }

  /** Ends a history: the next one finds nothing of it in the store. */
  async clear(): Promise<void> {
    for (const one of this.#killed.splice(0)) await one.stop();
    await emptyStore(this.process.store.db);
  }

  async end(): Promise<void> {
    for (const one of [...this.#processes, ...this.#killed]) await one.stop();
  }

  async #openProcess(): Promise<ProxyRuntime> {
    const settings = parseOptions({
      service: { url: 'https://pay.example', apiKey: 'key', shopId: 'shop' },
      orders: () => null,
      store: this.store,
      clock: this.clock,
      logger: SILENT,
      rateLimits: false,
    });
    return createRuntime(settings, this.service);
  }
}

/** An order in a shop, and what the laws say about its money. */
export class History {
  readonly payouts: KnownPayout[] = [];
  readonly invoices = new Map<number, KnownInvoice>();
  acceptances = 0;
  price = '49.00';
  checkoutId = '';
  /** The withdrawals that the service has carried out. */
  readonly withdrawals: Invoice[] = [];
  #journal: Journal | undefined;
  #addresses = 0;
  #issuedAtMs = 0;

  private constructor(
    readonly shop: Shop,
    readonly journalPath: string,
  ) {}

  static async start(shop: Shop): Promise<History> {
    const history = new History(shop, temporaryPath('.journal'));
    history.#journal = await Journal.open(history.journalPath);
    shop.service.address = (currency, id) => addressFor(currency, `${history.journalPath}${id}`);
    const { record } = await history.process.checkouts.openCheckout(history.#order());
    history.checkoutId = record.id;
    return history;
  }

  async end(): Promise<void> {
    await this.shop.clear();
    await rm(this.journalPath, { force: true });
  }

  get process(): ProxyRuntime {
    return this.shop.process;
  }

  get clock() {
    return this.shop.clock;
  }

  get service() {
    return this.shop.service;
  }

  invoice(sequence: number): KnownInvoice {
    const known = this.invoices.get(sequence);
    assert.ok(known);
    return known;
  }

  /** All that the laws say about the money of the order. */
  get model(): string {
    const { payouts, price, acceptances } = this;
    const invoices = [...this.invoices.values()].map(({ reports: _, ...known }) => known);
    return JSON.stringify({ payouts, price, acceptances, invoices });
  }

  sumOf(sequence: number, is: KnownPayout['is']): string {
    return this.payouts
      .filter((payout) => payout.invoice === sequence && payout.is === is)
      .reduce((sum, { amount }) => addAmounts(sum, amount), '0');
  }

  /** Does a step, and returns the order after it. A step that the product refuses changes nothing. */
  async run(step: Step): Promise<CheckoutRecord> {
    await this.#attempt(step);
    await this.shop.drain();
    const record = await this.process.checkouts.findCheckout(this.checkoutId);
    this.#learnInvoices(record);
    return record;
  }

  async #do(step: Step): Promise<void> {
    switch (step.do) {
      case 'at once':
        await Promise.all(step.steps.map((one) => this.#attempt(one)));
        return;
      case 'choose': {
        const { invoices, checkouts } = this.process;
        const record = await invoices.choose(this.checkoutId, { currency: step.coin, email: null });
        await checkouts.recordViews(record, [browserOfKey(KEY)]);
        return;
      }
      case 'price':
        this.price = step.amount;
        await this.process.checkouts.openCheckout(this.#order());
        return;
      case 'wait':
        this.clock.now += step.minutes * MINUTE_MS;
        return;
      case 'pay':
        return this.#pay(step.of, step.percent);
      case 'report paid':
        return this.#reportPaid(step.of, step.amount);
      case 'report again':
        return this.#reportAgain(step.of, step.back);
      case 'close':
        return this.#close(step.of);
      case 'poll': {
        const found = this.#nth(step.of);
        if (found) await this.#poll(found[1]);
        return;
      }
      case 'settle':
        return this.#settle(step.nth, step.decision);
      case 'request':
        return this.#request(step.of, step.hasKey, step.isSame);
      case 'staff refund':
        return this.#refund(step.of, step.percent);
      case 'decide refund': {
        const refund = await this.#refundOf(step.nth);
        const note = 'She showed the transfer in her wallet';
        const request = { refund: refund?.id ?? '', decision: step.decision, note };
        await this.process.staff.decideRefund(paymentIdOf(this.checkoutId), request, 'Maja Lind');
        return;
      }
      case 'propose':
        return this.#propose(step.nth, step.percent);
      case 'approve':
      case 'decline':
      case 'take back':
        return this.#change(step.do, step.nth);
      case 'send':
        return this.#send(step.fate);
      case 'resolve':
        return this.#resolve(step.nth);
      case 'kill':
        await this.shop.kill();
        this.#journal = await Journal.open(this.journalPath);
        return;
    }
  }

  async #attempt(step: Step): Promise<void> {
    try {
      await this.#do(step);
    } catch (error) {
      // A store that is there is only unavailable to a change that it cannot compute.
      if (!(error instanceof ProblemError) || error.code === 'store_unavailable') throw error;
    }
  }

  #order() {
    this.#issuedAtMs += 1;
    const terms = parseOrder({ id: 'A-1', amount: this.price, currency: 'EUR' });
    return { terms, issuedAtMs: this.clock.now + this.#issuedAtMs };
  }

  #learnInvoices(record: CheckoutRecord): void {
    for (const invoice of record.invoices) {
      if (invoice.stage === 'creating' || this.invoices.has(invoice.sequence)) continue;
      const { serviceId } = invoice;
      const known = { serviceId, received: '0', dismissed: '0', isReportedPaid: false, reports: [] };
      this.invoices.set(invoice.sequence, known);
    }
  }

  #nth(of: number): readonly [number, KnownInvoice] | undefined {
    const all = [...this.invoices];
    return all[of % Math.max(all.length, 1)];
  }

  async #poll(known: KnownInvoice): Promise<void> {
    const { checkouts, store } = this.process;
    const updater = new StatusUpdater({
      ...{ service: this.service, serviceTime: new ServiceTime(this.clock), checkouts, store },
      ...{ clock: this.clock, logger: SILENT, acceptsTestMode: false, monitoringMs: 24 * 60 * MINUTE_MS },
    });
    const report = this.service.invoicesById.get(known.serviceId);
    assert.ok(report);
    const { checkoutId } = this;
    await updater.fetchAndStore([{ checkoutId, serviceId: known.serviceId }]);
    known.reports.push(report);
    if (report.status === 'paid' || report.status === 'overpaid') known.isReportedPaid = true;
    const paid = report.amountPaid ?? '0';
    if (unitsOf(paid) > unitsOf(known.received)) known.received = paid;
  }

  async #pay(of: number, percent: number | 'unit' | 'dust'): Promise<void> {
    const found = this.#nth(of);
    if (!found) return;
    const [, { serviceId }] = found;
    const invoice = this.service.invoicesById.get(serviceId);
    assert.ok(invoice);
    const amount = invoice.amountToPay ?? '1';
    const part =
      typeof percent === 'number'
        ? shareOf(amount, percent)
        : { unit: '0.00000001', dust: '0.000000004' }[percent];
    const total = addAmounts(invoice.amountPaid ?? '0', part);
    const missing = unitsOf(amount) - unitsOf(total);
    const isFull = missing <= 0n;
    this.service.set(serviceId, {
      status: missing > 0n ? 'partial' : missing === 0n ? 'paid' : 'overpaid',
      amountPaid: total,
      amountMissing: isFull ? '0' : textOf(missing),
      transactions: [...invoice.transactions, `${serviceId}-${invoice.transactions.length + 1}`],
      finishedAtMs: isFull ? (invoice.finishedAtMs ?? this.clock.now) : null,
    });
    await this.#poll(found[1]);
  }

  async #reportPaid(of: number, amount: 'none' | 'received'): Promise<void> {
    const found = this.#nth(of);
    if (!found) return;
    const [, { serviceId }] = found;
    const before = this.service.invoicesById.get(serviceId);
    assert.ok(before);
    const amountPaid = amount === 'none' ? null : before.amountPaid;
    this.service.set(serviceId, { status: 'paid', amountPaid, finishedAtMs: this.clock.now });
    await this.#poll(found[1]);
    this.service.set(serviceId, { amountPaid: before.amountPaid });
  }

  /** An old report arrives after newer ones. */
  async #reportAgain(of: number, back: number): Promise<void> {
    const found = this.#nth(of);
    const report = found?.[1].reports.at(-1 - back);
    if (!found || !report) return;
    const { serviceId } = found[1];
    const present = this.service.invoicesById.get(serviceId);
    assert.ok(present);
    this.service.set(serviceId, report);
    await this.#poll(found[1]);
    this.service.set(serviceId, present);
  }

  async #close(of: number): Promise<void> {
    const found = this.#nth(of);
    if (!found) return;
    const { status } = this.service.invoicesById.get(found[1].serviceId) ?? {};
    if (status !== 'created' && status !== 'partial') return;
    this.service.set(found[1].serviceId, { status: 'canceled' });
    await this.#poll(found[1]);
  }

  async #settle(nth: number, decision: Decision): Promise<void> {
    const { staff } = this.process;
    const { pending } = await staff.findPayment(paymentIdOf(this.checkoutId));
    const one = pending[nth % Math.max(pending.length, 1)];
    if (!one) return;
    const { invoice, about, amount } = one;
    const request = { invoice, about, decision, amount, note: null };
    await staff.settlePayment(paymentIdOf(this.checkoutId), request, 'Maja Lind');
    if (about !== 'owed' && about !== 'late') return;
    if (decision === 'accepted') this.acceptances += 1;
    else if (about === 'owed') {
      const known = this.invoice(invoice);
      known.dismissed = addAmounts(known.dismissed, amount);
    }
  }

  #newAddress(currency: string): string {
    this.#addresses += 1;
    return addressFor(currency, `payer ${this.journalPath} ${this.#addresses}`);
  }

  async #request(of: number, hasKey: boolean, isSame: boolean): Promise<void> {
    const process = this.process;
    const { invoices, refunds } = await process.staff.findPayment(paymentIdOf(this.checkoutId));
    const invoice = invoices[of % Math.max(invoices.length, 1)];
    if (!invoice) return;
    const item = process
      .serialize(await process.checkouts.findCheckout(this.checkoutId))
      .refunds?.items.find((one) => one.invoice === invoice.number);
    const known = refunds.findLast((refund) => refund.invoice === invoice.number);
    const amount = (isSame ? known?.amount : item?.amount) ?? invoice.owed ?? '0';
    const address = (isSame ? known?.address : undefined) ?? this.#newAddress(invoice.currency);
    const claimKey = hasKey ? KEY : null;
    const request = { invoice: invoice.number, address, amount, email: null, claimKey };
    await process.checkouts.changeCheckout(this.checkoutId, (record) =>
      withRefundRequest(record, request, this.clock.now),
    );
    await this.#learnReplaced();
  }

  /** A payer's correction withdraws the proposed payout of the former request, which the shop reads in the list of payouts. */
  async #learnReplaced(): Promise<void> {
    for (const payout of this.payouts)
      if (payout.is === 'reserved' && (await this.#stateOf(payout.id)) === 'withdrawn')
        payout.is = 'released';
  }

  async #stateOf(id: string): Promise<string> {
    const { payouts } = await this.process.staff.listPayouts({ cursor: null, limit: 1000 });
    return payouts.find((payout) => payout.id === id)?.state ?? 'missing';
  }

  async #refund(of: number, percent: number): Promise<void> {
    const { staff } = this.process;
    const { invoices } = await staff.findPayment(paymentIdOf(this.checkoutId));
    const invoice = invoices[of % Math.max(invoices.length, 1)];
    if (!invoice) return;
    const amount = shareOf(invoice.refundable, percent);
    const address = this.#newAddress(invoice.currency);
    await staff.createRefund(
      paymentIdOf(this.checkoutId),
      { invoice: invoice.number, address, amount, includesPayment: true },
      'Maja Lind',
    );
  }

  async #refundOf(nth: number) {
    const { refunds } = await this.process.staff.findPayment(paymentIdOf(this.checkoutId));
    const open = refunds.filter(({ state }) => state === 'requested');
    return open[nth % Math.max(open.length, 1)];
  }

  async #propose(nth: number, percent: number): Promise<void> {
    const refund = await this.#refundOf(nth);
    if (!refund) return;
    const { currency, address } = refund;
    const amount = shareOf(refund.amount, percent);
    if (unitsOf(amount) === 0n) return;
    const link = { payment: paymentIdOf(this.checkoutId), id: refund.id };
    const request = { person: 'Maja Lind', currency, amount, address, refund: link };
    // A shop signs by the system time.
    const proposal = await createPayoutProposal(request, { secret: PAYOUT_SECRET });
    const { id, digest } = await this.process.staff.proposePayout(proposal, 'Maja Lind');
    this.payouts.push({ ...{ id, digest, amount, address, invoice: refund.invoice }, is: 'reserved' });
  }

  #reserved(nth: number): KnownPayout | undefined {
    const open = this.payouts.filter(({ is }) => is === 'reserved');
    return open[nth % Math.max(open.length, 1)];
  }

  async #change(what: 'approve' | 'decline' | 'take back', nth: number): Promise<void> {
    const payout = this.#reserved(nth);
    if (!payout) return;
    const { staff } = this.process;
    if (what === 'approve') {
      const request = { person: 'Jon Berg', digest: payout.digest };
      const approval = await createPayoutApproval(request, { secret: PAYOUT_SECRET, clock: this.clock });
      await staff.approvePayout(payout.id, approval, 'Jon Berg');
      return;
    }
    if (what === 'decline') await staff.declinePayout(payout.id, 'Not yet', 'Jon Berg');
    else await staff.takeBackPayout(payout.id, 'Maja Lind');
    payout.is = 'released';
  }

  /** One round of the payouts process. */
  async #send(fate: Fate): Promise<void> {
    const journal = this.#journal;
    assert.ok(journal);
    const { store } = this.process;
    // Aborted, so that the process does not pause.
    const signal = AbortSignal.abort();
    let kill: () => void = () => undefined;
    const killed = new Promise<void>((resolve) => (kill = resolve));
    const process = new PayoutProcess({
      storeClock: new StoreClock(store, this.clock),
      ...{ store, clock: this.clock, signal, journal, testMode: false, logger: SILENT, limiters: [] },
      rules: { key: new TextEncoder().encode(PAYOUT_SECRET), onePerson: false, limits: null },
      service: {
        invoices: () => Promise.resolve(new Map(this.withdrawals.map((one) => [one.id, one]))),
        listInvoices: () => listOf(this.withdrawals),
      },
      connect: (limiter) => ({
        withdraw: ({ currency, address, amount }) =>
          limiter.take(0, async () => {
            const payout = this.payouts.find((one) => one.address === address && one.is === 'reserved');
            assert.ok(payout, 'only money that is reserved is sent');
            this.shop.effects.add(fate);
            if (fate === 'refused') payout.is = 'released';
            if (fate === 'refused' || fate === 'unreachable')
              throw new ServiceError(fate, 'create withdrawal');
            if (fate !== 'lost before' && fate !== 'killed before') this.#withdraw(currency, address, amount);
            if (fate === 'lost after' || fate === 'lost before')
              throw new ServiceError('outcome_unknown', 'create withdrawal');
            if (fate !== 'sent') {
              kill();
              await new Promise(() => undefined);
            }
            payout.is = 'sent';
            const { id } = this.withdrawals.at(-1) ?? { id: '' };
            const nothing = {
              amountUsd: null,
              amountToPay: null,
              fee: null,
              serviceFee: null,
              createdAtMs: null,
            };
            return { id, status: 'created', currency, address, amount, ...nothing, testMode: false };
          }),
      }),
    });
    await Promise.race([process.runOnce(), killed]);
    for (const payout of this.payouts) {
      if (payout.is !== 'reserved') continue;
      // The rules of the payouts process may refuse it: an approval is used up by one attempt.
      if ((await this.#stateOf(payout.id)) === 'refused') payout.is = 'released';
    }
    await turn();
  }

  #withdraw(currency: string, address: string, amount: string): void {
    const id = `INV-W${String(this.withdrawals.length).padStart(7, '0')}`;
    const request = { amount, currency: 'EUR', cryptocurrency: currency, orderId: id };
    const invoice = new FakeService(this.clock).make(request);
    this.withdrawals.push({ ...invoice, id, type: 'dw', address, amount, transactions: [`tx-${id}`] });
  }

  async #resolve(nth: number): Promise<void> {
    const payout = this.#reserved(nth);
    if (!payout) return;
    const { payouts } = await this.process.staff.listPayouts({ cursor: null, limit: 1000 });
    const known = payouts.find(({ id }) => id === payout.id);
    if (known?.state !== 'unknown') return;
    const isSent = this.withdrawals.some(({ address }) => address === payout.address);
    const candidate = known.candidates[0]?.id ?? null;
    // The people say what is so.
    if (isSent && candidate === null) return;
    const choice = isSent
      ? { outcome: 'sent' as const, candidate }
      : { outcome: 'not_sent' as const, candidate: null };
    for (const person of ['Maja Lind', 'Jon Berg'])
      await this.process.staff.resolvePayout(payout.id, choice, person);
    payout.is = isSent ? 'sent' : 'released';
  }
}

async function* listOf(invoices: readonly Invoice[]): AsyncGenerator<Invoice> {
  for (const invoice of invoices) yield await Promise.resolve(invoice);
}

const DECIMALS = 8;
const SCALE = 12;
/** The smallest unit of both coins. The laws count in parts of it. */
export const COIN_UNIT = 10n ** BigInt(SCALE - DECIMALS);

/** The amount as a whole number of parts of the coin's unit. */
export function unitsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
}

function textOf(units: bigint): string {
  const text = String(units).padStart(SCALE + 1, '0');
  return `${text.slice(0, -SCALE)}.${text.slice(-SCALE)}`;
}

/** A share of an amount, rounded down; all of it for 100 percent. */
function shareOf(amount: string, percent: number): string {
  return percent === 100
    ? amount
    : scaleAmount(amount, { by: String(percent), over: '100', decimals: DECIMALS });
}
