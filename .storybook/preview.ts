import type { Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import { directionOf, LANGUAGES } from '../src/i18n/index.js';
import './preview.css';

/** Of the page, and of the elements that a story gave a language of their own. */
function speak(language: string, direction: string): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = directionOf(language) === 'rtl' ? 'rtl' : direction;
  if (language === 'en') return;
  requestAnimationFrame(() => {
    for (const element of document.querySelectorAll('[locale]')) element.setAttribute('locale', language);
  });
}

const preview: Preview = {
  parameters: { a11y: { test: 'error' }, controls: { disable: true }, layout: 'fullscreen' },
  globalTypes: {
    theme: {
      description: 'Colour scheme of the page',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    language: {
      description: 'Language of the page',
      toolbar: {
        icon: 'globe',
        items: LANGUAGES.map(([value, title]) => ({ value, title })),
        dynamicTitle: true,
      },
    },
    direction: {
      description: 'Reading direction of the page',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr', language: 'en' },
  decorators: [
    (story, { globals }) => {
      document.documentElement.dataset['theme'] = String(globals['theme']);
      speak(String(globals['language']), String(globals['direction']));
      return html`<main class="shown">${story()}</main>`;
    },
  ],
};

export default preview;
