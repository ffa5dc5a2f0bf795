// The parts of the bench. Those in TypeScript are compiled when they are run.
import { pathToFileURL } from 'node:url';
import { compiled, compiledFolder, compileTests } from '../compile-tests.mjs';

/** @param {string} name of the function @param {readonly string[]} programs run as processes of their own */
function typed(name, programs = []) {
  return async (options) => {
    process.env.COMPILED_TESTS = compiledFolder();
    const file = `test/bench/${name}/${name}.ts`;
    await compileTests([file, ...programs]);
    const part = await import(pathToFileURL(compiled(file)).href);
    return part[name](options);
  };
}

const processes = ['proxy', 'bare', 'load', 'listeners', 'service'].map(
  (name) => `test/bench/proxy/${name}-process.ts`,
);

export const PARTS = {
  watching: { run: typed('watching') },
  proxy: { run: typed('proxy', processes), built: true },
  screen: {
    run: async (options) => (await import('./screen.mjs')).screen(options),
    built: true,
    browser: true,
  },
  peers: { run: async (options) => (await import('./peers.mjs')).peers(options), built: true },
  lighthouse: {
    run: async (options) => (await import('./lighthouse.mjs')).lighthouse(options),
    browser: true,
  },
};
