import { html, nothing, type TemplateResult } from 'lit';
import { groupedAddress, transaction } from '../../elements/parts/exact-text.js';
import { currencyOf } from '../../payment/index.js';
import type { MerchantRefund } from '../../protocol/index.js';
import { icon } from './icons.js';
import type { MerchantLocalize } from './localize.js';

const ICONS = { key: 'check', link: 'warning', shop: 'tag' } as const;

/** Renders who has requested a refund, its amount, address and outcome. */
export function refundFacts(refund: MerchantRefund, text: MerchantLocalize): TemplateResult {
  const { id, by, currency, address, amount, email, state, check, payout, reply } = refund;
  const words = text.t.refunds;
  const isUnproven = by === 'link' && check === null && state === 'requested';
  const fact = (label: string, value: unknown, look = '') =>
    html`<div>
      <dt>${label}</dt>
      <dd class=${look}>${value}</dd>
    </div>`;
  const proof = by === 'key' ? 'success' : by === 'link' ? 'warning' : 'neutral';
  return html`<p class="asks" id=${`refund-${id}`} data-tone=${proof}>
      ${icon(ICONS[by], 'small')}<b>${words.by[by]}</b>
      <small>${text.t.attention.since(text.moment(refund.requestedAt))}</small>
    </p>
    ${isUnproven ? html`<p class="unproven">${words.unproven}</p>` : nothing}
    <dl>
      ${fact(words.amount, html`<b dir="ltr">${text.inCoin(amount, currency)}</b>`)}
      ${fact(words.address(currencyOf(currency).network.name), groupedAddress(address), 'lines')}
      ${fact(text.t.payments.state, html`${words.states[state]}${payout === null ? nothing : html` <small><bdi dir="ltr">${payout}</bdi></small>`}`)}
      ${email === null ? nothing : fact(words.email, html`<bdi dir="ltr">${email}</bdi>`)}
      ${
        check === null
          ? nothing
          : fact(
              words.checkNote,
              html`<bdi>${check.note}</bdi>
                <small>${text.t.details.by(check.person, text.moment(check.at))}</small>`,
            )
      }
      ${reply === null ? nothing : fact(words.reply, html`<bdi>${reply}</bdi>`)}
      ${
        refund.transaction === null
          ? nothing
          : fact(
              text.t.details.transactions,
              transaction(currencyOf(currency).network.key, refund.transaction),
            )
      }
    </dl>`;
}
