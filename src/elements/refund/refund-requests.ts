// Loaded when the payer opens the form for a refund, or when a request exists.
import type { TemplateResult } from 'lit';
import {
  EMPTY_DRAFT,
  isOpen,
  reduceRefundFlow,
  type RefundAction,
  type RefundContext,
  type RefundDraft,
  type RefundEffect,
} from '../../checkout/refund-flow.js';
import { checkoutIn } from '../../checkout/state.js';
import { focusedIn } from '../../controllers/focus.js';
import type { CheckoutRefund } from '../../protocol/index.js';
import { messages as english } from '../../locales/compiled/refunds/en.js';
import type { RefundMessages } from '../../i18n/en.js';
import { addSubject, loadMessages, type Messages } from '../../i18n/index.js';
import { catalogs } from '../../locales/compiled/refunds/catalogs.js';
import { announcedText } from './form-texts.js';
import { refundForm } from './refund-form.js';
import { refundState, stateText } from './refund-states.js';
import { isPossible, refundsIn, type RefundView } from './refund-view.js';

export { styles } from './refund.styles.js';

/** The refund requests of one checkout. Performs the effects of their flow, and renders the form and the states. */
export class RefundRequests {
  #checkout = '';
  /** By the number of an invoice. */
  readonly #drafts = new Map<number, RefundDraft>();
  #opened: number | null = null;
  #view: RefundView | null = null;
  /** The button that gets the focus when the payer leaves the form. */
  #opener: number | null = null;
  /** The last announcement about the open form. */
  #announced = { text: '', lang: '' };

  constructor(private readonly host: RefundView['options']) {}

  /** Call it before anything is rendered. */
  sync(view: RefundView): this {
    if (view === this.#view) return this;
    this.#view = view;
    const id = checkoutIn(view.snapshot)?.id ?? '';
    if (id !== this.#checkout) this.#drafts.clear();
    this.#checkout = id;
    for (const item of refundsIn(view)) this.#reduce(item, { type: 'itemWillRender' });
    return this;
  }

  open(invoice: number, view: RefundView): void {
    this.#opened = invoice;
    this.#opener = invoice;
    this.#announced = { text: '', lang: '' };
    view.actions.send({ type: 'overlayToggled', overlay: 'refund' });
  }

  form(view: RefundView): TemplateResult | null {
    const item = this.#openItem(view);
    if (!item) return null;
    return refundForm({
      ...{ ...this.#contextOf(item), view, draft: this.#draftOf(item) },
      t: refundMessages(view.localize.m),
      send: (action) => this.send(item, action),
      close: () => this.#close(),
    });
  }

  state(item: CheckoutRefund, view: RefundView): TemplateResult {
    return refundState({
      ...{ item, view, draft: this.#draftOf(item), t: refundMessages(view.localize.m) },
      onChange: () => this.open(item.invoice, view),
    });
  }

  status(view: RefundView): string {
    const { m } = view.localize;
    return refundMessages(m).shopDecides(checkoutIn(view.snapshot)?.shop.name || m.theShop);
  }

  announcement(view: RefundView): string {
    const t = refundMessages(view.localize.m);
    const item = this.#openItem(view);
    if (!item) {
      const others = refundsIn(view).filter((one) => !isPossible(one));
      return others.map((one) => stateText(one, view, t).title).join(' ');
    }
    const { lang } = view.localize.m;
    const last = this.#announced.lang === lang ? this.#announced.text : '';
    // Do not announce that a mistake is gone, nor the same title again.
    const text = announcedText(this.#draftOf(item), this.#contextOf(item), view, t) || last;
    this.#announced = { text, lang };
    return text || t.title;
  }

  readonly send = (item: CheckoutRefund, action: RefundAction): void => {
    this.#reduce(item, action);
    this.host.requestUpdate();
  };

  afterRender(): void {
    const view = this.#view;
    const isShown = view?.flow.overlay === 'refund';
    // The shop has decided, or the money is no longer owed.
    if (isShown && !this.#openItem(view)) return queueMicrotask(() => this.#close());
    if (isShown || this.#opened === null) return;
    this.#opened = null;
    const opener = this.#opener;
    // The checkout moves the focus first.
    queueMicrotask(() => {
      if (focusedIn(this.host)?.matches('.body'))
        this.host.shadowRoot?.querySelector<HTMLElement>(`#refund-${opener}`)?.focus();
    });
  }

  #openItem(view: RefundView): CheckoutRefund | null {
    if (view.flow.overlay !== 'refund') return null;
    return refundsIn(view).find((item) => item.invoice === this.#opened && isOpen(item)) ?? null;
  }

  #draftOf({ invoice }: CheckoutRefund): RefundDraft {
    return this.#drafts.get(invoice) ?? EMPTY_DRAFT;
  }

  #contextOf(item: CheckoutRefund): RefundContext {
    const view = this.#view;
    return { item, paidTo: (view && checkoutIn(view.snapshot)?.invoice?.address) ?? null };
  }

  #close(): void {
    if (this.#view?.flow.overlay === 'refund')
      this.#view.actions.send({ type: 'overlayToggled', overlay: null });
  }

  #reduce(item: CheckoutRefund, action: RefundAction): void {
    const { draft, effects } = reduceRefundFlow(this.#draftOf(item), action, this.#contextOf(item));
    this.#drafts.set(item.invoice, draft);
    for (const effect of effects) this.#perform(item, effect);
  }

  #perform(item: CheckoutRefund, effect: RefundEffect): void {
    switch (effect.type) {
      case 'request':
        return void this.#request(item, effect.input);
      case 'focus':
        return this.host.shadowRoot?.querySelector<HTMLElement>(`#refund-${effect.field}`)?.focus();
      case 'close':
        if (this.#opened !== item.invoice) return;
        // Next, the state of the request is shown, not the button.
        this.#opener = null;
        // Not while the checkout renders.
        return queueMicrotask(() => this.#close());
    }
  }

  async #request(
    item: CheckoutRefund,
    input: Extract<RefundEffect, { type: 'request' }>['input'],
  ): Promise<void> {
    const checkout = this.#checkout;
    const result = await this.#view?.session?.requestRefund(input);
    if (result && checkout === this.#checkout) this.send(item, { type: 'answered', result });
  }
}

/** Loads the messages for a BCP 47 tag. The form is in English until then. */
export function loadRefundMessages(locale: string): Promise<void> {
  addSubject('refund', catalogs);
  return loadMessages(locale);
}

/** Returns these messages; in English where the language has none, or the shop provides only some. */
function refundMessages({ refund }: Messages): RefundMessages {
  return { ...english, ...refund };
}
