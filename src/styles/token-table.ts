/**
 * Every design token with its default: the only list of them. `surface` is the custom property `--crypto-surface` of a page,
 * which the elements read as `--_surface`. The build writes the manifest, the documentation and the design tokens from this
 * table, with the comments as descriptions.
 *
 * An empty default depends on the place: the styles that read the property give it.
 */
export const TOKENS = {
  /** card, buttons and fields */
  surface: 'light-dark(#ffffff, #15181e)',
  /** the sheet inside the card */
  surfaceSunken: 'light-dark(#f6f7f9, #1c2027)',
  /** hovered controls, quiet badges */
  surfaceHover: 'light-dark(#eceef2, #22272f)',
  /** text */
  text: 'light-dark(#15181e, #f6f7f9)',
  /** labels, hints and icons */
  textMuted: 'light-dark(#586171, #a4adbb)',
  /** dividing lines */
  line: 'light-dark(#e0e3e9, #2b313b)',
  /** borders of controls, 3:1 on every surface */
  lineStrong: 'light-dark(#848d9c, #6b7585)',
  /** the main button */
  accent: 'light-dark(#2659d9, #3a69e6)',
  /** the hovered main button */
  accentHover: 'light-dark(#1c48b8, #2659d9)',
  /** links and quiet buttons */
  accentText: 'light-dark(#2659d9, #9ab6ff)',
  /** hovered quiet buttons, detected payments */
  accentTint: 'light-dark(#eef3ff, #1a2440)',
  /** text on the main button */
  onAccent: '#ffffff',
  /** the focus ring */
  focus: 'var(--_accent-text)',
  /** paid */
  success: 'light-dark(#0b7247, #66cf9c)',
  /** background of it */
  successTint: 'light-dark(#e8f6ef, #142b23)',
  /** warnings */
  warning: 'light-dark(#7d4500, #f3bd6b)',
  /** background of it */
  warningTint: 'light-dark(#fff6e3, #2e2516)',
  /** errors */
  danger: 'light-dark(#b3261e, #ff9c92)',
  /** background of errors */
  dangerTint: 'light-dark(#fdefed, #372020)',
  /** of the card */
  shadowCard: '0 1px 2px rgb(16 20 30 / 0.05), 0 8px 24px -12px rgb(16 20 30 / 0.12)',
  /** of popovers and dialogs */
  shadowFloat: '0 2px 6px rgb(16 20 30 / 0.08), 0 24px 64px -16px rgb(16 20 30 / 0.32)',
  /** text */
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  /** titles and the price */
  fontTitle: 'var(--_font)',
  /** addresses */
  fontAddress: "ui-monospace, 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  /** unit of all sizes: a small page font cannot shrink it, and larger text enlarges it */
  unit: 'max(1rem, 16px)',
  /** labels and hints */
  fontSizeS: 'calc(0.8125 * var(--_unit))',
  /** text and buttons */
  fontSizeM: 'calc(0.9375 * var(--_unit))',
  /** titles */
  fontSizeL: 'calc(1.25 * var(--_unit))',
  /** the amount to send */
  fontSizeXl: 'calc(1.75 * var(--_unit))',
  /** the smallest gap; the others are two to six of it */
  space: 'calc(0.25 * var(--_unit))',
  /** small buttons, the plate of the code */
  radiusS: 'calc(0.5 * var(--_unit))',
  /** buttons, fields and options */
  radiusM: 'calc(0.625 * var(--_unit))',
  /** the sheet inside the card, popovers */
  radiusL: 'calc(0.75 * var(--_unit))',
  /** the card */
  radiusXl: 'calc(1.125 * var(--_unit))',
  /** of the main buttons */
  buttonHeight: 'calc(3 * var(--_unit))',
  /** of all buttons; small ones have `--crypto-radius-s` by default */
  buttonRadius: 'var(--_radius-m)',
  /** time and curve; nothing moves under `prefers-reduced-motion` */
  motion: '160ms cubic-bezier(0.2, 0, 0, 1)',
  /** maximum width of the card; a dialog has 420px by default */
  checkoutWidth: '480px',
  /** minimum height of the card, the same in every state */
  cardSize: '',
  /** padding at the sides of the card; grows with it by default */
  cardPadding: '',
  /** border of the card */
  cardBorder: '1px solid var(--_line)',
  /** size of the QR code; grows with the card by default, from 8.5 to 11 units */
  qrSize: '',
} as const satisfies Readonly<Record<string, string>>;

export type TokenName = keyof typeof TOKENS;

/** Returns a token's part of the names `--crypto-…` and `--_…`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
