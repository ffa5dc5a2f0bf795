import { css } from 'lit';
import { styles as sections } from './panel-sections.styles.js';

export const styles = css`
  ${sections}
  :host {
    display: flex;
    flex-direction: column;
    gap: var(--_space-2);
    container-type: inline-size;
    contain-intrinsic-inline-size: 320px;
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
    font: 400 var(--_font-size-m) / calc(28 / 15 * var(--_font-size-m)) var(--_font-address);
    letter-spacing: normal;
    color: var(--_text-muted);
  }
  .groups[data-length='long'] {
    line-height: calc(22 / 15 * var(--_font-size-m));
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
    inline-size: 1.875em;
    block-size: 1.125em;
    margin: 0;
    font-size: var(--_unit);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-pill);
    background: radial-gradient(circle closest-side, var(--_thumb) 0.325em, transparent 0.3625em) 0.0625em
      50% / 1em 1em no-repeat var(--_surface);
    cursor: inherit;
  }
  .switch input:checked {
    --_thumb: #ffffff;
    border-color: var(--_accent);
    background-color: var(--_accent);
    background-position-x: 0.6875em;
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
    font-weight: var(--_font-weight-medium);
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
    text-align: center;
    white-space: normal;
  }
  @container (width < 25.6em) {
    .alternatives .icon {
      display: none;
    }
    .alternatives .quiet {
      padding-inline: var(--_space);
    }
  }
  @container (width < 23.3em) {
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
      font-size: calc(14 / 15 * var(--_font-size-m));
      line-height: calc(24 / 15 * var(--_font-size-m));
    }
    .groups[data-length='long'] {
      margin: 0;
      line-height: calc(19 / 15 * var(--_font-size-m));
    }
    /* Lines are so close that a group would cover the underline of the one above. */
    .groups b {
      box-shadow: none;
      text-underline-offset: 0.1em;
    }
  }
  /* A page that is itself 320 px wide, less its own margins. */
  @container (width < 18.9em) {
    .network {
      font: var(--_type-s);
      font-weight: var(--_font-weight-medium);
    }
    .groups,
    .groups[data-length='long'] {
      grid-template-columns: repeat(2, max-content);
      line-height: calc(19 / 15 * var(--_font-size-m));
    }
  }
  /* Large text in a narrow page: the address below the code. */
  @container (width < 17em) {
    .where {
      grid-template: none / minmax(0, 1fr);
    }
    crypto-payment-qr,
    .skeleton.code {
      justify-self: center;
      inline-size: var(--_qr-size);
    }
    .to,
    .to ~ crypto-copy-field {
      order: 1;
    }
    .groups {
      grid-template-columns: repeat(3, max-content);
    }
  }
  /* Three groups would be cut. */
  @container (width < 9em) {
    .groups,
    .groups[data-length='long'] {
      grid-template-columns: repeat(2, max-content);
    }
  }
  @container (width >= 26.4em) {
    .where {
      padding-inline: var(--_space-5);
    }
    .groups {
      column-gap: var(--_space-4);
      font-size: calc(16 / 15 * var(--_font-size-m));
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
