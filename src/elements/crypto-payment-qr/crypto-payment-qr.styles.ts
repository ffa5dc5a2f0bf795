import { css } from 'lit';

export const styles = css`
  /* Dark on white in every theme and in forced colours: cameras need it. */
  :host {
    display: block;
    aspect-ratio: 1;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-s);
    background: #ffffff;
    color: #0b0d12;
    overflow: clip;
    forced-color-adjust: none;
  }
  svg {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    shape-rendering: crispedges;
  }
`;
