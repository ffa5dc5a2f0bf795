import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('Nuxt', frameworkProject('nuxt', 'server/utils/checkout-proxy.ts'), [
  '.output/server/index.mjs',
]);
