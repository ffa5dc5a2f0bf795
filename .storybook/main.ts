import type { StorybookConfig } from '@storybook/web-components-vite';
import { mdxTables } from './mdx-tables.js';

const config: StorybookConfig = {
  stories: ['../stories/docs/*.mdx', '../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({ ...vite, plugins: [mdxTables(), ...(vite.plugins ?? [])] }),
};

export default config;
