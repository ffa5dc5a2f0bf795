export * from './checkout.js';
export * from './parse.js';
export * from './paths.js';
export * from './problem-codes.js';
export * from './problem.js';
export * from './render.js';
export * from './requests.js';
export * from './states.js';
