import type { Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import { loadIcons } from '../src/adapters/coin-icon.js';
import { loadSteps } from '../src/elements/crypto-checkout/lazy-steps-controller.js';
import { useIcons } from '../src/elements/parts/currency-icon.js';
import { directionOf, LANGUAGES } from '../src/i18n/index.js';
import { argTypesOf, descriptionOf } from '../stories/support/arg-types.js';
import { applyTheme, THEMES } from '../stories/support/themes.js';
import '../stories/support/preview.css';

/** Of the page, and of the elements that a story gave a language of their own. */
function setLanguage(language: string, direction: string): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = directionOf(language) === 'rtl' ? 'rtl' : direction;
  if (language === 'en') return;
  requestAnimationFrame(() => {
    for (const element of document.querySelectorAll('[locale]')) element.setAttribute('locale', language);
  });
}

const screen = (name: string, width: number) => ({
  name,
  styles: { width: `${width}px`, height: '800px' },
  type: 'mobile' as const,
});

type Toolbar = NonNullable<NonNullable<Preview['globalTypes']>[string]['toolbar']>;

const menu = (
  icon: NonNullable<Toolbar['icon']>,
  description: string,
  items: Readonly<Toolbar['items']>,
) => ({
  description,
  toolbar: { icon, items: [...items], dynamicTitle: true },
});

const preview: Preview = {
  // Lazy parts are loaded before each story: it shows, and its checks cover, the payment itself.
  loaders: [
    () => loadSteps(),
    () => import('../src/elements/browser-wallet/lazy-wallet-outcomes.js'),
    // A story shows no letters in the place of icons that are still loading.
    async () => {
      const icons = await loadIcons();
      if (icons) useIcons(icons);
    },
  ],
  parameters: {
    a11y: { test: 'error' },
    controls: { expanded: true },
    docs: { extractArgTypes: argTypesOf, extractComponentDescription: descriptionOf, codePanel: true },
    layout: 'fullscreen',
    options: {
      storySort: { order: ['Welcome', 'Search', 'Guide', 'Manual', 'All states', 'Live', 'Elements', '*'] },
    },
    viewport: {
      options: {
        narrow: screen('Narrow, 320', 320),
        phone: screen('Phone, 420', 420),
        tablet: screen('Tablet, 768', 768),
        wide: screen('Wide, 1280', 1280),
      },
    },
  },
  globalTypes: {
    theme: menu('mirror', 'Color scheme of the page', ['light', 'dark']),
    look: menu('paintbrush', 'Ready theme', THEMES),
    language: menu(
      'globe',
      'Language of the page',
      LANGUAGES.map(([value, title]) => ({ value, title })),
    ),
    direction: menu('transfer', 'Reading direction of the page', ['ltr', 'rtl']),
  },
  initialGlobals: { theme: 'light', look: 'default', direction: 'ltr', language: 'en' },
  decorators: [
    (story, { globals }) => {
      document.documentElement.dataset['theme'] = String(globals['theme']);
      applyTheme(String(globals['look']));
      setLanguage(String(globals['language']), String(globals['direction']));
      return html`<main class="shown">${story()}</main>`;
    },
  ],
};

export default preview;
