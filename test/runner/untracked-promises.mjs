// @ts-check
// Loaded before the tests of Node's own runner. The runner follows every promise and timer to know the test of an error
// that nobody catches, which takes a third of the time of tests that await much. Here it knows the tests alone, for
// their nesting: such an error fails the file instead of the test, and its stack is printed.
import hooks from 'node:async_hooks';
import { createRequire } from 'node:module';

const { createHook } = hooks;
hooks.createHook = ({ init }) =>
  createHook({
    init(id, type, ...more) {
      if (type === 'Test') init?.(id, type, ...more);
    },
  });
// It takes the function that is there when it is loaded.
createRequire(import.meta.url)('node:test');
hooks.createHook = createHook;

process.on('uncaughtExceptionMonitor', (error) => console.error(error));
process.on('unhandledRejection', (error) => console.error(error));
