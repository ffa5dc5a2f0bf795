import { css } from 'lit';

/** A badge of an icon and a word: its shape, and its colors by the tone of a state. Each element adds its size. */
export const badgeTones = css`
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-pill);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    font-weight: var(--_font-weight-medium);
  }
  .badge[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  .badge[data-tone='success'] {
    background: var(--_success-tint);
    color: var(--_success);
  }
  .badge[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .badge[data-tone='danger'] {
    background: var(--_danger-tint);
    color: var(--_danger);
  }
`;
