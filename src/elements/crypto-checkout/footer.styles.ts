import { css } from 'lit';

/** Time or state, and what the payer can do about it. On a small screen a connection problem is shown without its icon. */
export const styles = css`
  .footer {
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: calc(3.25 * var(--_unit));
    padding-inline: var(--_gutter) var(--_space-2);
    border-block-start: 1px solid var(--_line);
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .status {
    flex: 1;
    min-inline-size: 0;
    padding-block: var(--_space-2);
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .footer[data-tone='warning'] {
    background: var(--_warning-tint);
    color: var(--_warning);
  }
  .footer[data-tone='warning'] .quiet {
    color: inherit;
    font-weight: 600;
  }
  .footer .quiet {
    font: var(--_type-s);
    font-weight: 500;
  }
  .retry-actions {
    display: flex;
    flex: none;
  }
  @container (width < 384px) {
    .footer[data-tone='warning'] > .icon {
      display: none;
    }
    .retry-actions {
      flex-direction: column;
    }
    .retry-actions .quiet {
      min-block-size: var(--_control);
    }
  }
`;
