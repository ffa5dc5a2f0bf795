export { createMovableClock } from './base/clock.js';
export type { MovableClock } from './base/clock.js';
export type { PostbackOptions, Timer } from './postbacks/settings.js';
export type { SandboxReply } from './base/reply.js';
export { createSandbox } from './sandbox.js';
export type { Journal, Sandbox, SandboxOptions } from './sandbox.js';
