import { css } from 'lit';

export const styles = css`
  .room {
    --_size: calc(28.5 * var(--_unit) + 24 * var(--_space) + var(--_code));
  }
  @container (width < 25.6em) {
    .room {
      --_size: calc(31.5 * var(--_unit) + 24 * var(--_space) + var(--_code));
    }
  }
  .header {
    justify-content: space-between;
    min-block-size: calc(3.25 * var(--_unit));
  }
  .name {
    font-family: var(--_font-title);
    font-weight: var(--_font-weight-title);
    letter-spacing: var(--_letter-spacing-title);
  }
  .qr-sizes {
    --_qr-size: var(--crypto-qr-size, clamp(8.5 * var(--_unit), 44.8cqi, 11 * var(--_unit)));
    container-type: inline-size;
  }
  .owner {
    display: flex;
    align-items: center;
    gap: var(--_space-3);
    min-block-size: calc(4.25 * var(--_unit));
    padding-block: var(--_space-2);
  }
  .owner .title {
    font-size: calc(0.85 * var(--_font-size-l));
    line-height: calc(1.1 * var(--_font-size-l));
  }
`;
