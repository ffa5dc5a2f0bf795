import type { ArgTypes, Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { CUSTOM_PROPERTIES } from './support/manifest.js';
import type { TokenName } from '../src/styles/token-table.js';
import { wallet } from './fixtures.js';
import { inStory, waitFor } from './interactions.js';
import { ScriptedDeposit } from './scripted-deposit.js';
import { BRAND } from './theming/brand.js';
import { defaultOf, propertyOf, SCHEMES, TOKEN_NAMES, valueIn, type Scheme } from './theming/defaults.js';
import { previewCards } from './theming/preview-cards.js';
import { themeCss, type ThemeValues } from './theming/theme-css.js';
import { TokenExplorer } from './theming/token-explorer.js';

const meta: Meta = {
  title: 'Theming',
  // Only these pages have several cards.
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
};
export default meta;

if (!customElements.get('token-explorer')) customElements.define('token-explorer', TokenExplorer);

/** Every custom property, with its default and what it changes. */
export const Tokens: StoryObj = {
  render: () => html`<token-explorer></token-explorer>`,
  play: async ({ canvasElement }) => {
    const explorer = inStory(canvasElement, 'token-explorer');
    await explorer.updateComplete;
    const all = <Node extends Element>(selector: string) => [
      ...(explorer.shadowRoot?.querySelectorAll<Node>(selector) ?? []),
    ];
    const shown = all('tbody th code').map(({ textContent }) => textContent);
    const missing = TOKEN_NAMES.map(propertyOf).filter((name) => !shown.includes(name));
    if (missing.length > 0) throw new Error(`There is no row for ${missing.join(', ')}`);
    const [preview] = all<HTMLElement>('.preview');
    for (const button of all<HTMLButtonElement>('button')) {
      const property = button.getAttribute('aria-label')?.replace('Show ', '') ?? '';
      button.click();
      await explorer.updateComplete;
      if (preview?.style.getPropertyValue(property) === '') throw new Error(`${property} is not shown`);
      button.click();
    }
  },
};

/** The tokens that most brands need, as the controls offer them. */
const COLORS = [
  ...['accent', 'accentHover', 'accentText', 'accentTint', 'onAccent', 'surface', 'surfaceSunken'],
  ...['surfaceHover', 'text', 'textMuted', 'line', 'lineStrong'],
];
const TEXTS = [
  ...['font', 'fontTitle', 'fontAmount', 'fontWeightTitle', 'letterSpacingTitle'],
  ...['cardBorder', 'shadowCard'],
];
/** In pixels, for a browser with its usual text size. */
const SIZES: Readonly<Partial<Record<TokenName, readonly [min: number, max: number]>>> = {
  fontSize: [12, 20],
  radiusXl: [0, 32],
  radiusL: [0, 24],
  radiusM: [0, 24],
  radiusS: [0, 24],
  illustrationRadius: [0, 24],
  fieldBorderWidth: [0, 4],
  buttonHeight: [44, 64],
  shopMarkRadius: [0, 24],
};

const chosen = (names: readonly string[]) => TOKEN_NAMES.filter((name) => names.includes(name));
/** A color has a control for each color scheme. */
const argOf = (name: TokenName, scheme: Scheme) => (scheme === 'light' ? name : `${name}Dark`);

function argType(token: TokenName, category: string, control: object): ArgTypes[string] {
  const name = propertyOf(token);
  const { description = '' } = CUSTOM_PROPERTIES.find((known) => known.name === name) ?? {};
  return { name, description, control, table: { category } };
}

const argTypes: ArgTypes = Object.fromEntries([
  ...SCHEMES.flatMap((scheme) =>
    chosen(COLORS).map((name) => [
      argOf(name, scheme),
      argType(name, `Colors, ${scheme}`, { type: 'color' }),
    ]),
  ),
  ...chosen(Object.keys(SIZES)).map((name) => {
    const [min, max] = SIZES[name] ?? [];
    return [name, argType(name, 'Sizes', { type: 'range', min, max, step: 1 })];
  }),
  ...chosen(TEXTS).map((name) => [name, argType(name, 'Type, border and shadow', { type: 'text' })]),
]);

type Args = Readonly<Record<string, string | number | undefined>>;

/** The chosen colors of both schemes, with the default of the other one. */
function colorOf(args: Args, name: TokenName): string {
  const own = SCHEMES.map((scheme) => args[argOf(name, scheme)] || undefined);
  if (own.every((value) => value === undefined)) return '';
  const initial = defaultOf(propertyOf(name)) ?? '';
  const [light, dark] = SCHEMES.map((scheme, index) => own[index] ?? valueIn(scheme, initial));
  return light === dark ? `${light}` : `light-dark(${light}, ${dark})`;
}

function valueOf(args: Args, name: TokenName): string {
  if (COLORS.includes(name)) return colorOf(args, name);
  const value = args[name] ?? '';
  return typeof value === 'number' ? `${value / 16}rem` : value;
}

const valuesOf = (args: Args): ThemeValues =>
  Object.fromEntries(TOKEN_NAMES.map((name) => [name, valueOf(args, name)]));

let cards: ReturnType<typeof previewCards> | null = null;

/** Choose values below, and copy the CSS. */
export const Builder: StoryObj<Args> = {
  argTypes,
  args: {
    ...{ accent: '#0a6b5c', accentHover: '#07564a', accentText: '#0a6b5c', accentTint: '#e6f4f1' },
    ...{ accentDark: '#0d7f6d', accentHoverDark: '#0a6b5c', accentTextDark: '#6fd6c5' },
    ...{ accentTintDark: '#12352f', radiusXl: 4, radiusL: 3, radiusM: 3, radiusS: 3 },
    illustrationRadius: 3,
  },
  render: (args) => {
    const text = themeCss(valuesOf(args));
    cards ??= previewCards(['Choice', 'Payment', 'Paid']);
    return html`<style>
        ${text}
      </style>
      <div class="theme-builder">
        <div class="cards">${cards}</div>
        <pre tabindex="0" role="region" aria-label="CSS of this theme"><code>${text}</code></pre>
        <crypto-copy-field
          value=${text}
          label="Copy CSS"
          long-label="Copy CSS of this theme"
        ></crypto-copy-field>
      </div>`;
  },
  play: async ({ canvasElement }) => {
    const printed = () => canvasElement.querySelector('pre')?.textContent ?? '';
    await waitFor(
      () => printed().includes('--crypto-accent: light-dark(#0a6b5c, #0d7f6d);') || null,
      'The CSS is not printed',
    );
  },
};

const deposit = new ScriptedDeposit({ phase: 'ready', wallet });

/** Navy and gold, serif titles, square corners and small type, by `appearance` alone. */
export const Brand: StoryObj = {
  globals: { theme: 'dark' },
  render: () =>
    html`<div class="theme-builder">
      <div class="cards">
        ${previewCards(['Choice', 'Payment', 'Detected', 'Paid', 'Problem'], BRAND)}
        <crypto-deposit locale="en-GB" .appearance=${BRAND} .session=${deposit}></crypto-deposit>
      </div>
    </div>`,
};
