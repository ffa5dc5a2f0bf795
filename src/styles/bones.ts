import { css } from 'lit';

/** Skeleton for content that is loading, in its final size. */
export const bones = css`
  .bone {
    display: block;
    block-size: 1em;
    border-radius: 6px;
    background: var(--_line);
    visibility: visible;
  }
  @media (prefers-reduced-motion: no-preference) {
    .bone {
      animation: breathe 1.6s ease-in-out infinite alternate;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.55;
    }
  }
  @media (forced-colors: active) {
    .bone {
      border: 1px solid GrayText;
    }
  }
`;
