/** The module that the build generates; see `imports` in package.json. */
declare module '#elements-files' {
  import type { ElementsFile } from './served-files.js';

  export const files: readonly ElementsFile[];
}
