import { css } from 'lit';

/** Skeleton for content that is loading, in its final size. */
export const skeleton = css`
  .skeleton {
    display: block;
    block-size: 1em;
    border-radius: min(6px, var(--_radius-s));
    background: var(--_line);
    visibility: visible;
    /* Content that loads quickly appears without an animation. */
    animation: breathe 1.6s ease-in-out 500ms infinite alternate;
  }
  @media (forced-colors: active) {
    .skeleton {
      border: 1px solid GrayText;
    }
  }
`;
