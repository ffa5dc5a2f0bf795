import type { Preview } from '@storybook/web-components-vite';
import { html } from 'lit';
import './preview.css';

const preview: Preview = {
  parameters: { a11y: { test: 'error' }, controls: { disable: true }, layout: 'fullscreen' },
  globalTypes: {
    theme: {
      description: 'Colour scheme of the page',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    direction: {
      description: 'Reading direction of the page',
      toolbar: { icon: 'transfer', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr' },
  decorators: [
    (story, { globals }) => {
      document.documentElement.dataset['theme'] = String(globals['theme']);
      document.documentElement.dir = String(globals['direction']);
      return html`<main class="shown">${story()}</main>`;
    },
  ],
};

export default preview;
