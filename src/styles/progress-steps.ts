import { css } from 'lit';

/** The steps of a transaction, or of a payment with a wallet. */
export const progressSteps = css`
  .track {
    display: grid;
    gap: var(--_space-4);
    padding: var(--_space-4);
  }
  .track li {
    position: relative;
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    color: var(--_text-muted);
  }
  .dot {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: var(--_space-5);
    block-size: var(--_space-5);
    border: 1.5px solid var(--_line-strong);
    border-radius: var(--_illustration-radius);
    background: var(--_surface);
  }
  .dot .icon {
    inline-size: 0.75em;
    block-size: 0.75em;
    stroke-width: 2.6;
  }
  .track li + li::before {
    content: '';
    position: absolute;
    inset-inline-start: calc(0.625 * var(--_unit) - 1px);
    inset-block-start: calc(-0.875 * var(--_unit));
    inline-size: 2px;
    block-size: calc(0.75 * var(--_unit));
    border-radius: 2px;
    background: var(--_line-strong);
  }
  @container (width < 23.3em) {
    .track {
      gap: var(--_space-3);
      padding: var(--_space-3);
    }
    .track li + li::before {
      inset-block-start: calc(-0.6875 * var(--_unit));
      block-size: var(--_space-2);
    }
  }
  @container (width < 14em) {
    .track li {
      flex-wrap: wrap;
      row-gap: 0;
    }
  }
  .duration {
    margin-inline-start: auto;
    font: var(--_type-s);
    color: var(--_text-muted);
    text-align: end;
  }
  .track [data-step='done'],
  .track [data-step='now'] {
    color: var(--_text);
  }
  .track [data-step='now'] {
    font-weight: var(--_font-weight-medium);
  }
  [data-step='done'] .dot {
    border-color: var(--_success);
    background: var(--_success);
    color: var(--_surface);
  }
  [data-step='now'] .dot {
    border-color: var(--_accent-text);
  }
  [data-step='now'] .dot::after {
    content: '';
    inline-size: var(--_space-2);
    block-size: var(--_space-2);
    border-radius: var(--_illustration-radius);
    background: var(--_accent-text);
  }
  @media (forced-colors: active) {
    [data-step='now'] .dot::after {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;
