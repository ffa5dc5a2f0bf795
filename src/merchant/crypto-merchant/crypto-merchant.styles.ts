import { css } from 'lit';

export const styles = css`
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--_space-2) var(--_space-4);
    margin-block-end: var(--_space-3);
    padding-block: var(--_space-2);
    padding-inline: var(--_space-2) var(--_space-4);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    font: var(--_type-s);
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
  }
  .tab {
    display: inline-flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: calc(2.25 * var(--_unit));
    padding-inline: var(--_space-3);
    border: 1px solid transparent;
    border-radius: var(--_radius-s);
    background: none;
    color: var(--_text-muted);
    font-weight: var(--_font-weight-medium);
    cursor: pointer;
  }
  .tab[aria-selected='true'] {
    border-color: var(--_line-strong);
    background: var(--_surface);
    color: var(--_text);
  }
  @media (hover: hover) {
    .tab[aria-selected='false']:hover {
      background: var(--_surface-hover);
    }
  }
  .person {
    color: var(--_text-muted);
    overflow-wrap: anywhere;
  }
  @media (forced-colors: active) {
    .tab[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
