import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('React Router', frameworkProject('react-router', 'app/checkout-proxy.server.ts'), [
  'node_modules/@react-router/serve/bin.js',
  'build/server/index.js',
]);
