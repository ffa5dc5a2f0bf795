import { frameworkProject, testPaidProject } from './paid-project.js';

testPaidProject('React Router', frameworkProject('react-router', 'app/checkout-proxy.server.ts'), {
  built: ['node_modules/.bin/react-router-serve', 'build/server/index.js'],
  development: (port) => ['node_modules/.bin/react-router', 'dev', '--host', '127.0.0.1', '--port', port],
});
