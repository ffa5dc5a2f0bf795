/** The module that the build generates; see `imports` in package.json. */
declare module '#elements-files' {
  import type { ElementsFile } from './elements-file.js';

  export const files: readonly ElementsFile[];
}
