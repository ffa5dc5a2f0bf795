import { html, nothing, type TemplateResult } from 'lit';
import { currencyOf, isZeroAmount } from '../../payment/index.js';
import { transaction } from '../../elements/parts/exact-text.js';
import type { MerchantInvoice, MerchantPaymentDetails } from '../../protocol/index.js';
import { actionText, noteOf } from '../parts/audit-text.js';
import { eventText } from '../parts/event-text.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { badgeOf, coin } from './payments-table.js';
import { historyOf, invoiceState } from './history.js';
import { sentence } from '../../elements/parts/sentence.js';

const ltr = (text: string) => html`<bdi translate="no" dir="ltr">${text}</bdi>`;

function section(title: string, content: unknown): TemplateResult {
  return html`<section>
    <h4>${title}</h4>
    ${content}
  </section>`;
}

function sheet(rows: readonly TemplateResult[]): TemplateResult {
  return html`<div class="sheet">${rows}</div>`;
}

/** Renders a row with two lines at its start and two at its end. */
function row(start: unknown, small: unknown, end: unknown, smallEnd: unknown = nothing): TemplateResult {
  return html`<div class="row">
    <span>${start}<small>${small}</small></span
    ><span class="end">${end}<small>${smallEnd}</small></span>
  </div>`;
}

/** State and price, below the title. */
export function detailsHead(payment: MerchantPaymentDetails, localize: MerchantLocalize): TemplateResult {
  const { order, testMode, description } = payment;
  return html`<p class="actions">
      <crypto-status-badge
        part="badge"
        state=${badgeOf(payment)}
        locale=${localize.locale}
      ></crypto-status-badge>
      <span class="dim" translate="no">${localize.fiat(order.amount, order.currency)}</span>
      ${testMode ? html`<span class="dim">${localize.t.testMode}</span>` : nothing}
    </p>
    ${description === null ? nothing : html`<p class="dim"><bdi>${description}</bdi></p>`}`;
}

/** Renders what was received on the invoice that the payment shows. */
export function receivedSheet(
  payment: MerchantPaymentDetails,
  localize: MerchantLocalize,
): TemplateResult | typeof nothing {
  const { currency, received, amount } = payment;
  if (currency === null || amount === null) return nothing;
  const { payments, details } = localize.t;
  const sum =
    received === null || isZeroAmount(received)
      ? details.nothingYet
      : ltr(localize.inCoin(received, currency));
  return sheet([
    row(
      payments.received,
      sentence(details.of(localize.inCoin(amount, currency))),
      html`<b>${sum}</b>`,
      localize.coin(currency),
    ),
  ]);
}

export function historySection(payment: MerchantPaymentDetails, localize: MerchantLocalize): TemplateResult {
  const entries = historyOf(payment, localize).map(
    ({ at, text: label, tone }) =>
      html`<li data-tone=${tone}>
        <span>${label}</span><time datetime=${at}>${localize.moment(at)}</time>
      </li>`,
  );
  return section(
    localize.t.details.history,
    html`<ol class="timeline">
      ${entries}
    </ol>`,
  );
}

export function invoicesSection(
  { invoices }: MerchantPaymentDetails,
  localize: MerchantLocalize,
): TemplateResult | typeof nothing {
  if (invoices.length === 0) return nothing;
  const { details } = localize.t;
  const idOf = ({ id, number }: MerchantInvoice) => id ?? details.invoice(localize.number(number));
  const rows = invoices.map((invoice) =>
    row(
      html`<bdi translate="no">${idOf(invoice)}</bdi>`,
      coin(invoice.currency, localize),
      ltr(invoice.amount ?? '–'),
      invoiceState(invoice, localize),
    ),
  );
  return section(details.invoices, sheet(rows));
}

export function transactionsSection(
  { invoices }: MerchantPaymentDetails,
  localize: MerchantLocalize,
): TemplateResult | typeof nothing {
  const all = invoices.flatMap(({ transactions, currency }) => transactions.map((id) => ({ id, currency })));
  if (all.length === 0) return nothing;
  const rows = all.map(({ id, currency }) =>
    row(transaction(currencyOf(currency).network.key, id), localize.coin(currency), nothing),
  );
  return section(localize.t.details.transactions, sheet(rows));
}

export function decisionsSection(
  { decisions, order }: MerchantPaymentDetails,
  localize: MerchantLocalize,
): TemplateResult | typeof nothing {
  if (decisions.length === 0) return nothing;
  const { details, decide } = localize.t;
  const rows = decisions.map(({ decision, note, person, at, amount, invoice }) => {
    const small = html`${details.by(person, localize.moment(at))}${note === null ? nothing : html`<br /><bdi>${note}</bdi>`}`;
    const about = details.invoice(localize.number(invoice));
    return row(
      sentence(decide[decision](order.id), order.id),
      small,
      isZeroAmount(amount) ? nothing : ltr(amount),
      about,
    );
  });
  return section(details.decisions, sheet(rows));
}

export function eventsSection(
  { events }: MerchantPaymentDetails,
  localize: MerchantLocalize,
  resend: ((id: string, describedBy: string) => TemplateResult) | null,
): TemplateResult | typeof nothing {
  if (events.length === 0) return nothing;
  const { details } = localize.t;
  const rows = events.map(({ id, type, status, failure, createdAt }) => {
    return row(
      html`<span id=${`event-${id}`}>${eventText(type, localize)}</span>`,
      html`${details.eventStates[status]}${localize.comma}${localize.moment(createdAt)}${failure === null ? nothing : html`<br /><bdi lang="en">${failure}</bdi>`}`,
      resend && status !== 'waiting' ? resend(id, `event-${id}`) : nothing,
    );
  });
  return section(details.events, sheet(rows));
}

export function auditSection(
  { audit }: MerchantPaymentDetails,
  localize: MerchantLocalize,
): TemplateResult | typeof nothing {
  if (audit.length === 0) return nothing;
  const { details } = localize.t;
  const rows = audit.map((entry) => {
    const { person, at } = entry;
    const note = noteOf(entry);
    const small = html`${details.by(person, localize.moment(at))}${note === null ? nothing : html`<br /><bdi>${note}</bdi>`}`;
    return row(sentence(actionText(entry, localize)), small, nothing);
  });
  return section(details.audit, sheet(rows));
}
