import { css } from 'lit';

/** The code is white in every theme: its focus ring and lines have colors that are visible on white. */
export const styles = css`
  /*
   * Dark on white in every theme, in forced colors, and in a browser that darkens light pages: cameras need it. The corners cut
   * nothing but the quiet zone, which is a twelfth of the width or more.
   */
  :host {
    color-scheme: only light !important;
    display: block;
    position: relative;
    aspect-ratio: 1;
    border: 1px solid var(--_line);
    border-radius: min(var(--_radius-s), 6%);
    background: #ffffff !important;
    overflow: clip;
    forced-color-adjust: none;
  }
  :host,
  :host > * {
    color: #0b0d12;
  }
  :host([aria-busy='true']) {
    visibility: inherit;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    shape-rendering: crispedges;
    /* What a page sets for its own drawings is inherited. */
    stroke: none;
    fill-opacity: 1;
  }
  button {
    border: 0;
    background: none;
    cursor: pointer;
  }
  .enlarge {
    position: absolute;
    inset: 0;
    border-radius: inherit;
    cursor: zoom-in;
  }
  :focus-visible {
    outline-color: #2659d9;
    outline-offset: -3px;
  }
  dialog {
    inline-size: min(100vw - 2rem, 100dvh - 2rem - var(--_target), 36 * var(--_unit));
    border-radius: min(var(--_radius-xl), 6%);
    background: #ffffff;
    overflow: clip;
  }
  dialog::backdrop {
    background: var(--_backdrop);
  }
  dialog svg {
    block-size: auto;
    aspect-ratio: 1;
  }
  .shrink {
    inline-size: 100%;
    min-block-size: var(--_target);
    border-block-start: 1px solid #e0e3e9;
    font-weight: var(--_font-weight-bold);
  }
`;
