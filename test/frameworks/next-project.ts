/** The project, not yet built. */
export const NEXT = { name: 'next', folder: '../frameworks/next' };

/** Arguments of node: `npm start` would not pass signals on. */
export const START = ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'];
