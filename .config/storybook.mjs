// `npm run storybook` and `npm run build-storybook`: the gallery, without telemetry and without a look outside.
import { join } from 'node:path';
import { ensureBuilt, ensureDependencies, root } from './bootstrap.mjs';
import { run } from './processes.mjs';

await ensureDependencies();
// The tables and controls of the elements come from the manifest that is built.
await ensureBuilt();
const [command = 'dev', ...rest] = process.argv.slice(2);
const args =
  command === 'build'
    ? ['build', '-o', '.cache/storybook', '--quiet', ...rest]
    : ['dev', '-p', '6006', '--host', '127.0.0.1', '--ci', '--no-open', '--no-version-updates', ...rest];
const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
const { code } = await run(process.execPath, [storybook, ...args], {
  cwd: root,
  env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
});
process.exit(code);
