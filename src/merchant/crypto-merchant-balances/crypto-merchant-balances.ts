import { css, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { groupedDigits } from '../../elements/parts/amount.js';
import { renderCoinIcon } from '../../elements/parts/currency-icon.js';
import { unbroken } from '../../elements/parts/sentence.js';
import { currencyOf, isCurrencyCode, isZeroAmount, networkLabel } from '../../payment/index.js';
import { addSignedAmounts } from '../../payment/signed-amount.js';
import type { MerchantBalances } from '../../protocol/index.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon } from '../parts/icons.js';
import { LiveController, SERVICE_GAP_MS } from '../parts/live-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { UNREADABLE } from '../parts/localize.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { emptyView, staleNotice } from '../parts/problem-view.js';
import { table } from '../parts/table.styles.js';

type Balance = MerchantBalances['balances'][number];

const isZero = (amount: string | null) => amount !== null && !amount.startsWith('-') && isZeroAmount(amount);

/** Whether a coin has no money. One that is unreadable or below zero is shown. */
const isEmpty = ({ balance, availableBalance }: Balance) => isZero(balance) && isZero(availableBalance);

const styles = css`
  .table .mark.large {
    inline-size: var(--_control);
    block-size: var(--_control);
  }
  .table td {
    padding-block: var(--_space-2);
  }
  .coin small,
  td small {
    display: block;
    color: var(--_text-muted);
    font: var(--_type-s);
  }
  .group {
    margin-inline-start: 0.2em;
  }
  /* Units of one width, so that amounts end at one line. */
  .unit {
    display: inline-block;
    min-inline-size: 3.25em;
    color: var(--_text-muted);
    text-align: start;
  }
  .cell-label {
    display: none;
  }
  .foot .tool.plain {
    margin-inline-start: calc(-1 * var(--_space-3));
  }
  @container panel (width < 40em) {
    .table tbody tr > :first-child {
      grid-row: 1 / 3;
      align-self: start;
    }
    .table tbody tr > .num {
      grid-column: 2;
    }
    .cell-label {
      display: inline;
    }
    .unit {
      min-inline-size: 0;
    }
  }
  @container panel (width < 16em) {
    .table tbody tr > :first-child,
    .table tbody tr > .num {
      grid-area: auto;
    }
  }
`;

/**
 * The balances of the shop's account, as the payment service reports them: all its money, and what can be paid out.
 *
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchantBalances extends MerchantElement {
  static override readonly styles = [MerchantElement.styles, table, styles];
  static readonly parts = 'panel, table, button, notice, skeleton, icon';

  @state() private isEmptyShown = false;
  readonly #list = new LoadController<MerchantBalances>(this);

  constructor() {
    super();
    new LiveController(this, {
      client: () => this.activeClient,
      load: () => this.#load(),
      gapMs: SERVICE_GAP_MS,
    });
  }

  protected override start(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    const client = this.activeClient;
    if (client) await this.#list.load(() => client.balances());
  }

  protected override render(): TemplateResult | typeof nothing {
    const { balances, refresh } = this.localize.t;
    const { value, isLoading } = this.#list;
    return this.frame(
      html`<header class="head">
          <h2 id="title" tabindex="-1">${balances.title}</h2>
          <span class="space"></span>
          ${value ? html`<span class="dim">${balances.asOf(this.localize.time(value.now))}</span>` : nothing}
          <button
            class="tool square"
            part="button"
            type="button"
            aria-label=${refresh}
            ?disabled=${isLoading}
            @click=${() => void this.#load()}
          >
            ${icon('refresh', 'small')}
          </button>
        </header>
        ${this.#body()}`,
    );
  }

  #body(): TemplateResult {
    const { value, problem } = this.#list;
    const { loading, balances: t } = this.localize.t;
    const options = { lastAt: value?.now ?? null, onRetry: () => void this.#load() };
    if (problem && !value) return this.problemView(problem, null);
    if (!value) return skeletonRows(loading);
    const empty = value.balances.filter(isEmpty);
    const rows = [...value.balances.filter((one) => !isEmpty(one)), ...(this.isEmptyShown ? empty : [])];
    const none = { tone: 'neutral', icon: 'cart', title: t.none, text: t.noneText } as const;
    return html`${problem ? staleNotice(problem, this.localize, options) : nothing}
    ${rows.length === 0 ? emptyView(none) : html`${this.#totals(value)}${this.#table(rows)}`}
    ${
      empty.length === 0
        ? nothing
        : html`<footer class="foot">
            <button
              class="tool plain"
              part="button"
              type="button"
              aria-expanded=${this.isEmptyShown ? 'true' : 'false'}
              @click=${() => {
                this.isEmptyShown = !this.isEmptyShown;
              }}
            >
              ${this.isEmptyShown ? t.hideEmpty : t.showEmpty(empty.length)}
            </button>
          </footer>`
    }`;
  }

  /** The totals in USD. An unreadable value makes its total unknown. */
  #totals({ balances }: MerchantBalances): TemplateResult {
    const { t } = this.localize;
    const total = (label: string, values: readonly (string | null)[]) => {
      const known = values.filter((value) => value !== null);
      const sum = known.length === values.length ? this.localize.usd(addSignedAmounts(known)) : UNREADABLE;
      return html`<div>
        <dt>${label}</dt>
        <dd translate="no">${sum}</dd>
      </div>`;
    };
    const counted = balances.filter((one) => !isEmpty(one));
    return html`<dl class="headline">
      ${total(
        t.balances.available,
        counted.map(({ availableBalanceUsd }) => availableBalanceUsd),
      )}
      ${total(
        t.balances.balance,
        counted.map(({ balanceUsd }) => balanceUsd),
      )}
    </dl>`;
  }

  #table(rows: readonly Balance[]): TemplateResult {
    const { balances, payments } = this.localize.t;
    return html`<table class="table" part="table" role="table" aria-labelledby="title">
      <thead>
        <tr role="row">
          <th role="columnheader" scope="col">${payments.coin}</th>
          <th role="columnheader" scope="col" class="num">${balances.available}</th>
          <th role="columnheader" scope="col" class="num">${balances.balance}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ currency, balance, balanceUsd, availableBalance, availableBalanceUsd }) =>
            html`<tr role="row">
              <td role="cell">${coinCell(currency)}</td>
              ${this.#amountCell(balances.available, availableBalance, availableBalanceUsd, currency)}
              ${this.#amountCell(balances.balance, balance, balanceUsd, currency)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** @param label shown on a narrow card; screen readers get it from the table */
  #amountCell(label: string, amount: string | null, usd: string | null, code: string | null): TemplateResult {
    const unit = code !== null && isCurrencyCode(code) ? currencyOf(code).symbol : code;
    return html`<td role="cell" class="num">
      <bdi translate="no" dir="ltr"
        >${amount === null ? UNREADABLE : groupedDigits(amount)} <span class="unit">${unit}</span></bdi
      ><small
        ><span class="cell-label" aria-hidden="true">${label} · </span
        ><bdi translate="no">${usd === null ? '–' : this.localize.usd(usd)}</bdi></small
      >
    </td>`;
  }
}

/** The account may hold coins that this release does not know. */
function coinCell(code: string | null): TemplateResult {
  if (code === null) return html`<bdi class="coin">${UNREADABLE}</bdi>`;
  if (!isCurrencyCode(code)) return html`<bdi class="coin" translate="no">${code}</bdi>`;
  const currency = currencyOf(code);
  return html`<span class="coin"
    >${renderCoinIcon(currency, true)}<span
      ><b><bdi translate="no">${currency.symbol}</bdi></b
      ><small><bdi translate="no">${unbroken(networkLabel(currency.network))}</bdi></small></span
    ></span
  >`;
}
