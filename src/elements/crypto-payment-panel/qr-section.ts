import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import type { QrPayload } from '../../payment/index.js';
import { qrParts } from '../crypto-payment-qr/css-parts.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { amountText } from '../parts/amount.js';
import { groupedAddress } from '../parts/exact-text.js';
import { linkButton } from '../parts/buttons.js';
import { icon } from '../parts/icon.js';
import { secureLink } from '../parts/safe-link.js';
import { copyField } from './copy-button.js';
import type { PaymentInstructions } from './payment-instructions.js';

type Kind = QrPayload['kind'];

/** The QR code and the whole address beside it. `chosen` is the payload that the payer selected. */
export function qrSection(
  instructions: Pick<PaymentInstructions, 'payloads' | 'address' | 'amount' | 'currency'>,
  chosen: Kind | null,
  choose: (kind: Kind) => void,
  { m, locale }: LocalizeController,
): TemplateResult {
  const { payloads, address, amount, currency } = instructions;
  const shown = payloads.find(({ kind }) => kind === chosen) ?? payloads.find((payload) => payload.default);
  const isUri = shown?.kind === 'uri';
  const under =
    payloads.length > 1
      ? payloadSwitch(isUri, () => choose(isUri ? 'address' : 'uri'), m.includeAmount)
      : html`<span class="under" part="qr-caption">${shown ? m.addressOnly : nothing}</span>`;
  return html`<div class="where" part="destination">
    <crypto-payment-qr
      part="qr"
      exportparts=${qrParts}
      .payload=${shown?.text ?? ''}
      label=${isUri ? m.qrAmount(address, amountText(amount, currency.symbol)) : m.qrAddress(address)}
      locale=${locale}
    ></crypto-payment-qr>
    <div class="to"><span class="label" part="label">${m.toAddress}</span>${groupedAddress(address)}</div>
    ${under}
    ${copyField({ text: address, label: m.copyAddress, announcement: m.copiedAddress(currency.network.name), locale })}
  </div>`;
}

/* eslint-disable lit-a11y/role-has-required-aria-attrs -- a native checkbox says itself whether it is checked */
function payloadSwitch(isOn: boolean, onChange: () => void, label: string): TemplateResult {
  return html`<label class="under switch" part="qr-caption">
    <input part="switch" type="checkbox" role="switch" .checked=${isOn} @change=${onChange} />
    <span>${label}</span>
  </label>`;
}
/* eslint-enable lit-a11y/role-has-required-aria-attrs */

/** Shown instead of the instructions if the address must not be shown: the hosted page, or another currency. */
export function unusable({ hostedPage }: CheckoutInvoice, { m }: LocalizeController): TemplateResult {
  const page = secureLink(hostedPage);
  const { title, text } = m.problem.address;
  return html`<div class="sheet" part="sheet">
      <p class="notice" part="notice" data-tone="warning">
        ${icon('warning')}<span><b>${title}</b><br />${page ? text : m.problem.coin.text}</span>
      </p>
    </div>
    ${page ? linkButton(page, m.hostedPage, 'button primary', 'button') : nothing}`;
}

export function qrSkeleton({ m }: LocalizeController): TemplateResult {
  const bone = html`<span class="skeleton" part="skeleton"></span>`;
  return html`<div class="where" part="destination">
    <span class="skeleton code" part="skeleton"></span>
    <div class="to"><span class="label" part="label">${m.toAddress}</span>${bone}${bone}${bone}</div>
    <span></span><span class="skeleton control" part="skeleton"></span>
  </div>`;
}
