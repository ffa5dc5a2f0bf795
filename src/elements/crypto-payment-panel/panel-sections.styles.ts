import { css } from 'lit';
import { markedGroups } from '../../styles/marked-groups.js';

/**
 * The price, the groups to compare, the wallet menu, the code below wallets of the browser, what is received of a partial payment,
 * and the skeleton.
 */
export const styles = css`
  .fiat {
    flex: none;
    font: var(--_type-l);
    font-size: calc(1.2 * var(--_font-size-l));
    letter-spacing: var(--_letter-spacing-amount);
    font-variant-numeric: tabular-nums;
  }
  ${markedGroups}
  .wallets {
    inline-size: min(100vw - 2rem, 20 * var(--_unit));
    padding: var(--_space-2);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow-float);
  }
  /* On a narrow screen: a sheet at its lower edge. */
  @media (max-width: 479.98px) {
    .wallets {
      inset: auto 0 0;
      inline-size: auto;
      max-inline-size: none;
      margin: var(--_space-2);
    }
  }
  .wallets .quiet {
    display: flex;
    justify-content: space-between;
    white-space: normal;
    text-align: start;
  }
  .wallets .label {
    padding: var(--_space-2);
    border-block-start: 1px solid var(--_line);
    overflow-wrap: anywhere;
  }
  /* The code at its smallest size, so that the card keeps its own. */
  .slim {
    --_qr-size: var(--crypto-qr-size, calc(8.5 * var(--_unit)));
  }
  .slim .where {
    grid-template-rows: minmax(0, 1fr) auto;
    gap: var(--_space) var(--_space-4);
    padding-block: var(--_space-3);
  }
  .slim crypto-payment-qr {
    grid-row: 1 / 3;
  }
  .slim .under {
    display: none;
  }
  .slim .notice {
    padding-block: var(--_space-2);
  }
  @container (width < 23.3em) {
    .slim .where {
      padding-block: var(--_space-2);
    }
  }
  .fold {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(3.25 * var(--_unit));
    padding: var(--_space-2) var(--_space-4);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: none;
    font-weight: var(--_font-weight-medium);
    text-align: start;
    cursor: pointer;
  }
  .fold > span {
    flex: 1;
    min-inline-size: 0;
  }
  .fold > .icon {
    color: var(--_text-muted);
    forced-color-adjust: auto;
  }
  @media (hover: hover) {
    .fold:hover {
      background: var(--_surface-hover);
    }
  }
  .received {
    display: grid;
    align-content: end;
    gap: var(--_space);
    min-block-size: var(--_target);
    padding-block: var(--_space);
    font: var(--_type-s);
    font-variant-numeric: tabular-nums;
  }
  .received p {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--_space-2);
  }
  progress {
    --_done: var(--_success);
    --_rest: var(--_line);
    appearance: none;
    display: block;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    border-radius: var(--_radius-pill);
    background: var(--_rest);
    overflow: clip;
  }
  progress::-webkit-progress-bar {
    background: var(--_rest);
  }
  progress::-webkit-progress-value {
    border-radius: var(--_radius-pill);
    background: var(--_done);
  }
  progress::-moz-progress-bar {
    background: var(--_done);
  }

  .sum .skeleton {
    inline-size: 45%;
    block-size: calc(1.75 * var(--_unit));
  }
  .line + .line .skeleton {
    block-size: 1em;
  }
  .skeleton.code {
    block-size: var(--_qr-size);
    border-radius: var(--_radius-s);
  }
  .skeleton.control {
    block-size: var(--_control);
  }
  .skeleton.action {
    block-size: var(--_button-height);
    border-radius: var(--_radius-m);
  }
  .to .skeleton {
    margin-block-start: var(--_space-3);
  }
  .notice .skeleton {
    flex: 1;
    block-size: calc(2.25 * var(--_unit));
  }
`;
