import { setTimeout as pause } from 'node:timers/promises';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import type { DepositReceivedEvent } from '../../src/proxy/webhooks.js';
import { compareAmounts } from '../../src/payment/index.js';
import type { SeededRandom } from './seeded-random.js';
import type { ServiceProcess } from './sandbox.js';
import { DEPOSITOR, SOAK_SECRETS } from './settings.js';
import type { OrderHistories } from './order-history.js';

export interface DepositsOptions {
  readonly random: SeededRandom;
  readonly service: ServiceProcess;
  readonly histories: OrderHistories;
  /** Returns the base URL of a random proxy. */
  readonly url: () => string;
}

export interface Deposit {
  readonly customer: string;
  readonly currency: string;
  readonly address: string;
  readonly amount: string;
}

/** A postback in the sandbox's list, which holds the last thousand. */
interface SentPostback {
  readonly state: 'waiting' | 'delivered' | 'given up';
}

const CUSTOMERS = 8;
const COINS = ['USDT_TRC20', 'BTC', 'ETH'] as const;
/** Several in parallel, since a request may wait for an unresponsive service. */
const CONCURRENCY = 5;
const PAUSE_MS = 1500;
/** Share of forged postbacks. The others report real deposits. */
const FORGED_PERCENT = 40;
/** The sandbox sends a postback five times within three minutes. */
const POSTBACKS_MS = 180_000;

/** Simulates customers who pay to their deposit addresses, and an attacker who reports deposits that do not exist. */
export class Deposits {
  readonly #addresses = new Map<string, string>();
  /** By transaction. */
  readonly #sent = new Map<string, Deposit>();
  /** Transactions whose postback a proxy has accepted. */
  readonly #announced = new Set<string>();
  /** The newest event of each id, as the shop received it. */
  readonly #events = new Map<string, DepositReceivedEvent>();
  forged = 0;
  /** Deposits whose postback the sandbox gave up, because no proxy accepted it in three minutes. */
  unannounced = 0;

  constructor(private readonly options: DepositsOptions) {}

  get sent(): number {
    return this.#sent.size;
  }

  /** Resolves after `ending`. */
  async run(ending: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#run(ending)));
  }

