/** The analyzer's own settings. It would write its result's place into package.json, which names the built one. */
export default {
  globs: ['src/elements/**/*.ts', 'src/merchant/**/*.ts'],
  litelement: true,
  packagejson: false,
  quiet: true,
};
