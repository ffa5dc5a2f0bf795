import { css } from 'lit';

/** The bordered sheet with the facts, in every state. */
export const sheet = css`
  .sheet {
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface-sunken);
    overflow: clip;
  }
  .sheet > * + * {
    border-block-start: 1px solid var(--_line);
  }
  .sum,
  .notice {
    padding: var(--_space-3) var(--_space-4);
  }
  .sum {
    padding-block-end: var(--_space);
  }
  .line {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space-2);
    min-block-size: var(--_control);
  }
  .line + .line {
    min-block-size: var(--_target);
  }
  .label {
    display: block;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .label b {
    color: var(--_text);
  }
  .amount {
    font: var(--_type-xl);
    letter-spacing: var(--_letter-spacing-amount);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    min-inline-size: 0;
  }
  .amount[data-length='long'] {
    font-size: calc(11 / 14 * var(--_font-size-xl));
  }
  .amount[data-length='longest'] {
    font-size: calc(17 / 28 * var(--_font-size-xl));
    line-height: calc(1.5 * var(--_unit));
  }
  .field:has([aria-invalid='true']) {
    border-color: var(--_danger);
  }
  .group {
    margin-inline-start: 0.12em;
  }
  .unit {
    font-weight: var(--_font-weight-medium);
    white-space: nowrap;
  }
  .notice {
    display: flex;
    gap: var(--_space-2);
    font: var(--_type-s);
  }
  .notice[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .facts > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space-4);
    min-block-size: calc(2.625 * var(--_unit));
    padding: var(--_space) var(--_space-4);
  }
  .facts > div + div {
    border-block-start: 1px solid var(--_line);
  }
  .facts dt {
    flex: none;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .facts dd {
    min-inline-size: 0;
    text-align: end;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .facts dd.strong {
    font-weight: var(--_font-weight-bold);
  }
  .facts .network {
    justify-content: flex-end;
    font-weight: var(--_font-weight);
  }
  /* Text of 200 % on a phone (WCAG 1.4.4). */
  @container (width < 14em) {
    .line,
    .facts > div {
      flex-wrap: wrap;
      row-gap: 0;
    }
  }
  .facts.compact > div {
    min-block-size: calc(2.125 * var(--_unit));
    padding-block: 2px;
  }
  .facts.compact dd {
    font: var(--_type-s);
  }
  .exact {
    user-select: all;
  }
  .transaction {
    display: inline-block;
    min-block-size: var(--_space-6);
    color: var(--_accent-text);
    text-underline-offset: 0.2em;
  }
  @media print {
    .cut::before {
      content: attr(title);
    }
    .cut > span {
      display: none;
    }
  }
  @container (width < 23.3em) {
    .sum,
    .notice,
    .facts > div {
      padding-inline: var(--_space-3);
    }
    .amount[data-length='long'] {
      font-size: calc(19 / 28 * var(--_font-size-xl));
    }
    .amount[data-length='longest'] {
      font-size: calc(15 / 28 * var(--_font-size-xl));
    }
    .facts > div {
      min-block-size: calc(2.375 * var(--_unit));
    }
  }
  @container (width >= 26.4em) {
    .sum,
    .notice,
    .facts > div {
      padding-inline: var(--_space-5);
    }
  }
`;
