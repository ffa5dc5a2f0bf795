// Runs node with another version of it: node .config/bootstrap.mjs test/node-versions/run.ts <version> <arguments …>
import { run } from '../../.config/processes.mjs';
import { ensureNode } from './install.js';

const [version = '', ...args] = process.argv.slice(2);
const { code } = await run(await ensureNode(version), args, { stdio: 'inherit' });
process.exit(code);
