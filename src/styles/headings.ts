import { css } from 'lit';

/** A title, and the sentence below it. */
export const headings = css`
  .title {
    font: var(--_type-l);
    letter-spacing: var(--_letter-spacing-title);
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .lead {
    color: var(--_text-muted);
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .step {
    display: flex;
    align-items: center;
    gap: var(--_space);
    min-block-size: var(--_target);
  }
  .step .icon-button {
    margin-inline-start: calc(-0.8125 * var(--_unit));
  }
  .step + .lead {
    margin-block-start: calc(-1 * var(--_space-2));
  }
`;
