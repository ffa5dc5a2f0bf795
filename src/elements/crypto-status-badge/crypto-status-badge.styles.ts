import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-block;
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-block-size: calc(1.625 * var(--_unit));
    padding-inline: 0.55em 0.75em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-pill);
    background: var(--_surface-hover);
    color: var(--_text-muted);
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
  .badge[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  .badge[data-tone='success'] {
    background: var(--_success-tint);
    color: var(--_success);
  }
  .badge[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .badge[data-tone='danger'] {
    background: var(--_danger-tint);
    color: var(--_danger);
  }
`;
