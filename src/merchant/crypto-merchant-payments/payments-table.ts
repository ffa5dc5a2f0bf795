import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { BadgeState } from '../../elements/crypto-status-badge/crypto-status-badge.js';
import { renderCoinIcon } from '../../elements/parts/currency-icon.js';
import { currencyOf, isZeroAmount } from '../../payment/index.js';
import type { MerchantPayment } from '../../protocol/index.js';
import type { MerchantLocalize } from '../parts/localize.js';

/** Returns the state that the badge shows, as the payer's last screen names it. */
export function badgeOf({
  state,
  late,
  received,
}: Pick<MerchantPayment, 'state' | 'late' | 'received'>): BadgeState {
  if (late) return 'late';
  return state === 'expired' && received !== null && !isZeroAmount(received) ? 'expired_partial' : state;
}

/** Renders an amount without its coin, which another column shows; a dash if there is none. */
const amountOf = (amount: string | null) =>
  amount === null || isZeroAmount(amount) ? '–' : html`<bdi translate="no" dir="ltr">${amount}</bdi>`;

interface TableOptions {
  /** Whether all payments are in test mode, so that no row says it. */
  readonly isTest: boolean;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
}

/** Renders a table. On a narrow element it looks like a list of cards, so explicit roles keep it a table for screen readers. */
export function paymentsTable(
  rows: readonly MerchantPayment[],
  localize: MerchantLocalize,
  options: TableOptions,
): TemplateResult {
  const { payments } = localize.t;
  return html`<table class="table payments" part="table" role="table" aria-labelledby="title">
    <thead>
      <tr role="row">
        <th role="columnheader" scope="col">${payments.orderColumn}</th>
        <th role="columnheader" scope="col" class="wide">${payments.opened}</th>
        <th role="columnheader" scope="col">${payments.state}</th>
        <th role="columnheader" scope="col" class="num">${payments.price}</th>
        <th role="columnheader" scope="col">${payments.coin}</th>
        <th role="columnheader" scope="col" class="num wide">${payments.received}</th>
        <th role="columnheader" scope="col" class="num wide">${payments.requested}</th>
      </tr>
    </thead>
    <tbody @keydown=${moveBetweenRows}>
      ${repeat(
        rows,
        ({ id }) => id,
        (row) => tableRow(row, localize, options),
      )}
    </tbody>
  </table>`;
}

function tableRow(
  payment: MerchantPayment,
  localize: MerchantLocalize,
  { isTest, openId, onOpen }: TableOptions,
): TemplateResult {
  const { id, order, currency, amount, received, testMode, createdAt } = payment;
  const isOpen = id === openId;
  return html`<tr role="row" ?data-open=${isOpen}>
    <td role="cell" class="order">
      <button
        class="open"
        type="button"
        data-row=${id}
        aria-expanded=${isOpen ? 'true' : 'false'}
        @click=${() => onOpen(id)}
      >
        <bdi translate="no">${order.id}</bdi></button
      >${testMode && !isTest ? html`<small class="dim"> ${localize.t.testMode}</small>` : nothing}
    </td>
    <td role="cell" class="dim wide opened">${localize.moment(createdAt)}</td>
    <td role="cell" class="state">
      <crypto-status-badge
        part="badge"
        state=${badgeOf(payment)}
        .theme=${'auto'}
        locale=${localize.locale}
      ></crypto-status-badge>
    </td>
    <td role="cell" class="num price" translate="no">${localize.fiat(order.amount, order.currency)}</td>
    <td role="cell" class="coin-cell">
      ${currency === null ? html`<span class="dim">–</span>` : coin(currency, localize)}
    </td>
    <td role="cell" class="num wide">${amountOf(received)}</td>
    <td role="cell" class="num wide dim">${amountOf(amount)}</td>
  </tr>`;
}

export function coin(code: Parameters<typeof currencyOf>[0], localize: MerchantLocalize): TemplateResult {
  return html`<span class="coin"
    >${renderCoinIcon(currencyOf(code), false)}<bdi translate="no">${localize.coin(code)}</bdi></span
  >`;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Lets arrow keys move between the rows. Tab is not changed. */
function moveBetweenRows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const { currentTarget, target } = event;
  if (step === undefined || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLElement))
    return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('.open')];
  const next = rows[rows.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
