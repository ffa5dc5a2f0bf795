import type { StorybookConfig } from '@storybook/web-components-vite';
import { compiledMessages } from '../stories/support/compiled-messages.js';
import { mdxPages } from '../stories/support/mdx-pages.js';

const config: StorybookConfig = {
  stories: ['../stories/docs/*.mdx', '../stories/*.mdx', '../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({ ...vite, plugins: [mdxPages(), compiledMessages(), ...(vite.plugins ?? [])] }),
};

export default config;
