import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { PAID_SCREENS, type OutcomeKind } from '../../checkout/screen-kinds.js';
import { LocalizeController } from '../../controllers/localize.js';
import { payment } from '../../i18n/en/payment.js';
import { outcomes } from '../../i18n/en/outcomes.js';
import { isOutermost } from '../../events/outermost.js';
import { currencyOf, networkLabel, type CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { marks } from '../../styles/base.js';
import { headings } from '../../styles/headings.js';
import { outcome } from '../../styles/outcome.js';
import { sheet } from '../../styles/sheet.js';
import { largeAmount } from '../parts/amount.js';
import { factList, networkValue, type Fact } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { IconController } from '../parts/currency-icon.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-receipt.styles.js';
import { describeOutcome, type OutcomeContent, type ProgressStep } from './outcomes.js';
import { receiptParts } from './parts.js';

/** The outcome of a payment, with its facts: paid, overpaid, late, expired, canceled, or in flight. */
export class CryptoReceipt extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, marks, headings, outcome, sheet, styles];
  static readonly parts = receiptParts;

  /** The outcome, by the name of its screen. */
  @property() outcome: OutcomeKind | '' = '';
  /** The checkout with its invoice; renders nothing without one. */
  @property({ attribute: false }) checkout: Checkout | null = null;

  readonly #localize = new LocalizeController(this, [payment, outcomes]);

  constructor() {
    super();
    new IconController(this);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { checkout, outcome: kind } = this;
    const shown = kind && checkout ? describeOutcome(kind, checkout, this.#localize) : null;
    if (!shown || !checkout?.invoice) return nothing;
    const isAlone = isOutermost(this) && kind !== '' && PAID_SCREENS.has(kind);
    const facts = isAlone ? [...this.#orderFacts(checkout), ...shown.facts] : shown.facts;
    const content = html`<div class="message" part="message">
        <span
          class="illustration"
          part="illustration"
          data-tone=${shown.tone}
          ?data-busy=${shown.icon === 'wait'}
          >${icon(shown.icon)}</span
        >
        <h2 class="title" part="title">${shown.title}</h2>
        <p class="lead" part="text">${shown.text}${isAlone ? ` ${this.#localize.m.mayClose}` : nothing}</p>
      </div>
      <div class="sheet" part="sheet">
        ${shown.amount ? this.#sum(shown.amount, checkout.invoice.currency) : nothing}
        ${shown.note ? html`<div class="notice" part="notice">${icon('eye')}<span>${shown.note}</span></div>` : nothing}
        ${shown.track ? track(shown.track) : nothing} ${facts.length > 0 ? factList(facts) : nothing}
      </div>`;
    // New nodes for every outcome, so that its entrance is animated.
    return html`${keyed(kind, this.#localize.marked(content))}`;
  }

  /** Order and price, as in the header of a card. */
  #orderFacts({ order }: Checkout): readonly Fact[] {
    const { m } = this.#localize;
    return [
      { label: m.orderLabel, value: order.id },
      { label: m.total, value: this.#localize.fiat(order.amount, order.currency) },
    ];
  }

  #sum({ label, value }: NonNullable<OutcomeContent['amount']>, code: CurrencyCode): TemplateResult {
    const { symbol, network } = currencyOf(code);
    return html`<div class="sum" part="summary">
      <span class="label" part="label">${label}</span>
      <div class="line">${largeAmount(value, symbol)}</div>
      <div class="line">
        ${networkValue(network, html`<span>${this.#localize.m.onNetwork(networkLabel(network))}</span>`)}
      </div>
    </div>`;
  }
}

/** The first step is done, the second in progress. */
function track(steps: readonly ProgressStep[]): TemplateResult {
  const stepOf = (index: number) => ['done', 'now'][index] ?? 'next';
  return html`<ol class="track" part="progress-steps">
    ${steps.map(
      ({ label, duration }, index) =>
        html`<li
          part="progress-step"
          data-step=${stepOf(index)}
          aria-current=${index === 1 ? 'step' : 'false'}
        >
          <span class="dot" part="step-marker">${index === 0 ? icon('check') : nothing}</span
          ><span>${label}</span
          >${duration ? html`<span class="duration" part="step-duration">${duration}</span>` : nothing}
        </li>`,
    )}
  </ol>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-receipt': CryptoReceipt;
  }
}
