// @ts-check
// `npm run storybook` and `npm run build-storybook`: the gallery, without telemetry and without network access.
import { join } from 'node:path';
import { ensureBuilt, ensureDependencies, ensureGallery, log, root, sh } from './bootstrap.mjs';

await ensureDependencies();
// The tables and controls of the elements come from the manifest that is built.
await ensureBuilt();
const [command = 'dev', ...rest] = process.argv.slice(2);
if (command === 'build') {
  await ensureGallery();
  log('the gallery is in .cache/storybook');
} else {
  const usual = ['-p', '6006', '--host', '127.0.0.1', '--ci', '--no-open', '--no-version-updates'];
  const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
  const env = { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' };
  await sh(process.execPath, [storybook, 'dev', ...usual, ...rest], { env, shell: false });
}
