import { css } from 'lit';

/** Shop, order and price, and the button that closes a dialog. */
export const styles = css`
  .close {
    margin-inline-start: auto;
    margin-inline-end: calc(-1 * var(--_space-3));
  }
  .header {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(4.25 * var(--_unit));
    padding: var(--_space-3) var(--_gutter);
  }
  .header.bare {
    min-block-size: var(--_space-3);
    padding: 0;
  }
  .shop-mark {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: var(--_control);
    block-size: var(--_control);
    border-radius: var(--_radius-s);
    background: var(--_text);
    color: var(--_surface);
    font-weight: 600;
  }
  .shop {
    flex: 1;
    min-inline-size: 0;
  }
  .shop-name,
  .order {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .shop-name {
    inline-size: fit-content;
    max-inline-size: 100%;
    font-weight: 600;
    line-height: calc(1.25 * var(--_unit));
  }
  .order {
    font: var(--_type-s);
    color: var(--_text-muted);
  }
  .price {
    flex: none;
    display: grid;
    justify-items: end;
  }
  .tag {
    padding-inline: 0.5em;
    border-radius: 99px;
    background: var(--_warning-tint);
    color: var(--_warning);
    font-size: calc(0.75 * var(--_unit));
    font-weight: 500;
    line-height: var(--_unit);
  }
  .total {
    font: var(--_type-l);
    font-size: calc(1.5 * var(--_unit));
    line-height: calc(1.75 * var(--_unit));
    letter-spacing: -0.015em;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .mark-skeleton {
    inline-size: var(--_control);
    block-size: var(--_control);
  }
  .name-skeleton {
    inline-size: 35%;
  }
  .total-skeleton {
    inline-size: 20%;
    block-size: var(--_space-6);
    margin-inline-start: auto;
  }
`;
