import { html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { LiveRegionController } from '../../controllers/live-region.js';
import { ThemedElement } from '../../elements/base/themed-element.js';
import { IconController } from '../../elements/parts/currency-icon.js';
import type { MerchantPaymentDetails, MerchantRefund, MerchantScope } from '../../protocol/index.js';
import { currencyIcons } from '../../styles/base.js';
import { skeleton } from '../../styles/skeleton.js';
import {
  type MerchantClient,
  type MerchantProblem,
  createMerchantClient,
} from '../client/merchant-client.js';
import type { SessionSource } from '../client/session-token.js';
import {
  CryptoMerchantDecidedEvent,
  CryptoMerchantRefundCreatedEvent,
  CryptoMerchantRefundEvent,
  type StaffDecision,
} from './events.js';
import type { Outcome } from './form-controller.js';
import { MerchantLocalize } from './localize.js';
import { panel } from './panel.styles.js';
import { problemView } from './problem-view.js';

/** The properties that determine the client. */
const CLIENT_PROPERTIES = ['endpoint', 'sessionUrl', 'session', 'client'];

/** The base of all elements of the staff: the connection to the proxy, the language and the frame. */
export abstract class MerchantElement extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, currencyIcons, skeleton, panel];

  /** The proxy's base path or address. */
  @property() endpoint = '/crypto-checkout';
  /** URL of the shop that answers a POST with a merchant session as text, for the person who is signed in there. */
  @property({ attribute: 'session-url' }) sessionUrl = '';
  /** Returns a merchant session, instead of `session-url`. */
  @property({ attribute: false }) session: SessionSource | null = null;
  /** A client of the proxy, instead of `endpoint` and `session`. */
  @property({ attribute: false }) client: MerchantClient | null = null;
  /** What the session allows: other actions are hidden. `null`: all are shown, and the proxy refuses what is not allowed. */
  @property({ attribute: false }) scopes: readonly MerchantScope[] | null = null;

  protected readonly localize = new MerchantLocalize(this);
  protected readonly live = new LiveRegionController(this, true);

  constructor() {
    super();
    new IconController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The first update starts as well.
    if (this.hasUpdated) this.start();
  }

  /** The client that the properties determine; `null` while they are incomplete. */
  protected get activeClient(): MerchantClient | null {
    const session = this.session ?? this.sessionUrl;
    if (this.client) return this.client;
    return session ? sharedClient(this.endpoint, session) : null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (isServer || !this.isConnected || !CLIENT_PROPERTIES.some((name) => changed.has(name))) return;
    if (this.activeClient) this.start();
  }

  /** Loads everything again, with the current client. */
  protected abstract start(): void;

  /** Asks the page to propose a payout for a refund. */
  protected readonly proposeRefund = async (refund: MerchantRefund, payment: string): Promise<Outcome> => {
    const event = new CryptoMerchantRefundEvent({ payment, refund });
    this.dispatchEvent(event);
    const failed = await event.proposal;
    return failed ? { failed } : { done: '' };
  };

  protected readonly announceDecision = (
    { id: payment }: MerchantPaymentDetails,
    decision: StaffDecision,
  ): void => {
    this.dispatchEvent(new CryptoMerchantDecidedEvent({ payment, decision }));
  };

  protected readonly announceRefund = ({ id: payment }: MerchantPaymentDetails): void => {
    this.dispatchEvent(new CryptoMerchantRefundCreatedEvent({ payment }));
  };

  protected may(scope: MerchantScope): boolean {
    return this.scopes?.includes(scope) ?? true;
  }

  /** Renders the frame with its live region, once the messages have loaded. */
  protected frame(content: TemplateResult): TemplateResult | typeof nothing {
    if (this.localize.isPending) return nothing;
    return html`${this.localize.marked(
      html`<section class="panel" part="panel" aria-labelledby="title">
        ${content}${this.live.render()}
      </section>`,
    )}`;
  }

  protected problemView(problem: MerchantProblem, lastAt: string | null): TemplateResult {
    return problemView(problem, this.localize, { lastAt, onRetry: () => this.start() });
  }
}

type Source = SessionSource | string;

/** By endpoint and source. Functions are held weakly, because a page may pass a new one in each rendering. */
const byUrl = new Map<string, MerchantClient>();
const byFunction = new WeakMap<SessionSource, Map<string, MerchantClient>>();

/** Returns the client for an endpoint and a source of sessions. The elements of a page share it, with its session and its stream. */
function sharedClient(endpoint: string, session: Source): MerchantClient {
  const [clients, key] =
    typeof session === 'string'
      ? [byUrl, JSON.stringify([endpoint, session])]
      : [clientsOf(session), endpoint];
  const known = clients.get(key);
  if (known) return known;
  const client = createMerchantClient({ endpoint, session });
  clients.set(key, client);
  return client;
}

function clientsOf(source: SessionSource): Map<string, MerchantClient> {
  const known = byFunction.get(source);
  if (known) return known;
  const clients = new Map<string, MerchantClient>();
  byFunction.set(source, clients);
  return clients;
}
