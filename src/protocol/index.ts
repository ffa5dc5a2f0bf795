export * from './checkout.js';
export * from './parse.js';
export * from './problem.js';
