import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('Astro', frameworkProject('astro', 'src/checkout-proxy.ts'), {
  built: ['dist/server/entry.mjs'],
  development: (port) => ['node_modules/.bin/astro', 'dev', '--host', '127.0.0.1', '--port', port],
});
