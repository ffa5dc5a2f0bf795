import { css } from 'lit';

/** The code is white in every theme: its focus ring and lines have colors that are visible on white. */
export const styles = css`
  /* Dark on white in every theme and in forced colors: cameras need it. */
  :host {
    display: block;
    position: relative;
    aspect-ratio: 1;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
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
    border-radius: var(--_radius-xl);
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
