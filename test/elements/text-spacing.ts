/** WCAG 1.4.12. */
export const TEXT_SPACING = new CSSStyleSheet();
TEXT_SPACING.replaceSync(`
  * {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p {
    margin-block-end: 2em !important;
  }
`);
