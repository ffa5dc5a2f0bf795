import { frameworkProject } from './paid-project.js';

/** The project, not yet built. */
export const NEXT = frameworkProject('next', 'checkout-proxy.ts');

/** Arguments of node: `npm start` would not pass signals on. */
export const START = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'];
