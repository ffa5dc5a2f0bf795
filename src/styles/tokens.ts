import { css } from 'lit';

/**
 * Roles and sizes. A page may set any `--crypto-…` property on an element or anywhere above it; every element reads
 * it into a private `--_…` of its own, so that nested elements follow the same page.
 */
export const tokens = css`
  :host {
    --_surface: var(--crypto-surface, light-dark(#ffffff, #15181e));
    --_surface-sunken: var(--crypto-surface-sunken, light-dark(#f6f7f9, #1c2027));
    --_surface-hover: var(--crypto-surface-hover, light-dark(#eceef2, #22272f));
    --_text: var(--crypto-text, light-dark(#15181e, #f6f7f9));
    --_text-muted: var(--crypto-text-muted, light-dark(#586171, #a4adbb));
    --_line: var(--crypto-line, light-dark(#e0e3e9, #2b313b));
    --_line-strong: var(--crypto-line-strong, light-dark(#848d9c, #6b7585));
    --_accent: var(--crypto-accent, light-dark(#2659d9, #3a69e6));
    --_accent-hover: var(--crypto-accent-hover, light-dark(#1c48b8, #2659d9));
    --_accent-text: var(--crypto-accent-text, light-dark(#2659d9, #9ab6ff));
    --_accent-tint: var(--crypto-accent-tint, light-dark(#eef3ff, #1a2440));
    --_on-accent: var(--crypto-on-accent, #ffffff);
    --_focus: var(--crypto-focus, var(--_accent-text));
    --_success: var(--crypto-success, light-dark(#0b7247, #66cf9c));
    --_success-tint: var(--crypto-success-tint, light-dark(#e8f6ef, #142b23));
    --_warning: var(--crypto-warning, light-dark(#7d4500, #f3bd6b));
    --_warning-tint: var(--crypto-warning-tint, light-dark(#fff6e3, #2e2516));
    --_danger: var(--crypto-danger, light-dark(#b3261e, #ff9c92));
    --_danger-tint: var(--crypto-danger-tint, light-dark(#fdefed, #372020));
    --_shadow-card: var(
      --crypto-shadow-card,
      0 1px 2px rgb(16 20 30 / 0.05),
      0 8px 24px -12px rgb(16 20 30 / 0.12)
    );
    --_shadow-float: var(
      --crypto-shadow-float,
      0 2px 6px rgb(16 20 30 / 0.08),
      0 24px 64px -16px rgb(16 20 30 / 0.32)
    );
    --_font: var(--crypto-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif);
    --_font-address: var(
      --crypto-font-address,
      ui-monospace,
      'Cascadia Mono',
      'Roboto Mono',
      Menlo,
      Consolas,
      'DejaVu Sans Mono',
      monospace
    );

    /* One unit that a small page font cannot shrink and larger text enlarges. */
    --_unit: var(--crypto-unit, max(1rem, 16px));
    --_size-s: var(--crypto-font-size-s, calc(0.8125 * var(--_unit)));
    --_size-m: var(--crypto-font-size-m, calc(0.9375 * var(--_unit)));
    --_size-l: var(--crypto-font-size-l, calc(1.25 * var(--_unit)));
    --_size-xl: var(--crypto-font-size-xl, calc(1.75 * var(--_unit)));
    --_type-s: 400 var(--_size-s) / calc(18 / 13 * var(--_size-s)) var(--_font);
    --_type-m: 400 var(--_size-m) / calc(22 / 15 * var(--_size-m)) var(--_font);
    --_type-l: 600 var(--_size-l) / calc(1.3 * var(--_size-l)) var(--crypto-font-title, var(--_font));
    --_type-xl: 600 var(--_size-xl) / calc(17 / 14 * var(--_size-xl)) var(--_font);
    --_space-1: var(--crypto-space, calc(0.25 * var(--_unit)));
    --_space-2: calc(2 * var(--_space-1));
    --_space-3: calc(3 * var(--_space-1));
    --_space-4: calc(4 * var(--_space-1));
    --_space-5: calc(5 * var(--_space-1));
    --_space-6: calc(6 * var(--_space-1));
    --_radius-s: var(--crypto-radius-s, calc(0.5 * var(--_unit)));
    --_radius-m: var(--crypto-radius-m, calc(0.625 * var(--_unit)));
    --_radius-l: var(--crypto-radius-l, calc(0.75 * var(--_unit)));
    --_radius-xl: var(--crypto-radius-xl, calc(1.125 * var(--_unit)));
    --_target: calc(2.75 * var(--_unit));
    --_control: calc(2.25 * var(--_unit));
    --_button: var(--crypto-button-height, calc(3 * var(--_unit)));
    --_motion: var(--crypto-motion, 160ms cubic-bezier(0.2, 0, 0, 1));
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
`;
