import { css } from 'lit';

/** The wallets above the address. */
export const styles = css`
  .express {
    display: grid;
    gap: var(--_space-2);
    min-inline-size: 0;
  }
  .express .button,
  .wallet-row {
    overflow-wrap: anywhere;
  }
  :is(.express, .below) .hint {
    font: var(--_type-s);
    color: var(--_text-muted);
    text-align: center;
    text-wrap: balance;
  }
  .or {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .or::before,
  .or::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid var(--_line);
  }
  .boxed {
    padding: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-m);
  }
  .wallet-icon {
    flex: none;
    position: relative;
    display: grid;
    place-items: center;
    inline-size: calc(1.5 * var(--_unit));
    block-size: calc(1.5 * var(--_unit));
    border-radius: 26%;
    background: var(--_surface-hover);
    color: var(--_text);
    box-shadow: 0 0 0 1px var(--_line);
    font-weight: var(--_font-weight-bold);
    forced-color-adjust: none;
  }
  .wallet-icon > :is(img, .letter) {
    grid-area: 1 / 1;
  }
  .wallet-icon > img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: inherit;
    object-fit: contain;
  }
  .wallet-icon > .letter {
    display: grid;
  }
  .wallet-icon > img:not([hidden]) + .letter {
    visibility: hidden;
  }
  .wallet-icon.large {
    inline-size: var(--_control);
    block-size: var(--_control);
  }
  .list-title,
  .list-note {
    padding: var(--_space-3) var(--_space-4) var(--_space);
    font: var(--_type-s);
  }
  .list-title {
    font-weight: var(--_font-weight-bold);
  }
  .list-note {
    padding-block: var(--_space-2) var(--_space-3);
    color: var(--_text-muted);
    text-wrap: pretty;
  }
  .sheet > .wallet-list {
    border: 0;
    padding: var(--_space);
  }
  .wallet-list.long {
    max-block-size: calc(3.5 * 3.25 * var(--_unit) + var(--_space));
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  .wallet-row {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    inline-size: 100%;
    min-block-size: calc(3.25 * var(--_unit));
    padding-inline: var(--_space-3);
    border: 0;
    border-radius: var(--_radius-m);
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .wallet-row:focus-visible {
    outline-offset: -2px;
  }
  .wallet-row .text {
    flex: 1;
    min-inline-size: 0;
  }
  .wallet-row > .icon {
    color: var(--_text-muted);
    forced-color-adjust: auto;
  }
  .wallet-row .tag {
    display: inline-block;
    margin-inline-start: var(--_space-2);
    border: 1px solid var(--_line);
    background: none;
    color: var(--_text-muted);
  }
  @media (hover: hover) {
    .wallet-row:hover {
      background: var(--_surface-hover);
    }
  }
  @container (width < 23.3em) {
    .list-title,
    .list-note {
      padding-inline: var(--_space-3);
    }
  }
`;
