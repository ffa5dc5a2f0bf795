import { css } from 'lit';

/**
 * Header, footer, and the language menu in it: a native menu over the whole button. While the first messages load, only
 * the button that closes a dialog is visible. On a small screen a connection problem is shown without its icon.
 */
export const styles = css`
  :host([aria-busy='true']) {
    visibility: inherit;
  }
  :host([aria-busy='true']) :is(.header, .body, .footer) {
    visibility: hidden;
  }
  .header .close {
    visibility: visible;
  }
  .language select {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    padding-inline: calc(2.25 * var(--_unit)) var(--_space-2);
    border: 0;
    border-radius: inherit;
    appearance: none;
    background: none;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .language option {
    background: var(--_surface);
    color: var(--_text);
  }
  .language.button {
    justify-content: start;
  }
  .language.icon-button select {
    padding: 0;
    opacity: 0;
  }
  .language.icon-button:focus-within {
    outline: 2px solid var(--_focus);
  }
  .close {
    margin-inline-start: auto;
    margin-inline-end: calc(-1 * var(--_space-3));
  }
  .header {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(4.25 * var(--_unit));
    padding: var(--_space-3) var(--_gutter);
  }
  .header.bare {
    min-block-size: var(--_space-3);
    padding: 0;
  }
  .shop-mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: var(--_shop-mark-size);
    block-size: var(--_shop-mark-size);
    border-radius: var(--_shop-mark-radius);
    background: var(--_shop-mark-surface);
    color: var(--_shop-mark-text);
    font-weight: var(--_font-weight-bold);
  }
  .shop-mark > * {
    grid-area: 1 / 1;
  }
  .shop-mark > img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    object-fit: contain;
  }
  .shop-mark:has(img:not([hidden])) {
    background: none;
  }
  .shop-mark > img:not([hidden]) + span {
    visibility: hidden;
  }
  .shop-mark:has([hidden]:only-child) {
    display: none;
  }
  .shop {
    flex: 1;
    min-inline-size: 0;
  }
  .shop-name,
  .order {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .shop-name {
    inline-size: fit-content;
    max-inline-size: 100%;
    font-weight: var(--_font-weight-bold);
    line-height: calc(1.25 * var(--_unit));
  }
  .order {
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .price {
    flex: none;
    display: grid;
    justify-items: end;
  }
  .tag {
    padding-inline: 0.5em;
    border-radius: var(--_radius-pill);
    background: var(--_warning-tint);
    color: var(--_warning);
    font-size: calc(0.75 * var(--_unit));
    font-weight: var(--_font-weight-medium);
    line-height: var(--_unit);
  }
  .total {
    font: var(--_type-l);
    font-size: calc(1.2 * var(--_font-size-l));
    line-height: calc(1.4 * var(--_font-size-l));
    letter-spacing: var(--_letter-spacing-amount);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .mark-skeleton {
    inline-size: var(--_shop-mark-size);
    block-size: var(--_shop-mark-size);
  }
  .name-skeleton {
    inline-size: 35%;
  }
  .total-skeleton {
    inline-size: 20%;
    block-size: var(--_space-6);
    margin-inline-start: auto;
  }
  .footer {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: calc(3.25 * var(--_unit));
    padding-inline: var(--_gutter) var(--_space-2);
    border-block-start: 1px solid var(--_line);
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .footer.bare {
    min-block-size: var(--_space-3);
    border: 0;
  }
  .footer.bare > .status {
    padding: 0;
  }
  /* Two lines fit into the footer's least height: where "Price locked until" takes two, nothing moves. */
  .status {
    flex: 1;
    min-inline-size: 0;
    padding-block: calc(0.4375 * var(--_unit));
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .footer[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .footer[data-tone='warning'] .quiet {
    color: inherit;
    font-weight: var(--_font-weight-bold);
  }
  .footer .quiet {
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
  }
  .retry-actions {
    display: flex;
    flex: none;
  }
  /* Text of 200 % on a phone (WCAG 1.4.4). */
  @container (width < 14em) {
    .header,
    .footer {
      flex-wrap: wrap;
    }
    .price,
    .status {
      flex: 1 0 100%;
    }
    .price {
      order: 1;
      justify-items: start;
    }
    .shop-name,
    .order {
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
  @container (width < 25.6em) {
    .footer[data-tone='warning'] > .icon {
      display: none;
    }
    .retry-actions {
      flex-direction: column;
    }
    .retry-actions .quiet {
      min-block-size: var(--_control);
    }
  }
`;
