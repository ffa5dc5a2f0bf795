// The elements' tests for a browser: bundled once, in chunks that they share, rather than module by module for
// the page of each file.
import { relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Returns a plugin of the test runner that serves these modules, each under its own name, and what they import.
 * @param root of the project
 * @param files from there
 */
export async function bundleTests(root: string, files: readonly string[]) {
  const { outputFiles } = await build({
    ...{ absWorkingDir: root, entryPoints: [...files], outbase: root, outdir: root, write: false },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'browser', target: 'es2022' },
    ...{
      conditions: ['development'],
      external: ['/__web-dev-server__*'],
      chunkNames: '.chunks/chunk-[name]-[hash]',
    },
    // Beside the scripts: they are fetched for a failed test alone.
    ...{ sourcemap: 'linked', sourcesContent: false, logLevel: 'error' },
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [`/${relative(root, path)}`, text]));
  return {
    name: 'bundle-tests',
    serve({ path }: { readonly path: string }) {
      const body = scripts.get(path.replace(/\.ts$/, '.js'));
      return body === undefined ? undefined : { body, type: path.endsWith('.map') ? 'json' : 'js' };
    },
  };
}
