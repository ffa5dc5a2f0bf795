export * from './events.js';
export * from './announcement-event.js';
export * from './outermost.js';
