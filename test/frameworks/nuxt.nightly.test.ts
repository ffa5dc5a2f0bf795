import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('Nuxt', frameworkProject('nuxt', 'server/utils/checkout-proxy.ts'), {
  built: ['.output/server/index.mjs'],
  // Its tools for development load the first page twice.
  development: null,
});
