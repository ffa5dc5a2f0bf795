export { createMovableClock, type MovableClock } from './base/clock.js';
export type { PostbackOptions, Timer } from './postbacks/settings.js';
export type { SandboxReply } from './base/reply.js';
export { createSandbox, type Journal, type Sandbox, type SandboxOptions } from './sandbox.js';
