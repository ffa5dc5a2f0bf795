import { html, nothing, type TemplateResult } from 'lit';
import { renderCoinIcon } from '../../elements/parts/currency-icon.js';
import { groupedAddress } from '../../elements/parts/exact-text.js';
import type { Tone } from '../../elements/parts/tone.js';
import { currencyOf } from '../../payment/index.js';
import type { CandidateChoice, Payout, PayoutState } from '../../protocol/index.js';
import type { MerchantProblem } from '../client/merchant-client.js';
import { icon, type IconName } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { actionProblem } from '../parts/problem-view.js';
import { sentence } from '../../elements/parts/sentence.js';

const LOOKS = {
  proposed: ['warning', 'eye'],
  approved: ['info', 'clock'],
  sending: ['info', 'wait'],
  sent: ['success', 'check'],
  refused: ['danger', 'stop'],
  unknown: ['warning', 'late'],
  not_sent: ['neutral', 'stop'],
  declined: ['neutral', 'close'],
  withdrawn: ['neutral', 'back'],
} as const satisfies Readonly<Record<PayoutState, readonly [Tone, IconName]>>;

export const isOpen = ({ state }: Payout): boolean =>
  state === 'proposed' || state === 'approved' || state === 'sending' || state === 'unknown';

export function stateBadge({ state }: Payout, localize: MerchantLocalize): TemplateResult {
  const [tone, name] = LOOKS[state];
  return html`<span class="badge" part="badge" data-tone=${tone}
    >${icon(name)}<span>${localize.t.payouts.states[state]}</span></span
  >`;
}

export function coinIcon({ currency }: Payout): TemplateResult {
  return renderCoinIcon(currencyOf(currency), true);
}

/** `1200 USDT` */
export const sumOf = ({ amount, currency }: Payout, localize: MerchantLocalize): string =>
  localize.inCoin(amount, currency);

/** Returns the name of the network. */
export const networkOf = ({ currency }: Pick<Payout, 'currency'>): string =>
  currencyOf(currency).network.name;

/** Renders everything that a person approves: amount, network, the whole address, and the proposer. */
export function contentOf(payout: Payout, localize: MerchantLocalize): TemplateResult {
  const { payouts } = localize.t;
  const { address, purpose, proposedBy, proposedAt } = payout;
  return html`<p class="to">${sentence(payouts.address(networkOf(payout)), networkOf(payout))}</p>
    <div class="lines">${groupedAddress(address)}</div>
    <p>
      ${payouts.proposedBy(proposedBy, localize.moment(proposedAt))}
      ${purpose === null ? nothing : html` <b><bdi>${payouts.purposeIs(purpose)}</bdi></b>`}
    </p>`;
}

/** Returns the text for a decision about an unknown payout. */
export function choiceText(
  { outcome, candidate }: CandidateChoice,
  { payout, localize }: { readonly payout: Payout; readonly localize: MerchantLocalize },
): string {
  const { payouts } = localize.t;
  const found = payout.candidates.find(({ id }) => id === candidate);
  if (outcome === 'not_sent' || candidate === null) return payouts.wasNotSent;
  const amount = found?.amount ?? null;
  return payouts.wasSent(candidate, amount === null ? '–' : localize.inCoin(amount, payout.currency));
}

/** Returns why nothing was sent, or how much was. */
export function outcomeText(payout: Payout, localize: MerchantLocalize): string {
  const { state, refusal, declined, serviceId } = payout;
  if (state === 'refused' && refusal !== null) return localize.t.payouts.refusals[refusal];
  if (state === 'declined') return declined ?? '';
  return serviceId ?? '';
}

/** Returns why an action failed. */
export function payoutProblem(problem: MerchantProblem, { t }: MerchantLocalize): string {
  const { kind, code } = problem;
  if (code === 'second_person_required') return t.payouts.own;
  if (kind === 'unreachable') return t.payouts.noAnswer;
  return kind === 'refused' && code !== 'record_changed' ? t.payouts.notPossible : actionProblem(problem, t);
}
