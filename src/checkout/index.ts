export * from './clock.js';
export * from './create-session.js';
export * from './deposit-session.js';
export type { EventSourceConstructor, EventSourceLike } from './event-stream.js';
export * from './screen.js';
export * from './session.js';
export { sessionKey, sharedSession } from './shared-session.js';
