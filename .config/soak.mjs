// `npm run soak`: the proxy for minutes among faults, with simulated payers; see --help.
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './bootstrap.mjs';
import { compiled, compiledFolder, compileTests } from './compile-tests.mjs';
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
    return parseOptions(args, process.env);
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
const { Soak } = await load('run');
const soak = new Soak(options, (line) => console.log(line));
beforeStop(() => soak.stop());
process.exit(await soak.run());
