import { css } from 'lit';

/**
 * A native menu over the whole button, and what is hidden while the first messages load.
 */
export const styles = css`
  :host([aria-busy='true']) {
    visibility: inherit;
  }
  :host([aria-busy='true']) :is(.header, .body, .footer) {
    visibility: hidden;
  }
  .header .close {
    visibility: visible;
  }
  .card {
    word-break: auto-phrase;
  }
  .card:lang(ko) {
    word-break: keep-all;
  }
  .language select {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    padding-inline: calc(2.25 * var(--_unit)) var(--_space-2);
    border: 0;
    border-radius: inherit;
    appearance: none;
    background: none;
    color: inherit;
    font: inherit;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .language option {
    background: var(--_surface);
    color: var(--_text);
  }
  .language.button {
    justify-content: start;
  }
  .language.icon-button select {
    padding: 0;
    opacity: 0;
  }
  .language.icon-button:focus-within {
    outline: 2px solid var(--_focus);
  }
`;
