import { css } from 'lit';
import { cutRow } from './cut-row.styles.js';

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
    min-block-size: var(--_button-height);
    padding-inline: var(--_space-2) var(--_space-3);
    border: solid var(--_line-strong);
    border-width: var(--_field-border-width);
    border-radius: var(--_field-radius);
    background: var(--_field-surface);
    font-weight: var(--_font-weight-medium);
    text-align: start;
    cursor: pointer;
  }
  .trigger:disabled {
    border-color: var(--_line);
    background: var(--_surface-hover);
    color: var(--_text-muted);
    cursor: default;
  }
  .trigger .mark,
  .chip .mark {
    inline-size: var(--_space-6);
    block-size: var(--_space-6);
  }
  .trigger .text {
    padding-inline-start: var(--_space);
  }
  .trigger .icon {
    rotate: 90deg;
    color: var(--_text-muted);
  }
  .popover {
    inline-size: min(100vw - 2rem, 24 * var(--_unit));
    block-size: min(100dvh - 2rem, 32 * var(--_unit));
    padding: var(--_space-3) var(--_space-4) 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-l);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow-float);
    overflow: hidden auto;
    overscroll-behavior: contain;
  }
  .popover.few {
    block-size: auto;
  }
  @media (max-width: 479.98px) {
    .popover {
      inset: auto 0 0;
      inline-size: 100%;
      max-inline-size: none;
      margin: 0;
      padding-block-end: env(safe-area-inset-bottom);
      border-width: 1px 0 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
    .popover::backdrop {
      background: var(--_backdrop);
    }
  }
  .clear {
    margin-inline-end: calc(-1 * var(--_space-3));
  }
  .recent {
    flex: none;
    display: flex;
    align-items: center;
    gap: var(--_space-2);
    margin-inline: calc(-1 * var(--_space-2));
    padding-inline: var(--_space-2);
    overflow-x: auto;
    scrollbar-width: none;
  }
  .recent .label {
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  @container (width < 25.6em) {
    .recent .label {
      display: none;
    }
  }
  .chip {
    flex: none;
    display: inline-flex;
    align-items: center;
    gap: var(--_space-2);
    min-block-size: var(--_target);
    padding-inline: var(--_space-2) var(--_space-3);
    border: 1px solid var(--_line-strong);
    border-radius: var(--_radius-pill);
    background: var(--_surface);
    font-weight: var(--_font-weight-medium);
    cursor: pointer;
    transition: background-color var(--_motion);
  }
  .chip:focus-visible {
    outline-offset: -2px;
  }
  .empty {
    display: grid;
    justify-items: center;
    gap: var(--_space);
    margin-block: auto;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .rows {
    flex: 1 1 calc(17 * var(--_unit));
    min-block-size: calc(8 * var(--_unit));
    container-type: size;
  }
  .list {
    --_first: 0;
    --_row: var(--_row-height);
    min-block-size: var(--_row);
    position: relative;
    margin-inline: calc(-1 * var(--_space-2));
    overflow-y: auto;
    padding: 2px 2px var(--_space-2);
  }
  .rows > .list {
    block-size: 100%;
    padding-block-end: var(--_space-6);
    mask-image: linear-gradient(#000 calc(100% - var(--_unit)), transparent);
  }
  .list:focus-visible {
    outline: none;
  }
  .list [role='group'],
  .option {
    min-block-size: inherit;
  }
  .group {
    display: flex;
    align-items: center;
    block-size: calc(var(--_row) / 2);
    padding-inline: var(--_space-2);
    font: var(--_type-s);
    font-weight: var(--_font-weight-medium);
    color: var(--_text-muted);
  }
  .option {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    padding: 2px var(--_space-2);
    border-radius: var(--_radius-m);
    cursor: pointer;
    scroll-margin-block: var(--_space-6);
    transition: background-color var(--_motion);
  }
  @media (hover: hover) {
    .option:hover,
    .chip:hover,
    .trigger:enabled:hover {
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
    overflow-wrap: anywhere;
  }
  .name {
    display: block;
    line-height: calc(1.25 * var(--_unit));
    font-weight: var(--_font-weight-medium);
  }
  .hint {
    display: block;
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .tag {
    display: inline-block;
    padding-inline: 0.5em;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-pill);
    font: var(--_type-s);
    font-size: calc(0.75 * var(--_unit));
    color: var(--_text-muted);
    white-space: nowrap;
  }
  /* The names need the room. */
  @container (width < 14em) {
    .option .marks,
    .option > .icon.small {
      display: none;
    }
  }
  .option > .icon {
    color: var(--_text-muted);
  }
  .option[aria-selected='true'] > .icon {
    color: var(--_accent-text);
  }
  @media (forced-colors: active) {
    .option[data-active] {
      outline-color: Highlight;
    }
    .option[aria-selected] > .icon {
      color: CanvasText;
    }
    .option[aria-disabled='true'],
    .option[aria-disabled='true'] .hint {
      color: GrayText;
    }
  }
  ${cutRow}
`;
