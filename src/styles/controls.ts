import { css } from 'lit';

/** Buttons, links and fields. Compact ones look 36 px high, but their targets have at least 44 px (WCAG 2.5.8). */
export const controls = css`
  .button,
  .quiet,
  .icon-button {
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--_space-2);
    border: 1px solid transparent;
    border-radius: var(--crypto-button-radius, var(--_radius-s));
    background: none;
    font-weight: var(--_font-weight-medium);
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    transition:
      background-color var(--_motion),
      border-color var(--_motion),
      color var(--_motion);
  }
  .button {
    min-block-size: var(--_button-height);
    padding-inline: var(--_space-3);
    border-color: var(--_line-strong);
    border-radius: var(--_button-radius);
    background: var(--_surface);
    color: var(--_text);
    font-weight: var(--_font-weight-bold);
  }
  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .quiet {
    min-block-size: var(--_target);
    padding-inline: var(--_space-2);
    color: var(--_accent-text);
    white-space: nowrap;
  }
  .icon-button {
    flex: none;
    inline-size: var(--_target);
    block-size: var(--_target);
    padding: 0;
    color: var(--_text-muted);
  }
  @media (hover: hover) {
    .button:hover {
      background: var(--_surface-hover);
    }
    .button.primary:hover {
      background: var(--_accent-hover);
    }
    .quiet:hover {
      background: var(--_accent-tint);
    }
    .icon-button:hover {
      background: var(--_surface-hover);
      color: var(--_text);
    }
  }
  .field {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: var(--_target);
    padding-inline: var(--_space-3);
    border: solid var(--_line-strong);
    border-width: var(--_field-border-width);
    border-radius: var(--_field-radius);
    background: var(--_field-surface);
    color: var(--_text-muted);
  }
  .field:focus-within {
    outline: 2px solid var(--_focus);
    outline-offset: -1px;
  }
  .field input {
    flex: 1;
    min-inline-size: 0;
    inline-size: 100%;
    align-self: stretch;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    color: var(--_text);
  }
  .field input::placeholder {
    color: var(--_text-muted);
    opacity: 1;
  }
  .field input::-webkit-search-cancel-button {
    display: none;
  }
  @media (forced-colors: active) {
    .quiet,
    .icon-button {
      border: 0;
    }
    .quiet {
      text-decoration: underline;
      text-underline-offset: 0.2em;
    }
    .button.primary {
      forced-color-adjust: none;
      background: ButtonText;
      border-color: ButtonText;
      color: ButtonFace;
    }
  }
`;
