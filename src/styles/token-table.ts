/**
 * Every design token with its default: the only list of them. `surface` is the custom property `--crypto-surface` of a page,
 * which the elements read as `--_surface`. The build writes the manifest, the documentation and the design tokens from this
 * table, with the comments as descriptions.
 *
 * An empty default depends on the place: the styles that read the property give it.
 */
export const TOKENS = {
  /** background of the card, of buttons and of fields */
  surface: 'light-dark(#ffffff, #15181e)',
  /** background of the sheet inside the card */
  surfaceSunken: 'light-dark(#f6f7f9, #1c2027)',
  /** background of hovered controls and of quiet badges */
  surfaceHover: 'light-dark(#eceef2, #22272f)',
  /** color of text */
  text: 'light-dark(#15181e, #f6f7f9)',
  /** color of labels, hints and icons */
  textMuted: 'light-dark(#586171, #a4adbb)',
  /** dividing lines */
  line: 'light-dark(#e0e3e9, #2b313b)',
  /** borders of controls, 3:1 on every surface */
  lineStrong: 'light-dark(#848d9c, #6b7585)',
  /** background of the main button */
  accent: 'light-dark(#2659d9, #3a69e6)',
  /** background of the hovered main button */
  accentHover: 'light-dark(#1c48b8, #2659d9)',
  /** color of links and quiet buttons */
  accentText: 'light-dark(#2659d9, #9ab6ff)',
  /** background of hovered quiet buttons and of a detected payment */
  accentTint: 'light-dark(#eef3ff, #1a2440)',
  /** color of the text on the main button */
  onAccent: '#ffffff',
  /** the focus ring */
  focus: 'var(--_accent-text)',
  /** color of what is paid */
  success: 'light-dark(#0b7247, #66cf9c)',
  /** background of what is paid */
  successTint: 'light-dark(#e8f6ef, #142b23)',
  /** color of warnings */
  warning: 'light-dark(#7d4500, #f3bd6b)',
  /** background of warnings */
  warningTint: 'light-dark(#fff6e3, #2e2516)',
  /** color of errors */
  danger: 'light-dark(#b3261e, #ff9c92)',
  /** background of errors */
  dangerTint: 'light-dark(#fdefed, #372020)',
  /** shadow of the card */
  shadowCard: '0 1px 2px rgb(16 20 30 / 0.05), 0 8px 24px -12px rgb(16 20 30 / 0.12)',
  /** shadow of popovers and dialogs */
  shadowFloat: '0 2px 6px rgb(16 20 30 / 0.08), 0 24px 64px -16px rgb(16 20 30 / 0.32)',
  /** color over the page behind a dialog */
  backdrop: 'rgb(12 14 20 / 0.5)',
  /** typeface of text */
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
  /** typeface of titles and the price */
  fontTitle: 'var(--_font)',
  /** typeface of addresses */
  fontAddress: "ui-monospace, 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  /** typeface of amounts in a coin */
  fontAmount: 'var(--_font)',
  /**
   * base size, from which all sizes follow: the size of text. By default it grows with the text size of the browser, and is
   * never below 15px
   */
  fontSize: 'max(0.9375rem, 15px)',
  /** unit of all sizes but those of text; follows the base size */
  unit: 'calc(var(--_font-size) / 0.9375)',
  /** size of labels and hints */
  fontSizeS: 'calc(0.8125 * var(--_unit))',
  /** size of text and buttons */
  fontSizeM: 'calc(0.9375 * var(--_unit))',
  /** size of titles */
  fontSizeL: 'calc(1.25 * var(--_unit))',
  /** size of the amount to send */
  fontSizeXl: 'calc(1.75 * var(--_unit))',
  /** weight of text */
  fontWeight: '400',
  /** weight of names and small buttons */
  fontWeightMedium: '500',
  /** weight of buttons and emphasis */
  fontWeightBold: '600',
  /** weight of titles and the price */
  fontWeightTitle: 'var(--_font-weight-bold)',
  /** weight of amounts in a coin */
  fontWeightAmount: 'var(--_font-weight-bold)',
  /** letter spacing of text and buttons */
  letterSpacing: 'normal',
  /** letter spacing of titles */
  letterSpacingTitle: '-0.01em',
  /** letter spacing of amounts and the price */
  letterSpacingAmount: '-0.02em',
  /** the smallest gap; the others are two to six of it */
  space: 'calc(0.25 * var(--_unit))',
  /** corners of small buttons and of the QR code */
  radiusS: 'calc(0.5 * var(--_unit))',
  /** corners of options, and of buttons and fields */
  radiusM: 'calc(0.625 * var(--_unit))',
  /** corners of the sheet inside the card and of popovers */
  radiusL: 'calc(0.75 * var(--_unit))',
  /** corners of the card */
  radiusXl: 'calc(1.125 * var(--_unit))',
  /** corners of chips, labels, badges and switches */
  radiusPill: '99px',
  /** corners of the icon of an outcome or a problem, and of the steps of a transaction */
  illustrationRadius: '99px',
  /** background of fields */
  fieldSurface: 'var(--_surface)',
  /** width of the border of fields: one value, or one for each side */
  fieldBorderWidth: '1px',
  /** corners of fields */
  fieldRadius: 'var(--_radius-m)',
  /** height of the main buttons */
  buttonHeight: 'calc(3 * var(--_unit))',
  /** corners of all buttons; small ones have `--crypto-radius-s` by default */
  buttonRadius: 'var(--_radius-m)',
  /** height of a row in the list of currencies; a list that scrolls may lower it, to end within a row */
  rowHeight: 'calc(3.5 * var(--_unit))',
  /** size of the shop's mark: its logo, or its first letter */
  shopMarkSize: 'calc(2.25 * var(--_unit))',
  /** corners of the shop's mark */
  shopMarkRadius: 'var(--_radius-s)',
  /** background of the shop's first letter */
  shopMarkSurface: 'var(--_text)',
  /** color of the shop's first letter */
  shopMarkText: 'var(--_surface)',
  /** time and curve of changes; nothing moves under `prefers-reduced-motion` */
  motion: '160ms cubic-bezier(0.2, 0, 0, 1)',
  /** maximum width of the card; a dialog has 420px by default */
  checkoutWidth: '480px',
  /** height that the card has, or keeps free below a short outcome; follows the base size by default */
  cardSize: '',
  /** padding at the sides of the card; grows with it by default */
  cardPadding: '',
  /** space around your content in the slots `header` and `footer`; `0` lets it reach the edge of the card */
  slotMargin: '',
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
