// `npm run sandbox`: the sandbox alone.
import { join } from 'node:path';
import { ensureDependencies, root } from './bootstrap.mjs';

await ensureDependencies();
process.chdir(root);
const { register } = await import('tsx/esm/api');
register();
await import(`file://${join(root, 'src/sandbox/main.ts')}`);
