import { html, nothing, type TemplateResult } from 'lit';
import { isOpen, isShortened, type RefundDraft } from '../../checkout/refund-flow.js';
import { checkoutIn } from '../../checkout/state.js';
import type { RefundMessages } from '../../i18n/en.js';
import { currencyOf, networkLabel } from '../../payment/index.js';
import type { CheckoutRefund } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { groupedAddress, transaction } from '../parts/exact-text.js';
import { factList, type Fact } from '../parts/fact-list.js';
import { icon, type IconName } from '../parts/payment-icons.js';
import { progressSteps } from '../parts/progress-steps.js';
import { sentence } from '../parts/sentence.js';
import { copyFieldParts } from '../crypto-copy-field/css-parts.js';
import type { RefundView } from './refund-view.js';

interface StateInput {
  readonly item: CheckoutRefund;
  readonly draft: RefundDraft;
  readonly view: RefundView;
  readonly t: RefundMessages;
  /** Called when the payer wants to correct the address. */
  readonly onChange: () => void;
}

interface StateText {
  readonly icon: IconName;
  readonly tone: '' | 'info' | 'success';
  readonly title: string;
  readonly text: string;
}

export function stateText(item: CheckoutRefund, view: RefundView, t: RefundMessages): StateText {
  const { symbol, network } = currencyOf(item.currency);
  switch (item.state) {
    case 'sent':
      return { icon: 'check', tone: 'success', title: t.sent, text: t.sentText(network.name) };
    case 'declined':
      return { icon: 'stop', tone: '', title: t.declined, text: t.declinedText };
    case 'accepted':
      return { icon: 'check', tone: 'success', title: t.accepted, text: t.acceptedText };
    default:
  }
  if (item.reason === 'shop')
    return {
      ...{ icon: 'refresh', tone: 'info', title: t.givesBack(amountText(item.amount, symbol)) },
      text: item.state === 'approved' ? t.approvedText : '',
    };
  if (item.state === 'approved')
    return { icon: 'check', tone: 'info', title: t.approved, text: t.approvedText };
  return { icon: 'clock', tone: 'info', title: t.requested(shopOf(view)), text: t.keepPage };
}

/** Renders the state of a refund request, below the receipt and above the actions, which include the one to contact the shop. */
export function refundState(input: StateInput): TemplateResult {
  const { item, view, t } = input;
  const { icon: name, tone, title, text } = stateText(item, view, t);
  const known = facts(input);
  return html`<section class="refund" part="refund" aria-label=${title}>
    <div class="sheet" part="sheet">
      <div class="notice" part="notice" data-tone=${tone}>
        ${icon(name)}<span><b>${sentence(title)}</b> ${text}${note(input)}</span>
      </div>
      ${item.reply === null ? nothing : reply(item.reply, input)} ${steps(item, input)} ${payee(input)}
      ${known.length === 0 ? nothing : factList(known, 'compact')}
    </div>
    ${actions(input)}
  </section>`;
}

function shopOf({ snapshot, localize: { m } }: RefundView): string {
  return checkoutIn(snapshot)?.shop.name || m.theShop;
}

/** Renders the note for a request that the shop must check, or that competes with another one. */
function note({ item, draft, t }: StateInput): TemplateResult | typeof nothing {
  if (item.state !== 'requested') return nothing;
  const isOther = draft.requested !== null && !isShortened(draft.requested, item.address);
  if (isOther && item.proven) return html` ${t.besideOther}`;
  return item.proven ? nothing : html` ${t.unproven}`;
}

/** Renders the shop's reply, which is untrusted text. */
function reply(text: string, { view, t }: StateInput): TemplateResult {
  return html`<div class="reply">
    <span class="label" part="label">${t.shopWrote(shopOf(view))}</span>
    <blockquote part="text"><bdi>${text}</bdi></blockquote>
  </div>`;
}

function steps(
  { state, reason, requestedAt }: CheckoutRefund,
  { view: { localize }, t }: StateInput,
): TemplateResult | typeof nothing {
  if ((state !== 'requested' && state !== 'approved') || reason === 'shop') return nothing;
  const detail = requestedAt === null ? {} : { detail: localize.moment(requestedAt) };
  const all = [{ label: t.asked, ...detail }, { label: t.decides }, { label: t.sentStep }];
  return progressSteps(all, state === 'approved' ? 2 : 1);
}

/** Renders the address. Only the page in which the payer typed it knows all of it. */
function payee({ item, draft, t }: StateInput): TemplateResult | typeof nothing {
  const { address, state } = item;
  if (address === null || state === 'declined' || state === 'accepted') return nothing;
  const { requested } = draft;
  return html`<div class="payee lines">
    <span class="label" part="label">${t.to}</span>
    ${
      requested !== null && isShortened(requested, address)
        ? groupedAddress(requested)
        : html`<bdi class="groups short" part="address" translate="no" dir="ltr">${address}</bdi>`
    }
  </div>`;
}

function facts({ item, view, t }: StateInput): readonly Fact[] {
  const { m } = view.localize;
  const { symbol, network } = currencyOf(item.currency);
  const isSent = item.state === 'sent';
  const onNetwork = m.coinOnNetwork(amountText(item.amount, symbol), networkLabel(network));
  const value = html`<bdi>${sentence(onNetwork, networkLabel(network))}</bdi>`;
  const isAsked = !isSent && item.reason !== 'shop';
  return [
    ...(isAsked ? [{ label: t.askedFor, value }] : []),
    ...(isSent ? [{ label: t.sentBack, value, strong: true }] : []),
    ...(item.transaction === null
      ? []
      : [{ label: m.transaction, value: transaction(network.key, item.transaction) }]),
  ];
}

function actions({ item, view, t, onChange }: StateInput): TemplateResult | typeof nothing {
  if (item.state === 'requested' && isOpen(item))
    return html`<button
      id=${`refund-${item.invoice}`}
      class="button"
      part="button"
      type="button"
      @click=${onChange}
    >
      ${t.changeAddress}
    </button>`;
  if (item.transaction === null) return nothing;
  return html`<crypto-copy-field
    class="as-button"
    exportparts=${copyFieldParts}
    value=${item.transaction}
    label=${t.copyTransaction}
    locale=${view.localize.locale}
  ></crypto-copy-field>`;
}
