import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { PAID_SCREENS, type OutcomeKind } from '../../checkout/screen-kinds.js';
import { LocalizeController } from '../../controllers/localize.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { outcomes } from '../../locales/compiled/payer/en/outcomes.js';
import { isOutermost } from '../../events/outermost.js';
import { currencyOf } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { currencyIcons } from '../../styles/base.js';
import { headings } from '../../styles/headings.js';
import { outcome } from '../../styles/outcome.js';
import { progressSteps as progressStyles } from '../../styles/progress-steps.js';
import { sheet } from '../../styles/sheet.js';
import { factList, type Fact } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { paymentSum } from '../parts/payment-sum.js';
import { progressSteps } from '../parts/progress-steps.js';
import { IconController } from '../parts/currency-icon.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-receipt.styles.js';
import { describeOutcome } from './outcomes.js';
import { receiptParts } from './css-parts.js';
import { sentence } from '../parts/sentence.js';

/** The outcome of a payment, with its facts: paid, overpaid, late, expired, canceled, or in flight. */
export class CryptoReceipt extends ThemedElement {
  static override readonly styles = [
    ...[ThemedElement.styles, currencyIcons, headings, outcome, sheet, progressStyles],
    styles,
  ];
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
        <h2 class="title" part="title">${sentence(shown.title)}</h2>
        <p class="lead" part="text">
          ${sentence(shown.text)}${isAlone ? ` ${this.#localize.m.mayClose}` : nothing}
        </p>
      </div>
      <div class="sheet" part="sheet">
        ${shown.amount ? paymentSum(shown.amount, currencyOf(checkout.invoice.currency), this.#localize.m) : nothing}
        ${shown.note ? html`<div class="notice" part="notice">${icon('eye')}<span>${shown.note}</span></div>` : nothing}
        ${shown.track ? progressSteps(shown.track, 1) : nothing}
        ${facts.length > 0 ? factList(facts) : nothing}
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
}
