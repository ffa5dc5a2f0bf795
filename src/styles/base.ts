import { css } from 'lit';

/**
 * Base of every element: box, type, focus ring, icons, and text for screen readers only. Slotted content has the direction
 * of the page. A focus ring around a whole dialog would mark nothing.
 *
 * Chinese and Thai break where the messages allow it (`i18n/phrases.ts`), Korean at spaces, Japanese between phrases. Properties carry that
 * into elements within elements: Firefox does not match `:lang()` there.
 *
 * Inherited properties are reset on the nodes inside the host: a page's `*` matches the host, but no node inside it. The host has
 * the font size of text, because containers measure their width in its `em`: so layouts follow the base size.
 */
export const base = css`
  :host > * {
    color: var(--_text);
    font: var(--_type-m);
    letter-spacing: var(--_letter-spacing);
    word-spacing: normal;
    text-align: start;
    text-transform: none;
    text-indent: 0;
    text-shadow: none;
    white-space: normal;
    word-break: var(--_word-break, normal);
    overflow-wrap: var(--_overflow-wrap, normal);
    hyphens: manual;
    quotes: auto;
    cursor: auto;
    user-select: text;
    -webkit-tap-highlight-color: transparent;
    -webkit-text-size-adjust: none;
    text-size-adjust: none;
  }
  [lang|='zh'],
  [lang|='ja'],
  [lang|='th'] {
    --_word-break: keep-all;
    --_overflow-wrap: anywhere;
  }
  [lang|='ko'] {
    --_word-break: keep-all;
  }
  @supports (word-break: auto-phrase) {
    [lang|='ja'] {
      --_word-break: auto-phrase;
    }
  }
  [lang] {
    word-break: var(--_word-break, normal);
    overflow-wrap: var(--_overflow-wrap, normal);
  }
  :host {
    font-size: var(--_font-size-m) !important;
  }
  :host([hidden]) {
    display: none !important;
  }
  :host([aria-busy='true']) {
    visibility: hidden;
  }
  :host,
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :where(h2, h3, p, ul, ol, dl, dd) {
    margin: 0;
    padding: 0;
    font: inherit;
    list-style: none;
  }
  .words {
    display: contents;
  }
  :host(:dir(ltr)) slot {
    direction: ltr;
  }
  :host(:dir(rtl)) slot {
    direction: rtl;
  }
  button,
  input,
  select {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  /* iOS zooms into a field with smaller text when it gets the focus, and the page stays large. */
  @media (pointer: coarse), (width < 480px) {
    input,
    select,
    textarea {
      font-size: max(16px, 1em) !important;
    }
  }
  dialog {
    max-inline-size: none;
    max-block-size: none;
    padding: 0;
    border: 0;
  }
  b {
    font-weight: var(--_font-weight-bold);
  }
  bdi:not([dir]) {
    unicode-bidi: plaintext;
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }
  dialog:focus-visible {
    outline: 0;
  }
  /* A pressed control, until its result is rendered. */
  :is(button:enabled, a, [role='option'][aria-disabled='false']):active {
    box-shadow: inset 0 0 0 1px currentcolor;
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .whole {
    white-space: nowrap;
  }
  .icon {
    flex: none;
    inline-size: calc(1.125 * var(--_unit));
    block-size: calc(1.125 * var(--_unit));
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .icon.small {
    inline-size: var(--_unit);
    block-size: var(--_unit);
  }
  .icon.turns:dir(rtl) {
    scale: -1 1;
  }
  @keyframes enter {
    from {
      opacity: 0;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.55;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;

/** Round icons of coins and networks. */
export const currencyIcons = css`
  .mark {
    flex: none;
    position: relative;
    display: inline-block;
    inline-size: calc(1.25 * var(--_unit));
    block-size: calc(1.25 * var(--_unit));
    forced-color-adjust: none;
  }
  .mark svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    border-radius: 50%;
    background: #586171;
  }
  .mark text {
    font: 600 9px var(--_font);
    fill: #ffffff;
    text-anchor: middle;
  }
  .mark.large {
    inline-size: var(--_control);
    block-size: var(--_control);
  }
  .mark .on {
    position: absolute;
    inset-inline-end: -4px;
    inset-block-end: -4px;
    inline-size: 50%;
    block-size: 50%;
    border: 2px solid var(--_surface);
    border-radius: 50%;
    background: var(--_surface);
    box-sizing: content-box;
  }
  .marks {
    display: flex;
    align-items: center;
  }
  .marks .mark {
    border: 2px solid var(--_surface);
    border-radius: 50%;
    box-sizing: content-box;
    inline-size: var(--_unit);
    block-size: var(--_unit);
  }
  .marks .mark + .mark {
    margin-inline-start: calc(-0.4375 * var(--_unit));
  }
  .network {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    font-weight: var(--_font-weight-medium);
    text-wrap: balance;
  }
`;
