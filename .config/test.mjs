// @ts-check
// `npm test`: installs what is missing, then runs the suites.
//   node .config/test.mjs [suite or test file …]     only these      --list     the names of all suites
import { runProgram } from './bootstrap.mjs';

await runProgram('test/runner/run-suites.ts');
