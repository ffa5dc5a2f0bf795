import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type {
  Attention,
  AttentionItem,
  EventsAttention,
  MerchantPaymentDetails,
  MerchantScope,
  PayoutAttention,
  UndeliveredEvent,
} from '../../protocol/index.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { renderDecision } from '../parts/decision.js';
import {
  CryptoMerchantCountEvent,
  CryptoMerchantOpenEvent,
  CryptoMerchantPayoutEvent,
} from '../parts/events.js';
import { FocusController } from '../parts/focus-controller.js';
import { FormController, outcomeOf } from '../parts/form-controller.js';
import { form } from '../parts/form.styles.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon } from '../parts/icons.js';
import { LiveController } from '../parts/live-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { emptyView, staleNotice } from '../parts/problem-view.js';
import { openRefundForm, refundOpener, renderOpenRefund } from '../parts/refund-form.js';
import { renderRefundRequests } from '../parts/refund-requests.js';
import { refundsStyles } from '../parts/refunds.styles.js';
import { pendingOfItem, type PendingDecision } from '../state/decisions.js';
import { categoryOf, describeItem, refundsOf, type Category } from './attention-items.js';
import { styles } from './crypto-merchant-attention.styles.js';
import { StaffLog } from './staff-log.js';
import { undeliveredEvents } from './undelivered-events.js';
import { sentence } from '../../elements/parts/sentence.js';

const PAGE_SIZE = 100;

