import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { SETTLED } from '../../checkout/screen-kinds.js';
import type { OutcomeKind } from '../../checkout/screen-kinds.js';
import { LocalizeController } from '../../controllers/localize.js';
import { withMessages } from '../../controllers/with-messages.js';
import { payment } from '../../i18n/en/payment.js';
import { outcomes } from '../../i18n/en/outcomes.js';
import { isOutermost } from '../../events/outermost.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { Currency, CurrencyCode } from '../../payment/index.js';
import type { Checkout } from '../../protocol/index.js';
import { base, marks } from '../../styles/base.js';
import { headings } from '../../styles/headings.js';
import { outcome } from '../../styles/outcome.js';
import { slip } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { largeAmount } from '../parts/amount.js';
import { factList } from '../parts/fact-list.js';
import { icon } from '../parts/payment-icons.js';
import { IconController, renderNetworkIcon } from '../parts/currency-icon.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-receipt.styles.js';
import { orderFacts } from './outcome-facts.js';
import { describeOutcome } from './outcomes.js';
import type { OutcomeContent, ProgressStep } from './outcomes.js';
import { receiptParts } from './parts.js';

/**
 * What came of a payment, with its facts: paid, overpaid, late, expired, canceled, or still on its way.
 *
 * @csspart said - illustration, title and sentence
 * @csspart figure - the round icon
 * @csspart icon - an icon
 * @csspart title - the title
 * @csspart text - the sentence
 * @csspart slip - the sheet with the facts
 * @csspart sum - amount and network
 * @csspart line - the row of the amount, and the one of the network
 * @csspart label - the label of a value
 * @csspart amount - the received amount
 * @csspart unit - its coin
 * @csspart network - the network's line
 * @csspart mark - the icon of a network
 * @csspart notice - a remark above the facts
 * @csspart track - the steps of a transfer
 * @csspart track-step - one of them
 * @csspart dot - the dot before it
 * @csspart takes - how long a step often takes
 * @csspart facts - the rows
 * @csspart fact - one of them
 * @csspart fact-label - its label
 * @csspart fact-value - its value
 * @csspart transfer - a transfer among the facts
 * @csspart transaction - the link to a transfer in an explorer
 */
export class CryptoReceipt extends ThemedElement {
  static override readonly styles = [tokens, base, marks, headings, outcome, slip, styles];
  static readonly parts = receiptParts;

  /** Which outcome: the name of the screen. */
  @property() outcome: OutcomeKind | '' = '';
  /** The checkout with the invoice that was paid; nothing is shown without one. */
  @property({ attribute: false }) checkout: Checkout | null = null;
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';

  readonly #localize = new LocalizeController(withMessages(this, payment, outcomes));

  constructor() {
    super();
    new IconController(this);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { checkout, outcome: kind } = this;
    const shown = kind && checkout ? describeOutcome(kind, checkout, this.#localize) : null;
    if (!shown || !checkout?.invoice) return nothing;
    const isAlone = isOutermost(this) && kind !== '' && SETTLED.has(kind);
    const facts = isAlone ? [...orderFacts(checkout, this.#localize), ...shown.facts] : shown.facts;
    const said = html`<div class="said" part="said">
        <span class="figure" part="figure" data-tone=${shown.tone} ?data-busy=${shown.icon === 'wait'}
          >${icon(shown.icon)}</span
        >
        <h2 class="title" part="title">${shown.title}</h2>
        <p class="lead" part="text">${shown.text}${isAlone ? ` ${this.#localize.m.mayClose}` : nothing}</p>
      </div>
      <div class="slip" part="slip">
        ${shown.amount ? this.#sum(shown.amount, checkout.invoice.currency) : nothing}
        ${shown.note ? html`<div class="notice" part="notice">${icon('eye')}<span>${shown.note}</span></div>` : nothing}
        ${shown.track ? track(shown.track) : nothing} ${facts.length > 0 ? factList(facts) : nothing}
      </div>`;
    // New nodes for every outcome, so that it comes in as a new picture.
    return html`${keyed(kind, this.#localize.marked(said))}`;
  }

  #sum({ label, value }: NonNullable<OutcomeContent['amount']>, code: CurrencyCode): TemplateResult {
    const { symbol, network }: Currency = currencyOf(code);
    return html`<div class="sum" part="sum">
      <span class="label" part="label">${label}</span>
      <div class="line" part="line">${largeAmount(value, symbol)}</div>
      <div class="line" part="line">
        <span class="network" part="network"
          >${renderNetworkIcon(network)}<span
            >${this.#localize.m.onNetwork(networkLabel(network))}</span
          ></span
        >
      </div>
    </div>`;
  }
}

/** The first step is done, the second under way. */
function track(steps: readonly ProgressStep[]): TemplateResult {
  const stepOf = (index: number) => ['done', 'now'][index] ?? 'next';
  return html`<ol class="track" part="track">
    ${steps.map(
      ({ label, takes }, index) =>
        html`<li part="track-step" data-step=${stepOf(index)} aria-current=${index === 1 ? 'step' : 'false'}>
          <span class="dot" part="dot">${index === 0 ? icon('check') : nothing}</span
          ><span>${label}</span>${takes ? html`<span class="takes" part="takes">${takes}</span>` : nothing}
        </li>`,
    )}
  </ol>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-receipt': CryptoReceipt;
  }
}
