import { html, isServer, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { MerchantPayments } from '../../protocol/index.js';
import { CryptoMerchantOpenEvent } from '../parts/events.js';
import { form } from '../parts/form.styles.js';
import { icon } from '../parts/icons.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { LiveController } from '../parts/live-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { refundsStyles } from '../parts/refunds.styles.js';
import { pageButtons } from '../parts/page-buttons.js';
import { emptyView, staleNotice } from '../parts/problem-view.js';
import { table } from '../parts/table.styles.js';
import { readAddressState, writeAddressState } from './address-state.js';
import { styles } from './crypto-merchant-payments.styles.js';
import { DetailsController } from './details-controller.js';
import { detailsStyles } from './details.styles.js';
import { countText, ExportController } from './export-controller.js';
import { countSet, filterBar, NO_FILTERS, toQuery, type Filters } from './filters.js';
import { paymentsTable } from './payments-table.js';

const PAGE_SIZE = 25;
/** After this time without a key, the search starts. */
const SEARCH_DELAY_MS = 300;

/**
 * All payments of the shop: search, filters, details with their actions, and an export.
 *
 * @fires {CryptoMerchantOpenEvent} crypto-merchant-open - one of the staff opens a payment, by its id
 * @fires {CryptoMerchantRefundEvent} crypto-merchant-refund - one of the staff wants a payout proposed for a refund
 * @fires {CryptoMerchantDecidedEvent} crypto-merchant-decided - one of the staff has decided about a payment or a request for a refund
 * @fires {CryptoMerchantRefundCreatedEvent} crypto-merchant-refund-created - one of the staff has created a refund
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchantPayments extends MerchantElement {
  static override readonly styles = [
    MerchantElement.styles,
    table,
    form,
    detailsStyles,
    refundsStyles,
    styles,
  ];
  static readonly parts =
    'panel, table, details, refund, address, form, badge, button, button-primary, input, notice, skeleton, icon';

  /** Id of the payment whose details are open: `checkout.paymentId` of an event. */
  @property() payment = '';
  /**
   * Keeps filters, sorting and the open payment in the address of the page, as the parameter `crypto-payments`, so that staff can
   * send a link to a colleague. For one element of a page.
   */
  @property({ type: Boolean, attribute: 'in-address' }) inAddress = false;

  @state() private filters: Filters = NO_FILTERS;
  @state() private isFilterOpen = false;
  /** The text of the search that has not started yet. */
  @state() private search: string | null = null;
  readonly #list = new LoadController<MerchantPayments>(this);
  /** Cursors of the pages up to this one. */
  #cursors: readonly string[] = [];
  #typing: ReturnType<typeof setTimeout> | undefined;

  readonly #details: DetailsController = new DetailsController(this, {
    localize: this.localize,
    client: () => this.activeClient,
    may: (scope) => this.may(scope),
    say: (announcement) => this.live.say(announcement),
    onChange: () => void this.#load(),
    onPropose: this.proposeRefund,
    onDecided: this.announceDecision,
    onRefundCreated: this.announceRefund,
    onClose: () => {
      this.payment = '';
    },
  });

  readonly #export = new ExportController(this, {
    localize: this.localize,
    client: () => this.activeClient,
    query: () => toQuery(this.filters, Date.now()),
    say: (announcement) => this.live.say(announcement),
  });

  constructor() {
    super();
    const load = () => Promise.all([this.#load(), this.#details.load()]);
    new LiveController(this, { client: () => this.activeClient, load });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  protected override start(): void {
    this.#cursors = [];
    void this.#load();
    void this.#details.load();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const linked = this.inAddress && !isServer && !this.hasUpdated ? readAddressState() : null;
    if (linked) {
      this.filters = linked.filters;
      this.payment ||= linked.payment;
    }
    super.willUpdate(changed);
    if (!changed.has('payment') || (this.payment || null) === this.#details.id) return;
    if (this.payment === '') this.#details.close();
    else this.#details.open(this.payment, this.hasUpdated);
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    super.updated(changed);
    if (this.inAddress && (changed.has('filters') || changed.has('payment')))
      writeAddressState({ filters: this.filters, payment: this.payment });
  }

  /** @returns whether there is a new list */
  async #load(): Promise<boolean> {
    const client = this.activeClient;
    if (!client) return false;
    const query = {
      ...toQuery(this.filters, Date.now()),
      limit: PAGE_SIZE,
      cursor: this.#cursors.at(-1) ?? '',
    };
    return this.#list.load(() => client.payments(query));
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.frame(
      html`<div class="split" ?data-open=${this.payment !== ''}>
        <div class="main">${this.#head()}${this.#body()}</div>
        ${this.#details.render()}
      </div>`,
    );
  }

  #head(): TemplateResult {
    const { payments } = this.localize.t;
    const { value } = this.#list;
    return html`<header class="head">
        <h2 id="title" tabindex="-1">${payments.title}</h2>
        ${value ? html`<span class="count">${countText(value.count, this.localize)}</span>` : nothing}
        <span class="space"></span>${value && value.count > 0 ? this.#export.render(value.count) : nothing}
      </header>
      ${this.#export.renderError()}
      ${
        value?.count === 0 && !this.#isFiltered
          ? nothing
          : filterBar(this.#typed, this.localize, {
              isOpen: this.isFilterOpen,
              onToggle: () => {
                this.isFilterOpen = !this.isFilterOpen;
              },
              onChange: (change) => this.#filter(change),
              onSearch: (search) => {
                this.search = search;
                clearTimeout(this.#typing);
                this.#typing = setTimeout(() => this.#filter({}), SEARCH_DELAY_MS);
              },
            })
      }`;
  }

  get #isFiltered(): boolean {
    return this.filters.search.trim() !== '' || countSet(this.filters) > 0;
  }

  /** The filters as they are shown. */
  get #typed(): Filters {
    return { ...this.filters, search: this.search ?? this.filters.search };
  }

  #filter(change: Partial<Filters>): void {
    clearTimeout(this.#typing);
    this.filters = { ...this.#typed, ...change };
    this.search = null;
    this.#turnTo([]);
  }

  #turnTo(cursors: readonly string[]): void {
    this.#cursors = cursors;
    void this.#load().then((isNew) => {
      const { value } = this.#list;
      if (isNew && value)
        this.live.say(value.count === 0 ? this.localize.t.payments.noMatch : this.#range(value));
    });
  }

  #body(): TemplateResult {
    const { value, problem, loadedAt: lastAt } = this.#list;
    if (problem && !value?.payments.length) return this.problemView(problem, lastAt);
    if (!value) return skeletonRows(this.localize.t.loading, 6);
    const notice = problem
      ? staleNotice(problem, this.localize, { lastAt, onRetry: () => void this.#load() })
      : nothing;
    if (value.payments.length === 0) return this.#empty();
    const isTest = value.payments.every(({ testMode }) => testMode);
    const rows = paymentsTable(value.payments, this.localize, {
      isTest,
      openId: this.payment || null,
      onOpen: (id) => this.#open(id),
    });
    const banner = isTest
      ? html`<p class="test">${icon('tag', 'small')}${this.localize.t.testMode}</p>`
      : nothing;
    return html`${notice}${banner}${rows}${this.#foot(value)}`;
  }

  #empty(): TemplateResult {
    const { payments } = this.localize.t;
    if (!this.#isFiltered)
      return emptyView({ tone: 'neutral', icon: 'cart', title: payments.none, text: payments.noneText });
    const action = html`<button
      class="tool"
      part="button"
      type="button"
      @click=${() => this.#filter({ ...NO_FILTERS, sort: this.filters.sort })}
    >
      ${payments.clear}
    </button>`;
    const { noMatch: title, noMatchText: text } = payments;
    return emptyView({ tone: 'neutral', icon: 'search', title, text, action });
  }

  #range({ payments, count }: MerchantPayments): string {
    const before = this.#cursors.length * PAGE_SIZE;
    const [from = '', to = ''] = [before + 1, before + payments.length].map((one) =>
      this.localize.number(one),
    );
    return this.localize.t.payments.range(from, to, countText(count, this.localize));
  }

  #foot(list: MerchantPayments): TemplateResult {
    const pages = {
      cursors: this.#cursors,
      next: list.next,
      turnTo: (cursors: readonly string[]) => this.#turnTo(cursors),
    };
    return html`<footer class="foot">
      <span>${this.#range(list)}</span>
      ${pageButtons(pages, this.localize)}
    </footer>`;
  }

  #open(id: string): void {
    this.payment = id === this.payment ? '' : id;
    if (this.payment) this.dispatchEvent(new CryptoMerchantOpenEvent(this, { payment: id }));
  }
}
