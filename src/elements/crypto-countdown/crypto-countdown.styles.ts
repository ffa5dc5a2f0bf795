import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-flex;
    flex: none;
  }
  .countdown {
    display: inline-flex;
    align-items: center;
    gap: 0.45em;
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .ring {
    inline-size: var(--_unit);
    block-size: var(--_unit);
    fill: none;
    stroke-width: 2.5;
    rotate: -90deg;
  }
  .track {
    stroke: var(--_line);
  }
  .left {
    stroke: var(--_text-muted);
  }
  .countdown:not([data-phase='calm']) {
    color: var(--_warning);
    font-weight: var(--_font-weight-bold);
  }
  .countdown:not([data-phase='calm']) .left {
    stroke: currentcolor;
  }
  @media (forced-colors: active) {
    .left {
      stroke: CanvasText;
    }
    .track {
      stroke: none;
    }
  }
`;
