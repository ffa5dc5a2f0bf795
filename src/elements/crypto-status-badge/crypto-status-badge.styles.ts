import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-block;
  }
  .badge {
    min-block-size: calc(1.625 * var(--_unit));
    padding-inline: 0.55em 0.75em;
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
    white-space: nowrap;
  }
  .icon {
    inline-size: 1.15em;
    block-size: 1.15em;
  }
  .badge:not([data-tone='neutral']) {
    border-color: transparent;
  }
`;
