// `npm run soak`: the proxy for minutes among faults, with simulated payers; see --help.
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './bootstrap.mjs';
import { compiled, compiledFolder, compileTests } from './compile-tests.mjs';
import { startPostgres } from './postgres-server.mjs';
import { beforeStop } from './processes.mjs';

const PROGRAMS = ['run', 'options', 'proxy-process', 'sandbox-process'].map((name) => `test/soak/${name}.ts`);

await ensureDependencies();
process.chdir(root);
process.env.COMPILED_TESTS = compiledFolder();
await compileTests(PROGRAMS);
const load = (name) => import(pathToFileURL(compiled(`test/soak/${name}.ts`)).href);
const { parseOptions, HELP } = await load('options');

function optionsOf(args) {
  try {
    return parseOptions(args);
  } catch (error) {
    console.error(`soak: ${error.message}`);
    process.exit(2);
  }
}

const options = optionsOf(process.argv.slice(2));
if (options === 'help') {
  console.log(HELP);
  process.exit(0);
}
const ownsServer = options.store === 'postgres' && !process.env.DATABASE_URL;
const server = ownsServer ? await startPostgres() : null;
if (server) process.env.DATABASE_URL = `${server.url}/postgres`;
const { Soak } = await load('run');
const soak = new Soak(options, (line) => console.log(line));
beforeStop(async () => {
  await soak.stop();
  await server?.remove();
});
const code = await soak.run();
await server?.remove();
process.exit(code);