/**
 * What the shop's staff must deal with: owed money, late payments and faults.
 *
 * @fires {CryptoMerchantOpenEvent} crypto-merchant-open - one of the staff opens a payment, by its id
 * @fires {CryptoMerchantRefundEvent} crypto-merchant-refund - one of the staff wants a payout proposed for a refund
 * @fires {CryptoMerchantPayoutEvent} crypto-merchant-payout - one of the staff opens the payouts, because one needs them
 * @fires {CryptoMerchantCountEvent} crypto-merchant-count - the number of entries has changed
 * @fires {CryptoMerchantDecidedEvent} crypto-merchant-decided - one of the staff has decided about a payment or a request for a refund
 * @fires {CryptoMerchantRefundCreatedEvent} crypto-merchant-refund-created - one of the staff has created a refund
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchantAttention extends MerchantElement {
  static override readonly styles = [MerchantElement.styles, form, styles, refundsStyles];
  static readonly parts = 'panel, refund, address, button, button-primary, form, notice, skeleton, icon';

  @state() private filter: Category | 'all' = 'all';
  @state() private areEventsShown = false;
  readonly #list = new LoadController<Attention>(this);
  #pages = 1;
  #count = 0;

  readonly #forms = new FormController(this, {
    localize: this.localize,
    say: (announcement) => this.live.say(announcement),
    onDone: (mayFocus) => this.#done(mayFocus),
  });
  readonly #onPayments = {
    ...{ forms: this.#forms, localize: this.localize },
    client: () => this.activeClient,
    may: (scope: MerchantScope) => this.may(scope),
    onPropose: this.proposeRefund,
    onDecided: this.announceDecision,
    onRefundCreated: this.announceRefund,
    onReread: (payment: MerchantPaymentDetails) => {
      if (this.#refunding?.payment.id === payment.id) this.#refunding = { ...this.#refunding, payment };
    },
  };
  /** The entry whose money someone gives back: a payment may have several. */
  #refunding: { readonly entry: string; readonly payment: MerchantPaymentDetails } | null = null;
  /** The entry whose form was asked for last: an earlier answer may arrive later. */
  #pressed = '';
  readonly #log = new StaffLog(this, {
    localize: this.localize,
    client: () => this.activeClient,
    opener: (payment, about) => this.#opener(payment, about),
  });
  readonly #focus = new FocusController(this);

  constructor() {
    super();
    const load = () => Promise.all([this.#load(), this.#log.load()]);
    new LiveController(this, { client: () => this.activeClient, load });
  }

  #resend({ id }: UndeliveredEvent, describedBy: string): TemplateResult {
    return this.#forms.renderAction(`resend-${id}`, this.localize.t.details.resend, {
      describedBy,
      request: async () =>
        outcomeOf(await this.activeClient?.resend(id), this.localize.t, () => this.localize.t.details.resent),
    });
  }

  #resendAll(describedBy: string): TemplateResult {
    const { attention } = this.localize.t;
    return this.#forms.renderAction('resend-all', attention.resendAll, {
      describedBy,
      request: async () =>
        outcomeOf(await this.activeClient?.resendAll(), this.localize.t, () => attention.resentAll),
    });
  }

  #done(mayFocus: boolean): void {
    if (mayFocus) this.#focus.moveTo('#title');
    void this.#load();
    void this.#log.load();
  }

  /** The number of entries that need a person, for a badge. */
  get count(): number {
    return this.#count;
  }

  protected override start(): void {
    this.#pages = 1;
    void this.#load();
  }

  async #load(): Promise<void> {
    const client = this.activeClient;
    if (!client) return;
    const before = this.#list.value?.items;
    if (!(await this.#list.load(() => readPages(client, this.#pages)))) return;
    const { items = [], count = 0 } = this.#list.value ?? {};
    const known = new Set(before?.map(({ id }) => id));
    const added = before ? items.filter(({ id }) => !known.has(id)).length : 0;
    if (added > 0) this.live.say(this.localize.t.attention.newItems(added));
    if (count === this.#count) return;
    this.#count = count;
    this.dispatchEvent(new CryptoMerchantCountEvent(this, { count }));
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.frame(html`${this.#head()}${this.#body()}`);
  }

  #head(): TemplateResult {
    const { attention } = this.localize.t;
    const { value } = this.#list;
    const items = value?.items ?? [];
    const tab = (category: Category | 'all', label: string, count: number) =>
      html`<button
        type="button"
        part="button"
        aria-pressed=${this.filter === category ? 'true' : 'false'}
        @click=${() => {
          this.filter = category;
        }}
      >
        ${label} ${this.localize.number(count)}
      </button>`;
    const { count = 0, money = 0 } = value ?? {};
    return html`<header class="head">
      <h2 id="title" tabindex="-1">${attention.title}</h2>
      ${value ? html`<span class="count">${this.localize.number(value.count)}</span>` : nothing}
      <span class="space"></span>
      ${
        items.length === 0
          ? nothing
          : html`<div class="choices" role="group" aria-label=${attention.show}>
              ${tab('all', attention.all, count)}${tab('money', attention.money, money)}
              ${tab('system', attention.system, count - money)}
            </div>`
      }
    </header>`;
  }

  #body(): TemplateResult {
    const { value, problem } = this.#list;
    const { attention, checkedAt, loading } = this.localize.t;
    const options = { lastAt: value?.now ?? null, onRetry: () => void this.#load() };
    if (problem && !value?.items.length) return this.problemView(problem, options.lastAt);
    if (!value) return skeletonRows(loading);
    // Money first: a person can decide about it, and a payer waits.
    const items = (['money', 'system'] as const)
      .filter((category) => this.filter === 'all' || this.filter === category)
      .flatMap((category) => value.items.filter((item) => categoryOf(item) === category));
    return html`${problem ? staleNotice(problem, this.localize, options) : nothing}
      ${items.length > 0 ? this.#items(items, Date.parse(value.now)) : this.#empty()}
      <footer class="foot">
        <span>${checkedAt(this.localize.time(value.now, true))} ${attention.appear}</span>
        <span class="actions"
          >${this.#log.renderButton()}${
            value.next === null
              ? nothing
              : html`<button class="tool" part="button" type="button" @click=${this.#more}>
                  ${attention.more}
                </button>`
          }</span
        >
      </footer>
      ${this.#log.render()}`;
  }

  #empty(): TemplateResult {
    const { attention } = this.localize.t;
    if (this.#list.value?.items.length)
      return emptyView({ tone: 'info', icon: 'check', title: attention.noneOfKind });
    return emptyView({ tone: 'info', icon: 'check', title: attention.empty, text: attention.emptyText });
  }

  #items(items: readonly AttentionItem[], nowMs: number): TemplateResult {
    return html`<ul class="todo">
      ${repeat(
        items,
        ({ id }) => id,
        (item, index) => this.#item(item, index, nowMs),
      )}
    </ul>`;
  }

  #item(item: AttentionItem, index: number, nowMs: number): TemplateResult {
    const { t } = this.localize;
    const { tone, icon: name, title, sentences } = describeItem(item, this.localize, nowMs);
    const pending = pendingOfItem(item);
    const titleId = `item-${index}`;
    return html`<li data-tone=${tone}>
      <span class="sign">${icon(name)}</span>
      <h3 id=${titleId}>
        ${sentence(title)}<small>${t.attention.since(this.localize.until(item.since, nowMs))}</small>
      </h3>
      <p>${'order' in item ? this.#subject(item) : nothing}${sentence(sentences.join(' '))}</p>
      ${pending ? this.#actions(item, pending, titleId) : this.#link(item, titleId)}
      ${item.kind === 'events' ? this.#events(item, nowMs) : nothing}
      ${
        'order' in item
          ? renderRefundRequests(
              { payment: item.payment, orderId: item.order.id, refunds: refundsOf(item) },
              this.#onPayments,
            )
          : nothing
      }
    </li>`;
  }

  #eventButtons(titleId: string): TemplateResult {
    const { details } = this.localize.t;
    return html`<div class="actions do">
      <button
        class="tool plain"
        part="button"
        type="button"
        aria-expanded=${this.areEventsShown ? 'true' : 'false'}
        aria-describedby=${titleId}
        @click=${() => {
          this.areEventsShown = !this.areEventsShown;
        }}
      >
        ${details.events}
      </button>
      ${this.may('payments:settle') ? this.#resendAll(titleId) : nothing}
    </div>`;
  }

  #events(item: EventsAttention, nowMs: number): TemplateResult | typeof nothing {
    if (!this.areEventsShown) return nothing;
    return undeliveredEvents(item, {
      ...{ localize: this.localize, nowMs },
      opener: (payment, about) => this.#opener(payment, about),
      resend: this.may('payments:settle') ? (event, about) => this.#resend(event, about) : null,
    });
  }

  #actions(item: AttentionItem, pending: PendingDecision, titleId: string): TemplateResult {
    const { payment } = pending;
    const refunding = this.#refunding?.entry === item.id ? this.#refunding : null;
    const form = refunding && renderOpenRefund(refunding.payment, this.#onPayments);
    if (form) return form;
    const openers = html`${this.#opener(payment, titleId)}${this.#refundOpener(item, pending, titleId)}`;
    if (this.may('payments:settle')) return renderDecision(pending, this.#onPayments, openers, titleId);
    return html`<div class="actions do">${openers}</div>`;
  }

  /** The button that gives the money back. A request of the payer is decided where it is shown. */
  #refundOpener(
    item: AttentionItem,
    { payment, invoice, isRequested }: PendingDecision,
    titleId: string,
  ): TemplateResult | typeof nothing {
    if (!isOwed(item) || isRequested || !this.may('refunds:decide')) return nothing;
    const onPress = () => void this.#openRefund(item.id, payment, invoice);
    return refundOpener(payment, invoice, this.#onPayments, onPress, titleId);
  }

  async #openRefund(entry: string, payment: string, invoice: number): Promise<void> {
    this.#pressed = entry;
    const result = await this.activeClient?.payment(payment);
    if (this.#pressed !== entry) return;
    this.#refunding = result?.ok ? { entry, payment: result.value } : null;
    // The details say why the payment cannot be read, or what has become of its money.
    if (!this.#refunding || !openRefundForm(this.#refunding.payment, invoice, this.#onPayments))
      this.dispatchEvent(new CryptoMerchantOpenEvent(this, { payment }));
  }

  /** The button of an entry without a decision: it opens the payment of a refund by the shop, or the payouts. */
  #link(item: AttentionItem, titleId: string): TemplateResult | typeof nothing {
    if (item.kind === 'events') return this.#eventButtons(titleId);
    if (item.kind === 'payout') return this.#payoutOpener(item, titleId);
    if (item.kind !== 'refund') return nothing;
    return html`<div class="actions do">${this.#opener(item.payment, titleId)}</div>`;
  }

  #subject(item: Extract<AttentionItem, { readonly order: unknown }>): TemplateResult {
    const { order, currency, testMode } = item;
    const { comma } = this.localize;
    const price = this.localize.fiat(order.amount, order.currency);
    const coin = this.localize.coin(currency);
    const test = testMode ? ` ${this.localize.t.testMode}.` : '';
    return html`<b><bdi>${sentence(this.localize.t.order(order.id), order.id)}</bdi></b
      >${comma}<span translate="no">${price}</span>${comma}${sentence(`${coin}.`, coin)}${test} `;
  }

  #opener(payment: string, titleId: string): TemplateResult {
    return html`<button
      class="tool plain"
      part="button"
      type="button"
      aria-describedby=${titleId}
      @click=${() => this.dispatchEvent(new CryptoMerchantOpenEvent(this, { payment }))}
    >
      ${this.localize.t.attention.open}
    </button>`;
  }

  #payoutOpener({ payout }: PayoutAttention, titleId: string): TemplateResult | typeof nothing {
    if (!this.may('payouts:propose') && !this.may('payouts:approve')) return nothing;
    return html`<div class="actions do">
      <button
        class="tool"
        part="button"
        type="button"
        aria-describedby=${titleId}
        @click=${() => this.dispatchEvent(new CryptoMerchantPayoutEvent(this, { payout }))}
      >
        ${this.localize.t.payouts.title}
      </button>
    </div>`;
  }

  readonly #more = (): void => {
    this.#pages += 1;
    void this.#load();
  };
}

const isOwed = ({ kind }: AttentionItem) => kind === 'owed' || kind === 'late';

/** Loads a number of pages, as one. An entry that moves to a later page meanwhile is listed once. */
async function readPages(client: MerchantClient, pages: number): Promise<MerchantResult<Attention>> {
  const first = await client.attention({ limit: PAGE_SIZE });
  if (!first.ok) return first;
  let { next } = first.value;
  const items = new Map(first.value.items.map((item) => [item.id, item]));
  for (let page = 1; page < pages && next !== null; page += 1) {
    const result = await client.attention({ limit: PAGE_SIZE, cursor: next });
    if (!result.ok) return result;
    for (const item of result.value.items) items.set(item.id, item);
    ({ next } = result.value);
  }
  return { ok: true, value: { ...first.value, items: [...items.values()], next } };
}
