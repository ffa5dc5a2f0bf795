// `npm run soak`: see --help.
import { importCompiled } from '../runner/compile-tests.js';
import { beforeStop } from '../../.config/processes.mjs';
import { startPostgres } from '../postgres/server.js';
import { HELP, parseOptions } from './options.js';
import type * as run from './run.js';

function optionsOf(args: readonly string[]) {
  try {
    return parseOptions(args);
  } catch (error) {
    console.error(`soak: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

const options = optionsOf(process.argv.slice(2));
if (options === 'help') {
  console.log(HELP);
  process.exit(0);
}
const ownsServer = options.store === 'postgres' && !process.env['DATABASE_URL'];
const server = ownsServer ? await startPostgres() : null;
if (server) process.env['DATABASE_URL'] = `${server.url}/postgres`;
const { Soak } = (await importCompiled('test/soak/run.ts', [
  'test/soak/proxy-process.ts',
  'test/soak/payouts-process.ts',
  'test/soak/sandbox-process.ts',
])) as typeof run;
const soak = new Soak(options, (line) => console.log(line));
beforeStop(async () => {
  await soak.stop();
  await server?.remove();
});
const code = await soak.run();
await server?.remove();
process.exit(code);
