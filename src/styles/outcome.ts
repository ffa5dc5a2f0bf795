import { css } from 'lit';

/** An illustration with one or two sentences. Filled only for paid; red only for errors. */
export const outcome = css`
  .message {
    display: grid;
    gap: var(--_space);
  }
  .illustration {
    display: grid;
    place-items: center;
    inline-size: calc(3 * var(--_unit));
    block-size: calc(3 * var(--_unit));
    margin-block-end: var(--_space-2);
    border: 1px solid transparent;
    border-radius: var(--_illustration-radius);
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  .illustration .icon {
    inline-size: var(--_space-6);
    block-size: var(--_space-6);
    stroke-width: 1.7;
  }
  .illustration[data-tone='success'] {
    background: var(--_success);
    color: var(--_surface);
  }
  .illustration[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .illustration[data-tone='danger'] {
    background: var(--_danger-tint);
    color: var(--_danger);
  }
  .illustration[data-tone='info'] {
    background: var(--_accent-tint);
    color: var(--_accent-text);
  }
  @container (width < 23.3em) {
    .illustration {
      inline-size: var(--_control);
      block-size: var(--_control);
    }
    .illustration .icon {
      inline-size: var(--_space-5);
      block-size: var(--_space-5);
    }
  }
`;
