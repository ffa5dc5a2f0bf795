import { css } from 'lit';
import { addressLines, markedGroups } from '../../styles/marked-groups.js';
import { progressSteps } from '../../styles/progress-steps.js';

/** The screens that replace the address. */
export const styles = css`
  ${markedGroups} ${addressLines} ${progressSteps}
  .wallet-screen {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: var(--_space-4);
    padding-block: var(--_space-2) var(--_space-3);
  }
  .wallet-screen > * {
    flex: none;
  }
  .wallet-icon.huge {
    inline-size: calc(3 * var(--_unit));
    block-size: calc(3 * var(--_unit));
    margin-block-end: var(--_space-2);
  }
  .wallet-icon:has([data-tone='']) > :is(img, .letter) {
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .badge {
    position: absolute;
    inset-inline-end: -7px;
    inset-block-end: -5px;
    display: grid;
    place-items: center;
    inline-size: calc(1.375 * var(--_unit));
    block-size: calc(1.375 * var(--_unit));
    border: 2px solid var(--_surface);
    border-radius: var(--_illustration-radius);
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  .badge .icon {
    inline-size: calc(0.8125 * var(--_unit));
    block-size: calc(0.8125 * var(--_unit));
    stroke-width: 2.2;
  }
  .badge[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  .badge[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .sum.plain {
    padding-block: var(--_space-3);
  }
  .sum.plain .line {
    min-block-size: calc(1.75 * var(--_unit));
  }
  .payee {
    display: grid;
    gap: var(--_space);
    padding: var(--_space-3) var(--_space-4);
  }
  .payee .groups {
    font: 400 var(--_font-size-m) / calc(24 / 15 * var(--_font-size-m)) var(--_font-address);
    color: var(--_text-muted);
  }
  .mono {
    font-family: var(--_font-address);
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
  .needed {
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
  .below {
    display: grid;
    gap: var(--_space-2);
    margin-block-start: auto;
  }
  .below .actions {
    margin: 0;
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
    .wallet-screen {
      gap: var(--_space-3);
    }
    .payee,
    .needs > div {
      padding-inline: var(--_space-3);
    }
    .wallet-icon.huge {
      inline-size: var(--_control);
      block-size: var(--_control);
    }
  }
  @media (forced-colors: active) {
    .needs [data-short='true'] {
      outline: 1px dashed CanvasText;
      outline-offset: -4px;
    }
  }
`;
