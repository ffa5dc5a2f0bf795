import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('SvelteKit', frameworkProject('sveltekit', 'src/lib/server/checkout-proxy.ts'), [
  'build/index.js',
]);
