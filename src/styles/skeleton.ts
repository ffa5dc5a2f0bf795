import { css } from 'lit';

/** Skeleton for content that is loading, in its final size. */
export const skeleton = css`
  .skeleton {
    display: block;
    block-size: 1em;
    border-radius: 6px;
    background: var(--_line);
    visibility: visible;
  }
  @media (prefers-reduced-motion: no-preference) {
    .skeleton {
      animation: breathe 1.6s ease-in-out infinite alternate;
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.55;
    }
  }
  @media (forced-colors: active) {
    .skeleton {
      border: 1px solid GrayText;
    }
  }
`;
