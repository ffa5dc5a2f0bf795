import { css } from 'lit';

/** Additional styles of the screens about an outcome. */
export const styles = css`
  .badge[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  .badge[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .duration .transaction {
    min-block-size: 0;
  }
  .needs > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px var(--_space-3);
    padding: var(--_space-3) var(--_space-4);
  }
  .needs > div + div {
    border-block-start: 1px solid var(--_line);
  }
  .needs .what {
    flex: 1 0 auto;
    max-inline-size: calc(100% - 2 * var(--_unit));
    font-weight: var(--_font-weight-medium);
  }
  /* At the end of its line, also where that is the second one. */
  .needed {
    flex: auto;
    font-weight: var(--_font-weight-bold);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    text-align: end;
  }
  .needs .label {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--_space-3);
    padding-inline-start: calc(1.125 * var(--_unit) + var(--_space-3));
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .needs [data-short='true'] {
    background: var(--_warning-tint);
  }
  .needs [data-short='true'] :is(.icon, .label, b) {
    color: var(--_warning);
  }
  .needs [data-short='false'] .icon {
    color: var(--_success);
  }
  .needs .icon {
    forced-color-adjust: auto;
  }
  .below .actions.one {
    grid-template-columns: minmax(0, 1fr);
  }
  .below .quiet {
    justify-self: center;
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
    white-space: normal;
  }
  @container (width < 23.3em) {
    .needs > div {
      padding-inline: var(--_space-3);
    }
  }
  @media (forced-colors: active) {
    .needs [data-short='true'] {
      outline: 1px dashed CanvasText;
      outline-offset: -4px;
    }
  }
`;
