import { css } from 'lit';
import { styles as sections } from './panel-sections.styles.js';

export const styles = css`
  ${sections}
  :host {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    container-type: inline-size;
    --_qr-size: var(--crypto-qr-size, clamp(8.5 * var(--_unit), 44.8cqi, 11 * var(--_unit)));
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 var(--_space-2);
    margin-block: calc(-1 * var(--_space)) var(--_space);
  }
  .top b {
    color: var(--_text);
  }
  /* Beside a price the fee has a line of its own; else it ends the first one, where it fits. */
  .top:has(.fiat) .label:first-child {
    flex: 1;
  }
  .top:has(.fiat) .label + .fiat + .label {
    flex-basis: 100%;
  }
  .fiat {
    flex: none;
    font: var(--_type-l);
    font-size: calc(1.5 * var(--_unit));
    letter-spacing: -0.015em;
    font-variant-numeric: tabular-nums;
  }
  ::slotted([slot='change']) {
    margin-inline-end: calc(-1 * var(--_space-2));
  }
  .where {
    display: grid;
    grid-template-columns: var(--_qr-size) minmax(0, 1fr);
    grid-template-rows: auto minmax(var(--_control), auto);
    gap: var(--_space-2) var(--_space-4);
    padding: var(--_space-4);
  }
  crypto-payment-qr {
    inline-size: var(--_qr-size);
    block-size: var(--_qr-size);
  }
  .to {
    min-inline-size: 0;
  }
  .groups {
    display: inline-grid;
    grid-template-columns: repeat(3, max-content);
    gap: 0 var(--_space-3);
    margin-block-start: var(--_space);
    font: 400 calc(0.9375 * var(--_unit)) / calc(1.75 * var(--_unit)) var(--_font-address);
    color: var(--_text-muted);
  }
  .groups[data-length='long'] {
    line-height: calc(1.375 * var(--_unit));
  }
  .groups b {
    color: var(--_text);
    font-weight: 700;
  }
  .under {
    display: flex;
    align-items: center;
    justify-content: center;
    font: var(--_type-s);
    color: var(--_text-muted);
    text-align: center;
    text-wrap: balance;
  }
  .switch {
    position: relative;
    gap: var(--_space-2);
    color: var(--_text);
    text-align: start;
    cursor: pointer;
  }
  .switch::after {
    content: '';
    position: absolute;
    inset: -5px;
  }
  .switch input {
    --_thumb: var(--_line-strong);
    appearance: none;
    flex: none;
    inline-size: calc(1.875 * var(--_unit));
    block-size: calc(1.125 * var(--_unit));
    margin: 0;
    border: 1px solid var(--_line-strong);
    border-radius: 99px;
    background: radial-gradient(circle closest-side, var(--_thumb) 5.2px, transparent 5.8px) 1px 50% / 16px
      16px no-repeat var(--_surface);
    cursor: inherit;
  }
  .switch input:checked {
    --_thumb: #ffffff;
    border-color: var(--_accent);
    background-color: var(--_accent);
    background-position-x: 11px;
  }
  .switch input:dir(rtl) {
    scale: -1 1;
  }
  .sheet + * {
    margin-block-start: var(--_space);
  }
  .alternatives {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0 var(--_space);
    min-block-size: var(--_target);
    margin-block-start: auto;
    border-radius: var(--_radius-s);
    background: var(--_surface);
  }
  /* Side by side, in two lines where one is too long: below each other only where single words do not fit. */
  .alternatives .quiet {
    flex: 1 1 0;
    min-inline-size: min-content;
    gap: 0.4em;
    font: var(--_type-s);
    font-weight: 500;
    white-space: normal;
  }
  .alternatives .quiet[aria-pressed='true'] {
    background: var(--_accent-tint);
  }
  .alternatives .label {
    flex: 1 0 100%;
  }
  .where crypto-copy-field::part(copy) {
    line-height: calc(1.0625 * var(--_unit));
    white-space: normal;
  }
  @container (width < 384px) {
    .alternatives .icon {
      display: none;
    }
    .alternatives .quiet {
      padding-inline: var(--_space);
    }
  }
  @container (width < 350px) {
    .where {
      column-gap: var(--_space-3);
      padding: var(--_space-3);
    }
    .line crypto-copy-field::part(copy) {
      padding-inline: 0;
      inline-size: var(--_control);
    }
    .line crypto-copy-field::part(copy-text) {
      position: absolute;
      clip-path: inset(50%);
    }
    .where crypto-copy-field::part(icon) {
      display: none;
    }
    .where crypto-copy-field::part(copy) {
      padding-inline: var(--_space);
    }
    .groups {
      column-gap: var(--_space-2);
      font-size: calc(0.875 * var(--_unit));
      line-height: calc(1.5 * var(--_unit));
    }
    .groups[data-length='long'] {
      margin: 0;
      line-height: calc(1.1875 * var(--_unit));
    }
  }
  /* A page that is itself 320 px wide, less its own margins. */
  @container (width < 284px) {
    .network {
      font-size: calc(0.8125 * var(--_unit));
      line-height: calc(1.125 * var(--_unit));
    }
    .groups,
    .groups[data-length='long'] {
      grid-template-columns: repeat(2, max-content);
      line-height: calc(1.1875 * var(--_unit));
    }
  }
  @container (width >= 396px) {
    .where {
      padding-inline: var(--_space-5);
    }
    .groups {
      column-gap: var(--_space-4);
      font-size: var(--_unit);
    }
  }
  /* Already on a phone. */
  @media (hover: none) and (pointer: coarse) {
    #phone[aria-pressed='false'] {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .alternatives .quiet[aria-pressed='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    progress {
      --_done: Highlight;
      --_rest: Canvas;
      border: 1px solid CanvasText;
      forced-color-adjust: none;
    }
    .switch input {
      --_thumb: CanvasText;
      forced-color-adjust: none;
      border-color: CanvasText;
      background-color: Canvas;
    }
    .switch input:checked {
      --_thumb: HighlightText;
      border-color: Highlight;
      background-color: Highlight;
    }
  }
`;
