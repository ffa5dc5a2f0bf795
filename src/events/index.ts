export * from './events.js';
export * from './notice.js';
export * from './outermost.js';