  async #run(ending: AbortSignal): Promise<void> {
    const { random } = this.options;
    while (!ending.aborted) {
      await pause(random.waitMs(PAUSE_MS), undefined, { signal: ending }).catch(() => undefined);
      const customer = `${DEPOSITOR}${random.between(1, CUSTOMERS)}`;
      const currency = random.one(COINS);
      const address = await this.#open(customer, currency);
      if (address === null) continue;
      if (random.percent(FORGED_PERCENT)) await this.#forge({ customer, currency, address });
      else await this.#send({ customer, currency, address });
    }
  }

  /** Records an event of the shop. A later event with the same id replaces it. */
  received(event: DepositReceivedEvent): void {
    this.#events.set(event.id, event);
  }

  /** Records a postback that a proxy has accepted. */
  announced(body: string): void {
    const { invoice_info: info }: { readonly invoice_info?: { readonly tx_list?: readonly string[] } } =
      JSON.parse(body);
    for (const transaction of info?.tx_list ?? []) this.#announced.add(transaction);
  }

  /** Resolves when the sandbox has no pending postbacks, or after three minutes. */
  async postbacksDelivered(leaving: AbortSignal): Promise<void> {
    const untilMs = performance.now() + POSTBACKS_MS;
    while (performance.now() < untilMs && !leaving.aborted) {
      const { postbacks } = await this.options.service.read<{ postbacks: SentPostback[] }>('postbacks');
      if (postbacks.every(({ state }) => state !== 'waiting')) return;
      await pause(500, undefined, { signal: leaving }).catch(() => undefined);
    }
  }

  judge(): void {
    const unannounced = [...this.#sent.keys()].filter((id) => !this.#announced.has(id));
    this.unannounced = unannounced.length;
    const events = [...this.#events.values()];
    for (const fault of depositFaults(this.#sent, events, new Set(unannounced))) this.#break(fault);
  }

  async #open(customer: string, currency: string): Promise<string | null> {
    const { histories } = this.options;
    const clock = { nowMs: () => histories.now() };
    const token = await createCustomerToken(customer, { secret: SOAK_SECRETS.orderSecret, clock });
    const answer = await this.#post('/deposit-addresses', { customer: token, currency });
    const address = typeof answer?.['address'] === 'string' ? answer['address'] : null;
    if (address === null) return null;
    const key = `${customer} ${currency}`;
    const known = this.#addresses.get(key) ?? address;
    if (known !== address) this.#break(`${key} had the address ${known}, and has ${address} now`);
    this.#addresses.set(key, known);
    return known;
  }

  async #send(to: Omit<Deposit, 'amount'>): Promise<void> {
    const { random, service } = this.options;
    const amount = `${random.between(0, 20)}.${String(random.between(1, 9999)).padStart(4, '0')}`;
    const body = { address: to.address, amount };
    const { transaction } = await service.control<{ transaction: string }>('payments', body);
    this.#sent.set(transaction, { ...to, amount });
  }

  /** Sends a postback about a deposit that does not exist, or that belongs to another customer. */
  async #forge({ customer, currency, address }: Omit<Deposit, 'amount'>): Promise<void> {
    const { random } = this.options;
    this.forged += 1;
    const transactions = [...this.#sent.keys()];
    const txid = random.percent(50) ? (transactions.at(-1) ?? 'of-no-one') : 'of-no-one';
    const invoice_id = `F${String(random.between(0, 9_999_999)).padStart(7, '0')}`;
    const claims = { status: 'success', invoice_id, order_id: customer, currency, txid, amount_crypto: 500 };
    await this.#post('/postbacks', random.percent(50) ? { ...claims, address } : claims);
  }

  /** Returns `null` if the request failed. The next iteration tries again. */
  async #post(path: string, body: object): Promise<Readonly<Record<string, unknown>> | null> {
    const base = this.options.url();
    const headers = { 'content-type': 'application/json', 'origin': new URL(base).origin };
    try {
      const signal = AbortSignal.timeout(10_000);
      const init = { method: 'POST', headers, signal, body: JSON.stringify(body) };
      const response = await fetch(base + path, init);
      const text = await response.text();
      return response.ok && text !== '' ? JSON.parse(text) : null;
    } catch {
      return null;
    }
  }

  #break(what: string): void {
    this.options.histories.report('deposits', null, what);
  }
}

/**
 * Returns the deposits without exactly one verified event, and the verified events without a deposit.
 * @param sent by transaction
 * @param unannounced the transactions that no postback may have announced: these may have no event
 */
export function depositFaults(
  sent: ReadonlyMap<string, Deposit>,
  events: readonly DepositReceivedEvent[],
  unannounced: ReadonlySet<string> = new Set(),
): readonly string[] {
  const verified = events.filter((event) => event.verified);
  const missing = [...sent].flatMap(([transaction, { customer, amount }]) => {
    const count = verified.filter((event) => event.transaction === transaction).length;
    const isAllowed = count === 1 || (count === 0 && unannounced.has(transaction));
    return isAllowed ? [] : [`${amount} of ${customer} in ${transaction} has ${count} verified events`];
  });
  const forged = verified.filter((event) => !isSameDeposit(event, sent.get(event.transaction ?? '')));
  return [...missing, ...forged.map((event) => `${JSON.stringify(event)} is verified without a deposit`)];
}

function isSameDeposit(event: DepositReceivedEvent, deposit: Deposit | undefined): boolean {
  return (
    deposit?.customer === event.customer &&
    deposit.currency === event.currency &&
    deposit.address === event.wallet.address &&
    compareAmounts(deposit.amount, event.amount ?? '0') === 0
  );
}
