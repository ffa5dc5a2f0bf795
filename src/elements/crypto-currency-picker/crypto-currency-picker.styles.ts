import { css } from 'lit';

export const styles = css`
  :host {
    display: inline-block;
    max-inline-size: 100%;
  }
  :host([inline]),
  .popover:popover-open {
    display: flex;
    flex-direction: column;
    gap: var(--_space-3);
    min-block-size: 0;
  }
  .trigger {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    inline-size: 100%;
    min-block-size: var(--_button);
    padding-inline: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-m);
    background: var(--_surface);
    color: var(--_text);
    font-weight: 500;
    text-align: start;
    cursor: pointer;
  }
  .trigger .mark {
    inline-size: var(--_space-6);
    block-size: var(--_space-6);
  }
  .trigger .text {
    padding-inline-start: var(--_space-1);
  }
  .trigger .icon {
    rotate: 90deg;
    color: var(--_text-muted);
  }
  .popover {
    inline-size: min(100vw - 2rem, 24 * var(--_unit));
    block-size: min(80dvh, 32 * var(--_unit));
    padding: var(--_space-3) var(--_space-4) 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow-float);
    overflow: clip;
  }
  .clear {
    margin-inline-end: calc(-1 * var(--_space-3));
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: var(--_space-1);
    margin-block: auto;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .list {
    position: relative;
    flex: 1 1 0;
    min-block-size: 0;
    overflow-y: auto;
    margin-inline: calc(-1 * var(--_space-2));
    padding: 2px 2px var(--_space-5);
    mask-image: linear-gradient(#000 calc(100% - 28px), transparent);
  }
  .list:focus-visible {
    outline: none;
  }
  .group {
    padding: var(--_space-2) var(--_space-2) var(--_space-1);
    font: var(--_type-s);
    font-weight: 500;
    color: var(--_text-muted);
  }
  .option {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(3.5 * var(--_unit));
    padding: var(--_space-2);
    border-radius: var(--_radius-m);
    cursor: pointer;
    scroll-margin-block: var(--_space-6);
    transition: background-color var(--_motion);
  }
  @media (hover: hover) {
    .option:hover {
      background: var(--_surface-hover);
    }
  }
  .option[data-active] {
    background: var(--_surface-hover);
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
  .option[aria-disabled='true'] {
    background: none;
    color: var(--_text-muted);
    cursor: default;
  }
  .option[aria-disabled='true'] .mark {
    filter: grayscale(1);
  }
  .text {
    flex: 1;
    min-inline-size: 0;
  }
  .name {
    display: block;
    line-height: calc(1.25 * var(--_unit));
    font-weight: 500;
  }
  .hint {
    display: block;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .option > .icon {
    color: var(--_text-muted);
  }
  @media (forced-colors: active) {
    .option[data-active] {
      outline-color: Highlight;
    }
  }
`;
