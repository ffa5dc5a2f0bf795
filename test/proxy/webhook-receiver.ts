import type { TestContext } from 'node:test';
import { TableNode, UpdateQueryNode } from 'kysely';
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';
import type { CheckoutInvoiceEvent } from '../../src/proxy/index.js';
import { EventDispatcher } from '../../src/proxy/delivery/event-dispatcher.js';
import type { EventRow } from '../../src/proxy/store/schema.js';
import { openStore, Store } from '../../src/proxy/store/store.js';
import type { Attempt, Transport } from '../../src/proxy/delivery/transport.js';
import { withTimeout } from '../../src/proxy/base/async.js';
import { briefStore } from './test-stores.js';
import { caipIds } from '../../src/payment/index.js';

export const SECRET = `whsec_${Buffer.from('a secret of the shop, 32 bytes!!').toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.from('another secret of the same kind.').toString('base64')}`;

export const exampleEvent: CheckoutInvoiceEvent = {
  id: 'evt_1',
  type: 'checkout.paid',
  fulfill: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  testMode: false,
  checkout: { id: 'c-1', paymentId: 'pay_1', version: 4, state: 'paid', late: false },
  order: { id: 'A-1', amount: '49.00', currency: 'EUR' },
  invoice: {
    id: 'INV-ABCDEFGH',
    orderId: 'A-1',
    currency: 'BTC',
    ...caipIds('BTC'),
    address: 'bc1qexample',
    price: { amount: '49.00', currency: 'EUR' },
    amount: '0.00063617',
    received: '0.00063617',
    applied: '0.00063617',
    ...{ owed: '0', reserved: '0', refunded: '0', dismissed: '0' },
    due: '0',
    surplus: '0',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    finishedAt: null,
    transactions: ['f00d'],
    unconfirmed: [],
  },
};

/** An outbox on a frozen clock, and dispatchers for it. */
export interface Outbox {
  readonly store: Store;
  readonly clock: { now: number; nowMs(): number };
  readonly logLines: string[];
  readonly put: (checkoutId: string, id: string) => Promise<void>;
  /** Resolves when a dispatcher has found nothing more to do at this time. */
  readonly settled: (delivery: EventDispatcher) => Promise<void>;
  /** Begins to deliver, as one process does; stopped after the test. */
  readonly start: (transport: Transport) => EventDispatcher;
  readonly row: (id: string) => Promise<EventRow>;
  /** Whether a process has claimed an event of a checkout. */
  readonly isClaimed: (checkoutId: string) => Promise<boolean>;
}

export async function openOutbox(t: TestContext, path?: string): Promise<Outbox> {
  const opened = await openStore(path ?? (await briefStore()));
  const rounds = new Rounds();
  const store = new Store(opened.db.withPlugin(rounds));
  const deliveries: EventDispatcher[] = [];
  t.after(async () => {
    await Promise.all(deliveries.map((delivery) => delivery.stop()));
    await opened.close();
  });
  const logLines: string[] = [];
  const log = (fields: object, message: string) => void logLines.push(JSON.stringify({ message, ...fields }));
  const clock = { now: Date.UTC(2026, 0, 1), nowMs: () => clock.now };
  return {
    store,
    clock,
    logLines,
    put: async (checkoutId, id) => {
      const event = { ...exampleEvent, id, checkout: { ...exampleEvent.checkout, id: checkoutId } };
      await store.transaction((tx) => tx.addEvent(event));
    },
    settled: (delivery) => rounds.rest(() => delivery.wake()),
    start: (transport) => {
      const logger = { info: log, warn: log, error: log };
      const delivery = new EventDispatcher({ store, clock, logger, transport: rounds.noting(transport) });
      deliveries.push(delivery);
      delivery.start();
      return delivery;
    },
    row: (id) => store.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    isClaimed: async (checkoutId) => {
      const queue = store.db
        .selectFrom('delivery_queues')
        .select('claimed_until')
        .where('key', '=', checkoutId);
      return ((await queue.executeTakeFirst())?.claimed_until ?? 0) > 0;
    },
  };
}

/** Detects when a dispatcher has polled and found nothing, which takes its time if the store is a server. */
class Rounds implements KyselyPlugin {
  /** The statements in progress: the turn in which each claim began, and null for others. */
  readonly #running = new Map<object, number | null>();
  #turn = 0;
  /** How many attempts have begun, and are not recorded yet. */
  #attempts = 0;
  #onRest = (): void => undefined;

  noting(transport: Transport): Transport {
    return { send: (event) => ((this.#attempts += 1), transport.send(event)) };
  }

  /** @throws {Error} if it never ends */
  async rest(wake: () => void): Promise<void> {
    this.#turn += 1;
    const rests = new Promise<void>((resolve) => (this.#onRest = resolve));
    wake();
    if (!(await withTimeout(REST_MS, rests))) throw new Error('the delivery does not come to rest');
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    // A selection may be a part of another statement.
    if (node.kind !== 'SelectQueryNode')
      this.#running.set(queryId, node.kind === 'RawNode' ? this.#turn : null);
    if (UpdateQueryNode.is(node) && node.table && TableNode.is(node.table))
      this.#attempts -= Number(node.table.table.identifier.name === 'events');
    return node;
  }

  transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const isNew = this.#running.get(queryId) === this.#turn;
    this.#running.delete(queryId);
    // A running statement may belong to the end of an attempt, which is followed by another claim.
    const isBusy = this.#running.size > 0 || this.#attempts > 0;
    if (isNew && result.rows.length === 0 && !isBusy) this.#onRest();
    return Promise.resolve(result);
  }
}

const REST_MS = 20_000;

export const DELIVERED: Attempt = { isDelivered: true };

export function failing(more: Partial<Extract<Attempt, { isDelivered: false }>> = {}): Attempt {
  return { isDelivered: false, failure: 'the shop is away', ...more };
}

/** A transport to the shop whose results the test decides. */
export function transport(send: (id: string) => Attempt | Promise<Attempt>): Transport {
  return { send: async ({ id }) => send(id) };
}
