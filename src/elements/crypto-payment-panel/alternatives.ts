import { css, html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/localize.js';
import { qrParts } from '../crypto-payment-qr/css-parts.js';
import { amountText, largeAmount } from '../parts/amount.js';
import { groupedAddress } from '../parts/exact-text.js';
import { copyField } from './copy-button.js';
import { amountIncludingFee, type ExchangeAmount } from './exchange-fee.js';
import type { PaymentInstructions } from './payment-instructions.js';
import { sentence } from '../parts/sentence.js';

/** Input of the helper for exchanges: what to enter there so that exactly the amount due arrives. */
export interface ExchangeInput {
  readonly instructions: PaymentInstructions;
  readonly localize: LocalizeController;
  /** The withdrawal fee as the payer typed it. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly say: (text: string) => void;
}

export function exchangeHelper(input: ExchangeInput): TemplateResult {
  const { instructions, localize, typed, onType, say } = input;
  const { m } = localize;
  const { symbol, decimals } = instructions.currency;
  const amountFor = (text: string) => amountIncludingFee(instructions.amount, text, decimals);
  const result = amountFor(typed);
  const read = ({ target }: Event) => (target instanceof HTMLInputElement ? target.value : '');
  const announceResult = (result: ExchangeAmount) =>
    say(
      result.kind === 'sum'
        ? m.exchange.amountAnnouncement(amountText(result.amount, symbol))
        : feeMessage(result, instructions, localize),
    );
  return html`<div class="sheet helper" part="exchange-helper">
    <p part="text">${m.exchange.explanation}</p>
    <div class="adds">
      <div>
        <label class="label" part="label" for="fee">${m.exchange.fee}</label>
        <span class="field" part="field"
          ><input
            id="fee"
            part="input"
            inputmode="decimal"
            autocomplete="off"
            maxlength="60"
            dir="ltr"
            .value=${typed}
            aria-invalid=${result.kind === 'unclear' ? 'true' : 'false'}
            aria-describedby="entry"
            @input=${(event: Event) => onType(read(event))}
            @change=${(event: Event) => announceResult(amountFor(read(event)))}
          /><span translate="no">${symbol}</span></span
        >
      </div>
      <div>
        <span class="label" part="label">${m.exchange.amountToEnter}</span>
        <div class="line">
          ${result.kind === 'sum' ? copyableAmount(result.amount, symbol, localize) : '–'}
        </div>
      </div>
    </div>
    <p id="entry" class="label" part="label">
      ${sentence(feeMessage(result, instructions, localize))} ${m.exchange.minimumTooHigh}
    </p>
  </div>`;
}

function copyableAmount(amount: string, symbol: string, { m, locale }: LocalizeController): TemplateResult {
  const announcement = m.copiedAmount(amountText(amount, symbol));
  return html`${largeAmount(amount, symbol)}${copyField({ text: amount, longLabel: m.copyAmount, announcement, locale })}`;
}

function feeMessage(
  result: ExchangeAmount,
  { amount, currency }: PaymentInstructions,
  { m }: LocalizeController,
): string {
  const { symbol, decimals } = currency;
  if (result.kind === 'empty') return m.exchange.feeAddedOnTop(amountText(amount, symbol));
  if (result.kind === 'sum') return m.exchange.amountToReceive(amountText(amount, symbol));
  return result.reason === 'tooManyDecimals'
    ? m.exchange.tooManyDecimals(symbol, decimals)
    : m.exchange[result.reason];
}

/** The address without a QR code, to be copied to an exchange. */
export function addressOnly(
  { address, currency }: PaymentInstructions,
  { m, locale }: LocalizeController,
): TemplateResult {
  const announcement = m.copiedAddress(currency.network.name);
  return html`<div class="where wide" part="destination">
    <span class="label" part="label">${m.toAddress}</span>${groupedAddress(address)}
    <div class="line">${copyField({ text: address, longLabel: m.copyAddress, announcement, locale })}</div>
  </div>`;
}

export function phoneCode(resumeUrl: string, { m, locale }: LocalizeController): TemplateResult {
  return html`<div class="where" part="destination">
    <crypto-payment-qr
      part="qr"
      exportparts=${qrParts}
      payload=${resumeUrl}
      label=${m.phone.qrLabel}
      locale=${locale}
    ></crypto-payment-qr>
    <div class="to">
      <span class="label" part="label">${m.phone.title}</span>
      <p class="hint" part="text">${m.phone.text}</p>
    </div>
    <span class="under" part="qr-caption">${m.phone.qrCaption}</span>
    ${copyField({ text: resumeUrl, label: m.phone.copy, announcement: m.phone.copied, locale })}
  </div>`;
}

export const styles = css`
  .where.wide {
    grid-template: auto auto / minmax(0, 1fr) auto;
    align-items: center;
    gap: 0 var(--_space-2);
    padding-block: var(--_space-3);
  }
  .wide .label {
    grid-column: 1 / -1;
  }
  .wide .groups {
    /* With room for the letter spacing that a payer may set (WCAG 1.4.12). */
    grid-template-columns: repeat(auto-fill, calc(4ch + 0.5em));
    display: grid;
    column-gap: calc(1ch - 0.5em);
    margin: 0;
    line-height: calc(1.5 * var(--_unit));
  }
  .hint {
    margin-block-start: var(--_space);
    font: var(--_type-s);
    color: var(--_text-muted);
    text-wrap: pretty;
  }
  .helper {
    display: grid;
    gap: var(--_space-2);
    padding: var(--_space-3) var(--_space-4);
    background: var(--_surface);
    font: var(--_type-s);
  }
  .sheet.helper > * {
    border: 0;
  }
  .adds {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space-2) var(--_space-4);
  }
  .adds > div {
    display: grid;
    flex: 2 1 auto;
    gap: var(--_space);
    min-inline-size: 0;
  }
  .adds .label {
    overflow-wrap: anywhere;
  }
  .adds > div:first-child {
    flex: 1 1 calc(8 * var(--_unit));
  }
  .adds .amount {
    font: var(--_type-l);
    font-variant-numeric: tabular-nums;
  }
  .adds .amount[data-length='longest'] {
    font-size: var(--_unit);
  }
  .adds .line {
    min-block-size: var(--_target);
  }
  .wide .line crypto-copy-field::part(copy),
  .adds crypto-copy-field::part(copy) {
    padding-inline: 0;
    inline-size: var(--_control);
  }
  .wide .line crypto-copy-field::part(copy-text),
  .adds crypto-copy-field::part(copy-text) {
    position: absolute;
    clip-path: inset(50%);
  }
  @container (width < 23.3em) {
    .helper {
      padding: var(--_space-2) var(--_space-3);
    }
    .adds {
      column-gap: var(--_space-3);
    }
    .adds > div:first-child {
      flex-basis: calc(6.5 * var(--_unit));
    }
    .adds .field {
      padding-inline: var(--_space-2);
    }
    .wide crypto-copy-field::part(icon) {
      display: block;
    }
    .adds .amount {
      font-size: calc(1.0625 * var(--_unit));
    }
  }
`;
