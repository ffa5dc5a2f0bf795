import { html, LitElement, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { Localize } from '../../controllers/localize.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { Currency, CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { base, marks } from '../../styles/base.js';
import { headings, outcome } from '../../styles/outcome.js';
import { slip } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { largeAmount } from '../parts/amount.js';
import { factList } from '../parts/facts.js';
import { icon } from '../parts/icon.js';
import { Marks, networkMark } from '../parts/mark.js';
import { styles } from './crypto-receipt.styles.js';
import { outcomeOf } from './outcomes.js';
import type { Outcome, OutcomeKind } from './outcomes.js';

/**
 * What came of a payment, with its facts: paid, overpaid, late, expired, canceled, or still on its way.
 *
 * @csspart said - figure, title and sentence
 * @csspart figure - the round icon
 * @csspart title - the title
 * @csspart text - the sentence
 * @csspart slip - the sheet with the facts
 * @csspart amount - what came
 * @csspart track - the steps of a transfer
 * @csspart facts - the rows
 */
export class CryptoReceipt extends LitElement {
  static override readonly styles = [tokens, base, marks, headings, outcome, slip, styles];
  static readonly parts =
    'said, figure, icon, title, text, slip, sum, label, amount, unit, network, mark, notice, track, facts, fact';

  /** Which outcome: the name of the screen. */
  @property() outcome: OutcomeKind | '' = '';
  @property({ attribute: false }) checkout: Checkout | null = null;
  @property() locale = '';

  readonly #localize = new Localize(this);

  constructor() {
    super();
    new Marks(this);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { checkout, outcome: kind } = this;
    const shown = kind && checkout ? outcomeOf(kind, checkout, this.#localize) : null;
    if (!shown || !checkout?.invoice) return nothing;
    return html`<div class="said" part="said">
        <span class="figure" part="figure" data-tone=${shown.tone} ?data-busy=${shown.icon === 'wait'}
          >${icon(shown.icon)}</span
        >
        <h2 class="title" part="title">${shown.title}</h2>
        <p class="lead" part="text">${shown.text}</p>
      </div>
      <div class="slip" part="slip">
        ${shown.amount ? this.#sum(shown.amount, checkout.invoice.currency) : nothing}
        ${shown.note ? html`<div class="notice" part="notice">${icon('eye')}<span>${shown.note}</span></div>` : nothing}
        ${shown.track ? track(shown.track) : nothing}
        ${shown.facts.length > 0 ? factList(shown.facts) : nothing}
      </div>`;
  }

  #sum({ label, value }: NonNullable<Outcome['amount']>, code: CurrencyCode): TemplateResult {
    const { symbol, network }: Currency = currencyOf(code);
    return html`<div class="sum" part="sum">
      <span class="label" part="label">${label}</span>
      <div class="line">${largeAmount(value, symbol)}</div>
      <div class="line">
        <span class="network" part="network"
          >${networkMark(network)}<span>${this.#localize.m.onNetwork(networkLabel(network))}</span></span
        >
      </div>
    </div>`;
  }
}

/** The first step is done, the second under way. */
function track(steps: readonly string[]): TemplateResult {
  const stepOf = (index: number) => ['done', 'now'][index] ?? 'next';
  return html`<ol class="track" part="track">
    ${steps.map(
      (step, index) =>
        html`<li data-step=${stepOf(index)} aria-current=${index === 1 ? 'step' : 'false'}>
          <span class="dot">${index === 0 ? icon('check') : nothing}</span><span>${step}</span>
        </li>`,
    )}
  </ol>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-receipt': CryptoReceipt;
  }
}
