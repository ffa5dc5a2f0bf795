import { build } from 'esbuild';

/** Serves CommonJS modules as one ES module each: the test runner sends native modules and knows no others. */
export function cjsToEsm(pattern, root) {
  const served = new Map();
  const bundle = async (path) => {
    const { outputFiles } = await build({
      entryPoints: [root + path],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      logLevel: 'error',
    });
    return outputFiles[0].text;
  };
  return {
    name: 'cjs-to-esm',
    async serve(context) {
      if (!pattern.test(context.path)) return undefined;
      if (!served.has(context.path)) served.set(context.path, bundle(context.path));
      return { body: await served.get(context.path), type: 'js' };
    },
  };
}
