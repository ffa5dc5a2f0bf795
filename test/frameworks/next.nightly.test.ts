import { NEXT, START } from './next-project.js';
import { testPaidProject } from './paid-project.js';

testPaidProject(
  'Next.js',
  { ...NEXT, typed: true },
  {
    built: START,
    // React explains its warnings there.
    development: (port) => [
      'node_modules/next/dist/bin/next',
      'dev',
      '--hostname',
      '127.0.0.1',
      '--port',
      port,
    ],
  },
);
