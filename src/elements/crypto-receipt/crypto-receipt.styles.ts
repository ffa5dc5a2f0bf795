import { css } from 'lit';

export const styles = css`
  :host {
    display: grid;
    gap: var(--_space-4);
    container-type: inline-size;
    contain-intrinsic-inline-size: 320px;
  }
  .message,
  .sheet {
    animation: enter var(--_motion) both;
  }
  .illustration[data-busy] .icon {
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  @media (forced-colors: active) {
    .illustration {
      border-color: CanvasText;
    }
  }
  /* On paper: dark on white, in one piece, with the colors that carry a sign. */
  @media print {
    :host,
    :host([theme]) {
      color-scheme: light;
      background: var(--_surface);
      print-color-adjust: exact;
      break-inside: avoid;
    }
    .sheet {
      background: none;
    }
  }
`;
