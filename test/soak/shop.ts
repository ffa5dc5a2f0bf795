import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import type { DepositReceivedEvent, WebhookEvent } from '../../src/proxy/webhooks.js';
import type { SeededRandom } from './seeded-random.js';
import { listening } from './listening.js';
import { observeEvent } from './page-observations.js';
import { SOAK_SECRETS } from './settings.js';
import type { OrderHistories, OrderHistory } from './order-history.js';

/** How the shop handles a webhook request, with weights. */
const BEHAVIORS = { accepts: 90, fails: 4, delays: 3, drops: 1.5, loses: 1.5 } as const;

/** Simulates the shop: records events and sometimes fails. */
export class Shop {
  readonly #server: Server;
  #url = '';
  /** Whether the shop rejects every request. */
  isAway = false;
  /** Whether the shop accepts every request. */
  isWell = false;
  requests = 0;
  readonly eventCounts = new Map<string, number>();

  constructor(
    private readonly histories: OrderHistories,
    private readonly random: SeededRandom,
    private readonly onDeposit: (event: DepositReceivedEvent) => void,
  ) {
    this.#server = createServer(
      (incoming, outgoing) => void this.#answer(incoming, outgoing).catch(() => undefined),
    );
  }

  async start(): Promise<string> {
    this.#url = `http://127.0.0.1:${await listening(this.#server)}/events`;
    return this.#url;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    this.requests += 1;
    const behavior = this.isWell ? 'accepts' : this.isAway ? 'fails' : this.random.weighted(BEHAVIORS);
    if (behavior === 'drops') return void incoming.socket.resetAndDestroy();
    const body = await buffer(incoming);
    if (behavior === 'fails') return void outgoing.writeHead(500).end();
    await this.#take(incoming, body.toString());
    if (behavior === 'loses') return void incoming.socket.resetAndDestroy();
    if (behavior === 'delays')
      await new Promise((resolve) => setTimeout(resolve, this.random.between(200, 4000)));
    outgoing.end();
  }

  async #take(incoming: IncomingMessage, body: string): Promise<void> {
    try {
      const secrets = [SOAK_SECRETS.webhookSecret];
      this.#record(await verifyWebhook({ headers: incoming.headers, body }, { secrets }), body);
    } catch (error) {
      this.histories.report(
        'signed',
        null,
        `${error instanceof Error ? error.message : 'not taken'}: ${body}`,
      );
    }
  }

  #record(event: WebhookEvent, body: string): void {
    if (event.type === 'deposit.received') this.onDeposit(event);
    if (!('order' in event)) return;
    const { histories } = this;
    const history = histories.byOrderId.get(event.order.id);
    if (!history) return histories.report('truthful', null, `event about an unknown order: ${body}`);
    if ('decision' in event) return void history.decisions.set(event.id, event);
    if ('refund' in event) return void history.refunds.set(event.id, event);
    const known = history.events.get(event.id);
    const invoice = `${event.invoice.id}${'received' in event.invoice ? ` received ${event.invoice.received}` : ''}`;
    histories.log(
      history,
      'shop',
      `${known ? 'again ' : ''}${event.type} v${event.checkout.version} ${invoice}`,
    );
    if (known) {
      if (known.body !== body)
        histories.report('in order', history.order, `${event.id} had another content before`);
      return;
    }
    this.eventCounts.set(event.type, (this.eventCounts.get(event.type) ?? 0) + 1);
    this.#checkOrder(history, event.checkout.version);
    history.events.set(event.id, { event, body });
    observeEvent(histories, history, event);
  }

  #checkOrder(history: OrderHistory, version: number): void {
    const last = [...history.events.values()].at(-1)?.event.checkout.version ?? 0;
    if (version < last)
      this.histories.report('in order', history.order, `version ${version} arrives after version ${last}`);
  }
}
