import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { groupedAddress } from '../../elements/parts/exact-text.js';
import type { Payout } from '../../protocol/index.js';
import { icon } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';
import type { MerchantClient, MerchantResult } from '../client/merchant-client.js';
import { readAllRows, type CsvRow } from '../parts/csv.js';
import { choiceText, coinIcon, contentOf, networkOf, outcomeText, stateBadge, sumOf } from './payout-view.js';
import { sentence } from '../../elements/parts/sentence.js';

/** Renders the unfinished payouts, each with its actions. */
export function openList(
  payouts: readonly Payout[],
  localize: MerchantLocalize,
  actions: (payout: Payout, describedBy: string) => unknown,
): TemplateResult {
  return html`<ol class="queue">
    ${repeat(
      payouts,
      ({ id }) => id,
      (payout) => {
        const titleId = `payout-${payout.id}`;
        return html`<li>
          ${coinIcon(payout)}
          <h4 id=${titleId}>
            <bdi translate="no" dir="ltr">${sumOf(payout, localize)}</bdi>
            <small><bdi translate="no">${networkOf(payout)}</bdi></small>
          </h4>
          ${stateBadge(payout, localize)}
          <div class="about">
            ${contentOf(payout, localize)}${progressOf(payout, localize)}${actions(payout, titleId)}
          </div>
        </li>`;
      },
    )}
  </ol>`;
}

function progressOf(payout: Payout, localize: MerchantLocalize): TemplateResult | typeof nothing {
  const { payouts } = localize.t;
  const { state, approvedBy, approvedAt, candidates, resolution } = payout;
  const approved =
    approvedBy === null || approvedAt === null
      ? nothing
      : html`<p>${payouts.approvedBy(approvedBy, localize.moment(approvedAt))}</p>`;
  if (state === 'proposed') return nothing;
  if (state === 'approved')
    return html`${approved}
      <p>${payouts.approvedText}</p>`;
  if (state !== 'unknown')
    return html`${approved}
      <p>${payouts.sendingText}</p>`;
  const firstDecision =
    resolution === null
      ? nothing
      : html`<p>
          <b
            >${sentence(payouts.first(resolution.person, choiceText(resolution, { payout, localize })), resolution.candidate ?? '')}</b
          >
          ${payouts.needsSecond}
        </p>`;
  return html`${approved}
    <p class="says" data-tone="warning">
      ${icon('warning')}<span>${payouts.unknownText} <b>${payouts.unknownWarning}</b></span>
    </p>
    ${candidates.length === 0 ? html`<p>${payouts.noCandidates}</p>` : nothing}${firstDecision}`;
}

/** Renders finished payouts as a table. On a narrow element it looks like a list of cards, see `paymentsTable`. */
export function historyTable(rows: readonly Payout[], localize: MerchantLocalize): TemplateResult {
  const { payouts } = localize.t;
  const columns = [payouts.finished, payouts.to, payouts.proposer, payouts.approver];
  return html`<table class="table" part="table" role="table" aria-labelledby="history">
    <thead>
      <tr role="row">
        <th role="columnheader" scope="col">${payouts.amount}</th>
        <th role="columnheader" scope="col">${localize.t.payments.state}</th>
        ${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
        <th role="columnheader" scope="col">${payouts.outcome}</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        ({ id }) => id,
        (row) => historyRow(row, localize),
      )}
    </tbody>
  </table>`;
}

function historyRow(payout: Payout, localize: MerchantLocalize): TemplateResult {
  const { finishedAt, proposedAt, address, proposedBy, approvedBy, sentAmount, currency } = payout;
  const { payouts } = localize.t;
  const sent =
    sentAmount === null ? nothing : sentence(payouts.sentAmount(localize.inCoin(sentAmount, currency)));
  const outcome = outcomeText(payout, localize);
  return html`<tr role="row">
    <td role="cell" class="sum">
      <span class="coin"
        >${coinIcon(payout)}<span
          ><b><bdi translate="no" dir="ltr">${sumOf(payout, localize)}</bdi></b>
          <small class="dim"><bdi translate="no">${networkOf(payout)}</bdi></small></span
        ></span
      >
    </td>
    <td role="cell" class="state">${stateBadge(payout, localize)}</td>
    <td role="cell" class="dim when">${localize.moment(finishedAt ?? proposedAt)}</td>
    <td role="cell" class="address lines">${groupedAddress(address)}</td>
    <td role="cell" class="dim" data-label=${payouts.proposer}><bdi>${proposedBy}</bdi></td>
    <td role="cell" class="dim" data-label=${payouts.approver}><bdi>${approvedBy ?? '–'}</bdi></td>
    <td role="cell" class="result" data-label=${payouts.outcome}>
      <span
        ><bdi>${outcome === '' ? '–' : sentence(outcome, payout.serviceId ?? '')}</bdi>
        <small class="dim">${sent}</small></span
      >
    </td>
  </tr>`;
}

const PAGE_SIZE = 100;

/** Column names are for programs, so they are the same in every language. */
const COLUMNS = [
  ...['id', 'state', 'amount', 'currency', 'address', 'purpose', 'proposed_by', 'proposed_at'],
  ...['approved_by', 'approved_at', 'finished_at', 'service_id', 'sent_amount', 'refusal', 'declined'],
] as const;

function toRow(payout: Payout): CsvRow {
  const { id, state, amount, currency, address, purpose, proposedBy, proposedAt, approvedBy } = payout;
  const { approvedAt, finishedAt, serviceId, sentAmount, refusal, declined } = payout;
  const optional = [approvedBy, approvedAt, finishedAt, serviceId, sentAmount, refusal, declined];
  const start = [id, state, amount, currency, address, purpose ?? '', proposedBy, proposedAt];
  return [...start, ...optional.map((value) => value ?? '')];
}

/** Loads all payouts. @returns their rows, with the column names first, or the first failure */
export function readPayoutRows(
  client: MerchantClient,
  signal: AbortSignal,
): Promise<MerchantResult<readonly CsvRow[]>> {
  return readAllRows(COLUMNS, signal, async (cursor) => {
    const page = await client.payouts({ cursor, limit: PAGE_SIZE });
    if (!page.ok) return page;
    return { ok: true, value: { rows: page.value.payouts.map(toRow), next: page.value.next } };
  });
}
