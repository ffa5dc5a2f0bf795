import { css } from 'lit';

/** All texts share one cell, so that the button keeps its size. */
export const styles = css`
  :host {
    display: inline-block;
  }
  .button {
    display: grid;
    inline-size: 100%;
    padding-inline: var(--_space-5);
  }
  .face {
    grid-area: 1 / 1;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--_space-2);
    visibility: hidden;
  }
  .face.shown {
    visibility: visible;
  }
  :host([aria-busy='true']) {
    visibility: inherit;
  }
  :host([aria-busy='true']) .own {
    visibility: hidden;
  }
  /* The link for pages without JavaScript: here it is text, whatever the page says of links. */
  ::slotted(a) {
    all: unset !important;
    pointer-events: none !important;
  }
  .button:is(:disabled, [aria-disabled='true']) {
    cursor: default;
  }
  .button:disabled {
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  @media (forced-colors: active) {
    .button:disabled {
      background: ButtonFace;
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
