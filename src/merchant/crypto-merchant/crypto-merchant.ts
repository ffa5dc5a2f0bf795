import { html, isServer, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MerchantScope, MerchantSession } from '../../protocol/index.js';
import { readAddressState } from '../crypto-merchant-payments/address-state.js';
import { signerAt, type PayoutSigner } from '../client/payout-signer.js';
import { sendSigned } from '../crypto-merchant-payouts/payout-requests.js';
import type { CryptoMerchantRefundEvent } from '../parts/events.js';
import {
  CryptoMerchantCountEvent,
  CryptoMerchantOpenEvent,
  CryptoMerchantPayoutEvent,
} from '../parts/events.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { ChangeController } from '../parts/change-controller.js';
import { tabParts } from '../parts/css-parts.js';
import { FocusController } from '../parts/focus-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { PollController } from '../parts/poll-controller.js';
import { actionProblem } from '../parts/problem-view.js';
import { styles } from './crypto-merchant.styles.js';
import { tabAfter, tabsFor, type Tab } from './tabs.js';

/** A person's scopes may change while a page is open. */
const SESSION_POLL_MS = 5 * 60_000;

/**
 * All elements of the staff, in tabs. It shows only what the session allows.
 *
 * @fires {CryptoMerchantOpenEvent} crypto-merchant-open - one of the staff opens a payment, by its id
 * @fires {CryptoMerchantRefundEvent} crypto-merchant-refund - one of the staff wants a payout proposed for a refund; cancel it to
 *   propose the payout yourself
 * @fires {CryptoMerchantPayoutEvent} crypto-merchant-payout - one of the staff opens the payouts, because one needs them
 * @fires {CryptoMerchantCountEvent} crypto-merchant-count - the number of entries that need a person has changed
 * @fires {CryptoMerchantDecidedEvent} crypto-merchant-decided - one of the staff has decided about a payment or a request for a refund
 * @fires {CryptoMerchantRefundCreatedEvent} crypto-merchant-refund-created - one of the staff has created a refund
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchant extends MerchantElement {
  static override readonly styles = [MerchantElement.styles, styles];
  static readonly parts = `tab, ${tabParts}`;

  /**
   * URL of the shop that signs payouts: see `payout-url` of `<crypto-merchant-payouts>`. Without it and `signPayout`, the elements only
   * show payouts.
   */
  @property({ attribute: 'payout-url' }) payoutUrl = '';
  /** Signs payouts, instead of `payout-url`. */
  @property({ attribute: false }) signPayout: PayoutSigner | null = null;

  /** Keeps filters, sorting and the open payment in the address of the page: see `in-address` of `<crypto-merchant-payments>`. */
  @property({ type: Boolean, attribute: 'in-address' }) inAddress = false;

  @state() private tab: Tab | null = null;
  @state() private count = 0;
  readonly #session = new LoadController<MerchantSession>(this);
  /** Tabs that have been open. They stay rendered, so that filters and open details are kept. */
  readonly #visited = new Set<Tab>();
  /** The proposals of refunds that are on their way, or that the lists do not show yet: why each has failed. */
  readonly #proposals = new Map<string, Promise<string>>();
  /** Refunds whose proposal has arrived. */
  readonly #proposed = new Set<string>();
  readonly #focus = new FocusController(this);

  constructor() {
    super();
    new PollController(this, SESSION_POLL_MS, () => this.#load());
    new ChangeController(this, {
      client: () => this.activeClient,
      onChange: (change) => {
        for (const refund of this.#proposed) this.#proposals.delete(refund);
        this.#proposed.clear();
        const { scopes = [] } = this.#session.value ?? {};
        if (change && tabsFor(scopes).includes('attention')) this.#setCount(change.attention);
      },
    });
    this.addEventListener('crypto-merchant-refund', (event) => {
      const signer = this.#signer;
      if (!signer) return;
      // After the page's own listeners, which may cancel it.
      event.proposal = Promise.resolve().then(() =>
        event.defaultPrevented ? '' : this.#payRefund(event.detail, signer),
      );
    });
  }

  get #signer(): PayoutSigner | null {
    return this.signPayout ?? (this.payoutUrl ? signerAt(this.payoutUrl) : null);
  }

  /** Proposes the payout of a refund, once. @returns why that has failed */
  #payRefund(detail: CryptoMerchantRefundEvent['detail'], sign: PayoutSigner): Promise<string> {
    const { id } = detail.refund;
    const proposal = this.#proposals.get(id) ?? this.#propose(detail, sign);
    this.#proposals.set(id, proposal);
    return proposal;
  }

  async #propose(
    { payment, refund }: CryptoMerchantRefundEvent['detail'],
    sign: PayoutSigner,
  ): Promise<string> {
    const { currency, address, amount, id } = refund;
    const proposal = { currency, address, amount, purpose: null, refund: { payment, id } };
    const { t } = this.localize;
    const result = await sendSigned(
      { client: this.activeClient, sign },
      { kind: 'proposal', ...proposal },
      (client, token) => client.propose(token),
    );
    if (!result.ok) {
      this.#proposals.delete(id);
      return actionProblem(result.problem, t);
    }
    this.#proposed.add(id);
    this.tab = 'payouts';
    this.live.say(t.payouts.became(this.localize.inCoin(amount, currency), t.payouts.states.proposed));
    return '';
  }

  protected override start(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    const client = this.activeClient;
    if (client) await this.#session.load(() => client.session());
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.localize.isPending) return nothing;
    const { value, problem } = this.#session;
    if (value) return this.localize.marked(html`${this.#tabs(value)}${this.live.render()}`);
    const content = problem ? this.problemView(problem, null) : skeletonRows(this.localize.t.loading);
    return this.localize.marked(
      html`<div class="panel" part="panel">${content}</div>
        ${this.live.render()}`,
    );
  }

  #tabs({ person, scopes }: MerchantSession): TemplateResult {
    const { t } = this.localize;
    const tabs = tabsFor(scopes);
    const [first] = tabs;
    if (!first)
      return html`<div class="panel" part="panel">${this.problemView({ kind: 'scope_missing' }, null)}</div>`;
    const linked = this.inAddress && !isServer && readAddressState() ? 'payments' : null;
    const wanted = this.tab ?? linked;
    const chosen = wanted && tabs.includes(wanted) ? wanted : first;
    this.#visited.add(chosen);
    return html`<header class="top">
        <div
          class="tabs"
          role="tablist"
          aria-label=${t.sections}
          @keydown=${(event: KeyboardEvent) => this.#move(event, tabs, chosen)}
        >
          ${tabs.map((tab) => this.#tab(tab, tab === chosen))}
        </div>
        <span class="person">${t.signedInAs(person)}</span>
      </header>
      ${tabs.map((tab) => this.#panel(tab, tab === chosen, scopes))}`;
  }

  #tab(tab: Tab, isChosen: boolean): TemplateResult {
    const { t } = this.localize;
    return html`<button
      id=${`tab-${tab}`}
      class="tab"
      part="tab"
      type="button"
      role="tab"
      aria-selected=${isChosen ? 'true' : 'false'}
      aria-controls=${`panel-${tab}`}
      tabindex=${isChosen ? 0 : -1}
      @click=${() => {
        this.tab = tab;
      }}
    >
      ${t[tab].title}${
        tab === 'attention' && this.count > 0
          ? html`<span class="count">${this.localize.number(this.count)}</span>`
          : nothing
      }
    </button>`;
  }

  #panel(tab: Tab, isChosen: boolean, scopes: readonly MerchantScope[]): TemplateResult {
    return html`<div
      id=${`panel-${tab}`}
      role="tabpanel"
      aria-labelledby=${`tab-${tab}`}
      ?hidden=${!isChosen}
    >
      ${isChosen || tab === 'attention' || this.#visited.has(tab) ? this.#element(tab, scopes) : nothing}
    </div>`;
  }

  #element(tab: Tab, scopes: readonly MerchantScope[]): TemplateResult {
    const { activeClient, theme, locale, appearance } = this;
    // Without a signer, a press on "Propose payout" would do nothing.
    const scopesOfRefunds = this.#signer ? scopes : scopes.filter((scope) => scope !== 'payouts:propose');
    switch (tab) {
      case 'attention':
        return html`<crypto-merchant-attention
          exportparts=${tabParts}
          .client=${activeClient}
          .scopes=${scopesOfRefunds}
          .theme=${theme}
          .locale=${locale}
          .appearance=${appearance}
          @crypto-merchant-open=${this.#onOpen}
          @crypto-merchant-payout=${this.#onPayout}
          @crypto-merchant-count=${this.#onCount}
        ></crypto-merchant-attention>`;
      case 'payments':
        return html`<crypto-merchant-payments
          exportparts=${tabParts}
          .client=${activeClient}
          .scopes=${scopesOfRefunds}
          .theme=${theme}
          .locale=${locale}
          .appearance=${appearance}
          .inAddress=${this.inAddress}
          @crypto-merchant-open=${this.#onOpen}
        ></crypto-merchant-payments>`;
      case 'balances':
        return html`<crypto-merchant-balances
          exportparts=${tabParts}
          .client=${activeClient}
          .theme=${theme}
          .locale=${locale}
          .appearance=${appearance}
        ></crypto-merchant-balances>`;
      case 'statistics':
        return html`<crypto-merchant-statistics
          exportparts=${tabParts}
          .client=${activeClient}
          .theme=${theme}
          .locale=${locale}
          .appearance=${appearance}
        ></crypto-merchant-statistics>`;
      case 'payouts':
        return html`<crypto-merchant-payouts
          exportparts=${tabParts}
          .client=${activeClient}
          .scopes=${scopes}
          .payoutUrl=${this.payoutUrl}
          .signPayout=${this.signPayout}
          .theme=${theme}
          .locale=${locale}
          .appearance=${appearance}
        ></crypto-merchant-payouts>`;
    }
  }

  #move(event: KeyboardEvent, tabs: readonly Tab[], chosen: Tab): void {
    const next = tabAfter(event.key, { tabs, chosen, isRightToLeft: this.matches(':dir(rtl)') });
    if (!next) return;
    event.preventDefault();
    this.tab = next;
    this.#focus.moveTo('[role=tab][aria-selected=true]');
  }

  readonly #onOpen = ({ detail }: CryptoMerchantOpenEvent): void => {
    this.tab = 'payments';
    // Not a binding: a person may close the payment there, and open it again from here.
    void this.updateComplete.then(() => {
      const payments = this.renderRoot.querySelector('crypto-merchant-payments');
      if (!payments) return;
      // It takes the focus when it is opened, so not if it has been open behind another tab.
      if (payments.payment === detail.payment)
        payments.renderRoot.querySelector<HTMLElement>('#details-title')?.focus();
      payments.payment = detail.payment;
    });
    this.dispatchEvent(new CryptoMerchantOpenEvent(this, detail));
  };

  readonly #onPayout = ({ detail }: CryptoMerchantPayoutEvent): void => {
    this.tab = 'payouts';
    this.#focus.moveTo('[role=tab][aria-selected=true]');
    this.dispatchEvent(new CryptoMerchantPayoutEvent(this, detail));
  };

  readonly #onCount = ({ detail }: CryptoMerchantCountEvent): void => {
    this.#setCount(detail.count);
  };

  #setCount(count: number): void {
    if (count === this.count) return;
    this.count = count;
    this.dispatchEvent(new CryptoMerchantCountEvent(this, { count }));
  }
}
