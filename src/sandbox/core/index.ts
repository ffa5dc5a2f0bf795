export { createMovableClock } from './clock.js';
export type { MovableClock } from './clock.js';
export type { Journal } from './journal/journal.js';
export type { PostbackOptions, Timer } from './postbacks/settings.js';
export type { SandboxReply } from './reply.js';
export { createSandbox } from './sandbox.js';
export type { Sandbox, SandboxOptions } from './sandbox.js';
