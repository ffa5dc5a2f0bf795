import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '../../src/proxy/webhooks.js';
import type { CheckoutEvent, DepositReceivedEvent } from '../../src/proxy/webhooks.js';
import type { Chance } from './seeded-random.js';
import { listening } from './listening.js';
import { heard } from './page-observations.js';
import { SOAK_SECRETS } from './settings.js';
import type { Stories, Story } from './order-history.js';

/** How the shop takes a request: as it should, or not. */
const MANNERS = { takes: 90, fails: 4, late: 3, drops: 1.5, loses: 1.5 } as const;

/** The shop: writes down what it is told, and is not always well. */
export class Shop {
  readonly #server: Server;
  #url = '';
  /** Until then every request is turned away. */
  isAway = false;
  /** It does no wrong any more. */
  isWell = false;
  requests = 0;
  readonly told = new Map<string, number>();

  constructor(
    private readonly stories: Stories,
    private readonly chance: Chance,
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
    const manner = this.isWell ? 'takes' : this.isAway ? 'fails' : this.chance.weighted(MANNERS);
    if (manner === 'drops') return void incoming.socket.resetAndDestroy();
    const body = await buffer(incoming);
    if (manner === 'fails') return void outgoing.writeHead(500).end();
    await this.#take(incoming, body.toString());
    if (manner === 'loses') return void incoming.socket.resetAndDestroy();
    if (manner === 'late')
      await new Promise((resolve) => setTimeout(resolve, this.chance.between(200, 4000)));
    outgoing.end();
  }

  async #take(incoming: IncomingMessage, body: string): Promise<void> {
    try {
      const secrets = [SOAK_SECRETS.webhookSecret];
      this.#note(await verifyWebhook({ headers: incoming.headers, body }, { secrets }), body);
    } catch (error) {
      this.stories.break('signed', null, `${error instanceof Error ? error.message : 'not taken'}: ${body}`);
    }
  }

  #note(event: CheckoutEvent, body: string): void {
    if (event.type === 'deposit.received') this.onDeposit(event);
    if (!('order' in event)) return;
    const { stories } = this;
    const story = stories.byOrder.get(event.order.id);
    if (!story) return stories.break('told truly', null, `an order that nobody made is told: ${body}`);
    const known = story.told.get(event.id);
    const invoice = `${event.invoice.id}${'paid' in event.invoice ? ` paid ${event.invoice.paid}` : ''}`;
    stories.note(
      story,
      'shop',
      `${known ? 'again ' : ''}${event.type} v${event.checkout.version} ${invoice}`,
    );
    if (known) {
      if (known.body !== body)
        stories.break('in order', story.order, `${event.id} was told otherwise before`);
      return;
    }
    this.told.set(event.type, (this.told.get(event.type) ?? 0) + 1);
    this.#checkOrder(story, event.checkout.version);
    story.told.set(event.id, { event, body });
    heard(stories, story, event);
  }

  #checkOrder(story: Story, version: number): void {
    const last = [...story.told.values()].at(-1)?.event.checkout.version ?? 0;
    if (version < last)
      this.stories.break('in order', story.order, `version ${version} is told first after version ${last}`);
  }
}
