import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { CheckoutRefund } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { button } from '../parts/buttons.js';
import { icon } from '../parts/payment-icons.js';
import { sentence } from '../parts/sentence.js';
import type * as Requests from './refund-requests.js';
import { isPossible, refundsIn, type RefundView } from './refund-view.js';

type Host = RefundView['options'];

export type LoadRefunds = () => Promise<typeof Requests>;

interface RefundsView extends RefundView {
  readonly steps: { readonly loadRefunds: LoadRefunds | null };
}

const controllers = new WeakMap<Host, RefundsController>();

export function refundsOf({ options: host }: RefundsView): RefundsController {
  const known = controllers.get(host) ?? new RefundsController(host);
  controllers.set(host, known);
  return known;
}

/** Shows the money that the payer can request. Its button loads the form. If there is a request, its state loads immediately. */
class RefundsController implements ReactiveController {
  #requests: Requests.RefundRequests | null = null;
  #loading: Promise<void> | null = null;
  #hasFailed = false;

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  hostUpdated(): void {
    this.#requests?.afterRender();
  }

  /** Renders one block per item, below the receipt. @param isMain whether the request is the main action */
  blocks(view: RefundsView, isMain: boolean): readonly (TemplateResult | typeof nothing)[] {
    const items = refundsIn(view);
    if (!items.every(isPossible) && !this.#hasFailed) void this.#load(view);
    this.#requests?.sync(view);
    return items.map((item) =>
      isPossible(item)
        ? this.#notice(item, view, isMain)
        : (this.#requests?.state(item, view) ?? (this.#hasFailed ? this.#notLoaded(view) : nothing)),
    );
  }

  /** Returns the form if it is open. */
  form(view: RefundView): TemplateResult | null {
    return this.#requests?.sync(view).form(view) ?? null;
  }

  /** The footer of the form. */
  status(view: RefundView): string {
    return this.#requests?.status(view) ?? '';
  }

  announcement(view: RefundView): string {
    const { m } = view.localize;
    const possible = refundsIn(view)
      .filter(isPossible)
      .map((item) => refundable(item, view));
    return [...possible, this.#requests?.announcement(view) ?? (this.#hasFailed ? m.notLoaded : '')].join(
      ' ',
    );
  }

  #notice(item: CheckoutRefund, view: RefundsView, isMain: boolean): TemplateResult {
    const { m } = view.localize;
    return html`<div class="refund" part="refund">
      <div class="sheet" part="sheet">
        <p class="notice" part="notice">
          ${icon('refresh')}<span
            >${sentence(refundable(item, view), networkLabel(currencyOf(item.currency).network))}</span
          >
        </p>
      </div>
      ${this.#hasFailed ? html`<p class="label" part="error">${m.notLoaded}</p>` : nothing}
      <button
        id=${`refund-${item.invoice}`}
        class="button ${isMain ? 'primary' : ''}"
        part="button ${isMain ? 'button-primary' : ''}"
        type="button"
        @click=${() => void this.#press(item, view)}
      >
        ${m.askForRefund}
      </button>
    </div>`;
  }

  #notLoaded(view: RefundsView): TemplateResult {
    const { m } = view.localize;
    return html`<div class="refund" part="refund">
      <p class="label" part="error">${m.notLoaded}</p>
      ${button(m.tryAgain, () => void this.#load(view))}
    </div>`;
  }

  async #press({ invoice }: CheckoutRefund, view: RefundsView): Promise<void> {
    await this.#load(view);
    this.#requests?.open(invoice, view);
  }

  #load({ localize: { locale }, steps: { loadRefunds } }: RefundsView): Promise<void> {
    if (this.#requests || !loadRefunds) return Promise.resolve();
    this.#loading ??= loadRefunds()
      .then(async ({ RefundRequests, loadRefundMessages, styles }) => {
        await loadRefundMessages(locale);
        if (styles.styleSheet) this.host.shadowRoot?.adoptedStyleSheets.push(styles.styleSheet);
        this.#requests = new RefundRequests(this.host);
        this.#hasFailed = false;
      })
      .catch(() => {
        this.#hasFailed = true;
      })
      .finally(() => {
        this.#loading = null;
        this.host.requestUpdate();
      });
    return this.#loading;
  }
}

function refundable({ amount, currency: code }: CheckoutRefund, { localize: { m } }: RefundView): string {
  const { symbol, network } = currencyOf(code);
  return m.refundable(amountText(amount, symbol), networkLabel(network));
}
