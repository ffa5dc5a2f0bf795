import { css } from 'lit';

/** The groups of an address to compare: weight, tint and underline, for print, forced colors and color blindness. */
export const markedGroups = css`
  .groups b {
    border-radius: min(2px, var(--_radius-s));
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

/**
 * An address as lines of groups, which align below each other. It runs from left to right in every language. In a card that does not,
 * the block is at the right edge. The columns have room for the letter spacing that a payer may set (WCAG 1.4.12).
 */
export const addressLines = css`
  .lines > .groups {
    display: grid;
    grid-template-columns: repeat(auto-fit, calc(4ch + 0.5em));
    column-gap: calc(1ch - 0.5em);
    font-family: var(--_font-address);
    letter-spacing: normal;
  }
  .lines > .groups.short {
    grid-template-columns: auto;
  }
  /* As wide as its longest line: the columns of a grid keep room for the missing letters of the last group. */
  [dir='rtl'] .lines > .groups {
    display: flex;
    flex-wrap: wrap;
    justify-content: start;
    justify-self: start;
    inline-size: fit-content;
    column-gap: 1ch;
  }
  /* In several lines, as wide as whole groups. */
  @supports (width: round(down, 1px, 1px)) {
    [dir='rtl'] .lines > .groups {
      max-inline-size: min(100%, round(down, 100% + 1ch, 5ch) - 1ch + 1px);
    }
  }
`;
