import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('Astro', frameworkProject('astro', 'src/checkout-proxy.ts'), ['dist/server/entry.mjs']);
