import { css } from 'lit';

export const styles = css`
  .dates {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--_space-2);
    padding: 0 var(--_space-4) var(--_space-3);
  }
  .dates label {
    display: grid;
    color: var(--_text-muted);
  }
  .dates input {
    min-block-size: calc(2 * var(--_unit));
    padding-inline: var(--_space-2);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-s);
    background: var(--_field-surface);
    color: var(--_text);
  }
  .bar {
    inline-size: 60%;
  }
  .bar svg {
    display: block;
    inline-size: 100%;
    block-size: 10px;
    border-radius: min(3px, var(--_radius-s));
    background: var(--_line);
  }
  .bar svg:dir(rtl) {
    scale: -1 1;
  }
  .bar rect {
    fill: var(--_line-strong);
  }
  [data-tone='success'] rect {
    fill: var(--_success);
  }
  [data-tone='warning'] rect {
    fill: var(--_warning);
  }
  .kind {
    vertical-align: middle;
    display: inline-flex;
    align-items: center;
    gap: var(--_space-2);
  }
  [data-tone='success'] .kind .icon {
    color: var(--_success);
  }
  [data-tone='warning'] .kind .icon {
    color: var(--_warning);
  }
  @container panel (width < 40em) {
    .table tbody tr {
      grid-template-columns: minmax(0, 1fr) auto auto;
    }
    .bar {
      grid-area: 2 / 1 / 3 / -1;
      inline-size: auto;
    }
  }
  @media (forced-colors: active) {
    .bar svg {
      border: 1px solid CanvasText;
    }
    .bar rect {
      fill: CanvasText;
    }
  }
`;
