// Pages with bitcoin-connect, which is installed separately.
import { basename } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { CONNECT_FOLDER, stubs } from '../alternatives.js';

/** By its name in its own folder, so that the package itself says which of its files are for a bundler. */
const installedApart: Plugin = {
  name: 'installed-apart',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@getalby\/bitcoin-connect$/ }, ({ path, kind, pluginData }) =>
      pluginData === 'resolving'
        ? null
        : resolve(path, { kind, resolveDir: CONNECT_FOLDER, pluginData: 'resolving' }),
    );
  },
};

/** Bundles scripts of pages into a folder. @returns the names of the files there */
export async function bundleWithConnect(
  entryPoints: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const { metafile } = await build({
    ...{ entryPoints: [...entryPoints], outdir: folder, metafile: true },
    ...{ bundle: true, splitting: true, format: 'esm', minify: true, target: 'es2022' },
    ...{ platform: 'browser', logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [installedApart, stubs(new Set())],
  });
  return Object.keys(metafile.outputs).map((path) => basename(path));
}
