import { css } from 'lit';

/** The groups of an address to compare: weight, tint and underline, for print, forced colors and color blindness. */
export const markedGroups = css`
  .groups b {
    border-radius: 2px;
    background: var(--_accent-tint);
    box-shadow: 0 0 0 2px var(--_accent-tint);
    /* WebKit refuses the shorthand with a thickness. */
    text-decoration-line: underline;
    text-decoration-thickness: 2px;
    text-decoration-color: var(--_accent-text);
    text-underline-offset: 0.25em;
    color: var(--_text);
    font-weight: 700;
  }
  @media (forced-colors: active) {
    .groups b {
      outline: 1px solid CanvasText;
      outline-offset: 1px;
    }
  }
`;
