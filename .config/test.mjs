// @ts-check
// `npm test`: installs what is missing, then runs the suites. See npm test -- --help.
import { runProgram } from './bootstrap.mjs';

await runProgram('test/runner/main.ts');
