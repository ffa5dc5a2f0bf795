import type { StorybookConfig } from '@storybook/web-components-vite';

/** package.json names the files of dist that do something when imported; the stories take the same ones from src. */
const keepDefinitions = {
  name: 'keep-definitions',
  transform: (_code: string, id: string) =>
    id.includes('/src/define/') ? { moduleSideEffects: true } : null,
};

const config: StorybookConfig = {
  stories: ['../stories/**/*.stories.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y'],
  framework: { name: '@storybook/web-components-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  viteFinal: (vite) => ({ ...vite, plugins: [...(vite.plugins ?? []), keepDefinitions] }),
};

export default config;
