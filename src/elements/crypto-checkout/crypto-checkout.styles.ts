import { css } from 'lit';
import { currencyIcons } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings } from '../../styles/headings.js';
import { skeleton } from '../../styles/skeleton.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles as headerAndFooter } from './header-footer.styles.js';

/**
 * Comments inside the template reach every payer, so they are here: in a low window the body of a dialog scrolls, while
 * header and footer stay. If they leave it too little room, as with large text, the whole card scrolls. The space around
 * slotted content outweighs a page that resets every margin and padding. The room keeps the size of the card where an outcome
 * makes it shorter, so that nothing below moves; a sheet at the lower edge of a screen has nothing below.
 */
const own = css`
  ${headerAndFooter}
  :host {
    display: block;
    min-inline-size: min(320px, 100%);
    max-inline-size: var(--_checkout-width);
    container-type: inline-size;
    contain-intrinsic-inline-size: 320px;
  }
  :host([mode='modal']) {
    display: contents;
  }
  dialog {
    --_free: calc(100dvh - 2rem);
    inline-size: var(--crypto-checkout-width, 420px);
    background: none;
    overflow: visible;
    container-type: inline-size;
  }
  dialog::backdrop {
    background: var(--_backdrop);
  }
  /* One block size for every state; the QR code, the tallest part, grows with the card. */
  .room {
    --_code: var(--crypto-qr-size, clamp(8.5 * var(--_unit), 41cqi, 11 * var(--_unit)));
    --_size: calc(26 * var(--_unit) + 24 * var(--_space) + var(--_button-height) + var(--_code));
    min-block-size: min(var(--crypto-card-size, var(--_size)), var(--_free, 999rem));
    max-block-size: var(--_free, none);
  }
  .card {
    --_gutter: var(--crypto-card-padding, var(--_space-4));
    min-block-size: inherit;
    max-block-size: inherit;
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
    background: var(--_surface);
    border: var(--_card-border);
    border-radius: var(--_radius-xl);
    box-shadow: var(--_shadow-card);
    overflow: clip;
  }
  dialog .card {
    grid-template-rows: auto max-content minmax(min(8 * var(--_unit), 50dvh), 1fr) max-content auto;
    box-shadow: var(--_shadow-float);
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .card.short {
    min-block-size: 0;
  }
  dialog .body {
    overflow-y: auto;
  }
  .body {
    display: flex;
    flex-direction: column;
    gap: var(--_space-3);
    min-block-size: 0;
    padding-inline: var(--_gutter);
    padding-block-end: var(--_space);
  }
  ::slotted([slot='header']) {
    display: block;
    margin: var(--crypto-slot-margin, var(--_space-3) var(--_gutter) 0) !important;
  }
  ::slotted([slot='footer']) {
    display: block;
    margin: var(--crypto-slot-margin, 0 var(--_gutter) var(--_space-3)) !important;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  ::slotted([slot='support']) {
    padding: var(--_space-2) !important;
    color: var(--_accent-text);
  }
  .body:focus-visible {
    outline-offset: -2px;
    border-radius: var(--_radius-l);
  }
  .body > crypto-currency-picker {
    flex: 1;
    min-block-size: 0;
  }
  .body > crypto-payment-panel,
  .waiting {
    flex: 1 0 auto;
  }
  .waiting {
    display: grid;
    grid-template-rows: auto auto 1fr auto;
    gap: var(--_space-3);
    padding: var(--_space-4);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface-sunken);
  }
  .waiting > * {
    inline-size: 60%;
  }
  .waiting > :nth-child(3) {
    inline-size: 40%;
    block-size: auto;
    align-self: start;
    aspect-ratio: 1;
  }
  .actions {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5 * var(--_unit)), 1fr));
    gap: var(--_space-2);
    margin-block-start: auto;
  }
  .body > :not(.waiting),
  dialog[open] {
    animation: enter var(--_motion) both;
  }
  @media (max-width: 479px) {
    dialog[open] {
      animation: rise 200ms cubic-bezier(0.2, 0, 0, 1) both;
    }
    dialog {
      --_free: calc(100dvh - 0.5rem);
      inline-size: 100%;
      margin-block-end: 0;
    }
    dialog .room:has(.short) {
      min-block-size: 0;
    }
    dialog .card {
      padding-block-end: env(safe-area-inset-bottom, 0px);
      border-width: 1px 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
  @container (width < 25.6em) {
    .card {
      --_gutter: var(--crypto-card-padding, var(--_space-3));
    }
    .total {
      font-size: var(--_font-size-l);
    }
  }
  /* The address is below the QR code. */
  @container (width < 18em) {
    .room {
      --_size: calc(37.25 * var(--_unit) + 24 * var(--_space) + var(--_button-height) + var(--_code));
    }
  }
  @container (width >= 29.3em) {
    .card {
      --_gutter: var(--crypto-card-padding, var(--_space-5));
    }
  }
  @keyframes rise {
    from {
      translate: 0 24px;
      opacity: 0;
    }
  }
`;

/** Styles of the card while a currency is selected; its own rules last. */
export const styles = [ThemedElement.styles, currencyIcons, controls, headings, skeleton, own];
