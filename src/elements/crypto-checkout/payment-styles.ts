import { css } from 'lit';
import { outcome } from '../../styles/outcome.js';
import { sheet } from '../../styles/sheet.js';
import { styles as wallets } from '../browser-wallet/wallet-entry.styles.js';

/** Styles of the steps after the picker; adopted after those of the card. */
export const styles = css`
  ${outcome} ${sheet} ${wallets}
  .body.outcome {
    gap: var(--_space-4);
    padding-block: var(--_space-3) var(--_space-4);
  }
  .refund {
    --_inset: var(--_space-4);
    display: grid;
    gap: var(--_space-2);
  }
  .refund .notice {
    padding-inline: var(--_inset);
  }
  @container (width < 24.9em) {
    .refund {
      --_inset: var(--_space-3);
    }
  }
  @container (width >= 28.5em) {
    .refund {
      --_inset: var(--_space-5);
    }
  }
  .email {
    flex: 1;
    min-block-size: 0;
    display: flex;
    flex-direction: column;
    gap: var(--_space-3);
  }
  .change-note {
    display: flex;
    gap: var(--_space-2);
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .stack {
    display: grid;
    gap: var(--_space);
  }
  .wrong {
    display: flex;
    align-items: center;
    gap: var(--_space);
    font: var(--_type-s);
    color: var(--_danger);
  }
  .sheet-footer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space-2);
    padding: var(--_space-3) var(--_space-4);
  }
  @container (width < 14em) {
    .sheet-footer {
      flex-wrap: wrap;
    }
  }
  .actions.last {
    padding-block-end: var(--_space-3);
  }
  .as-button {
    display: grid;
    min-inline-size: 0;
  }
  .as-button::part(copy) {
    min-block-size: var(--_button-height);
    border-radius: var(--_button-radius);
    font: var(--_type-m);
    font-weight: var(--_font-weight-bold);
    white-space: normal;
  }
  .secondary-actions {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0 var(--_space);
    min-block-size: var(--_target);
    margin-block-start: auto;
  }
  .secondary-actions .quiet,
  [slot='alternative'].quiet {
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
  }
  [slot='alternative'].quiet {
    flex: 1 1 0;
    min-inline-size: min-content;
    white-space: normal;
  }
  @container (width < 25.6em) {
    .actions .button {
      padding-inline: var(--_space-2);
    }
    .body.outcome {
      gap: var(--_space-3);
      padding-block-start: var(--_space);
    }
    .sheet-footer {
      padding-inline: var(--_space-3);
    }
    .secondary-actions .label {
      flex: 1 0 100%;
      text-align: center;
    }
    /* The focus ring does not touch the question above. */
    .secondary-actions .quiet {
      flex: 1 1 0;
      min-block-size: var(--_control);
      outline-offset: -2px;
    }
    .secondary-actions .quiet,
    [slot='alternative'].quiet {
      padding-inline: var(--_space);
    }
    .as-button::part(icon) {
      display: none;
    }
  }
  @media print {
    .footer,
    .actions,
    .secondary-actions {
      display: none;
    }
    .room {
      min-block-size: 0;
    }
    .card {
      box-shadow: none;
    }
  }
  @container (width >= 29.3em) {
    .sheet-footer {
      padding-inline: var(--_space-5);
    }
  }
  .more-time {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: var(--_target);
    font: var(--_type-s);
  }
  .more-time input {
    flex: none;
    accent-color: var(--_accent);
  }
  .status .quiet {
    display: inline-block;
    min-block-size: 24px;
    padding: 0;
    text-align: start;
    text-decoration: underline;
    white-space: normal;
  }
`;
