import { css } from 'lit';

/** A form that replaces a button until its action is confirmed or canceled. */
export const form = css`
  .decide {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-2);
    max-inline-size: 30rem;
    padding: var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-l);
  }
  .decide h4 {
    font-weight: var(--_font-weight-bold);
  }
  .decide p {
    color: var(--_text-muted);
    text-wrap: pretty;
  }
  .note {
    display: grid;
    gap: var(--_space);
    font-weight: var(--_font-weight-medium);
  }
  /* A field of one line, as high as a button. */
  .small-field {
    min-inline-size: 0;
    min-block-size: calc(2 * var(--_unit));
    padding-inline: var(--_space-2);
  }
  .small-field,
  .note textarea {
    border: solid var(--_line-strong);
    border-width: var(--_field-border-width);
    border-radius: var(--_radius-s);
    background: var(--_field-surface);
    color: var(--_text);
  }
  .note textarea {
    inline-size: 100%;
    padding: var(--_space-2);
    font: var(--_type-s);
    resize: vertical;
  }
  :is(.small-field, .note textarea)[aria-invalid='true'] {
    border-color: var(--_danger);
  }
  .decide .error {
    color: var(--_danger);
  }
`;
