// @ts-check
// `npm run sandbox`: the sandbox alone.
import { join } from 'node:path';
import { ensureDependencies, root } from './bootstrap.mjs';
import { beforeStop } from './processes.mjs';

await ensureDependencies();
process.chdir(root);
const { register } = await import('tsx/esm/api');
register();
const { running } = await import(`file://${join(root, 'src/sandbox/main.ts')}`);
beforeStop(async () => running?.close());
