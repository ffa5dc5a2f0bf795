import { css } from 'lit';
import { addressLines, markedGroups } from '../../styles/marked-groups.js';
import { progressSteps } from '../../styles/progress-steps.js';

/** The screens that replace the address. */
export const styles = css`
  ${markedGroups} ${addressLines} ${progressSteps}
  .wallet-screen {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: var(--_space-4);
    padding-block: var(--_space-2) var(--_space-3);
  }
  .wallet-screen > * {
    flex: none;
  }
  .wallet-icon.huge {
    inline-size: calc(3 * var(--_unit));
    block-size: calc(3 * var(--_unit));
    margin-block-end: var(--_space-2);
  }
  .wallet-icon:has([data-tone='']) > :is(img, .letter) {
    animation: breathe 1.6s ease-in-out infinite alternate;
  }
  .badge {
    position: absolute;
    inset-inline-end: -7px;
    inset-block-end: -5px;
    display: grid;
    place-items: center;
    inline-size: calc(1.375 * var(--_unit));
    block-size: calc(1.375 * var(--_unit));
    border: 2px solid var(--_surface);
    border-radius: var(--_illustration-radius);
    background: var(--_surface-hover);
    color: var(--_text-muted);
  }
  .badge .icon {
    inline-size: calc(0.8125 * var(--_unit));
    block-size: calc(0.8125 * var(--_unit));
    stroke-width: 2.2;
  }
  .sum.plain {
    padding-block: var(--_space-3);
  }
  .sum.plain .line {
    min-block-size: calc(1.75 * var(--_unit));
  }
  .payee {
    display: grid;
    gap: var(--_space);
    padding: var(--_space-3) var(--_space-4);
  }
  .payee .groups {
    font: 400 var(--_font-size-m) / calc(24 / 15 * var(--_font-size-m)) var(--_font-address);
    color: var(--_text-muted);
  }
  .mono {
    font-family: var(--_font-address);
  }
  .below {
    display: grid;
    gap: var(--_space-2);
    margin-block-start: auto;
  }
  .below .actions {
    margin: 0;
  }
  @container (width < 23.3em) {
    .wallet-screen {
      gap: var(--_space-3);
    }
    .payee {
      padding-inline: var(--_space-3);
    }
    .wallet-icon.huge {
      inline-size: var(--_control);
      block-size: var(--_control);
    }
  }
`;
