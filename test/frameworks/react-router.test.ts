import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('React Router', frameworkProject('react-router', 'app/checkout-proxy.server.ts'), [
  'node_modules/.bin/react-router-serve',
  'build/server/index.js',
]);
