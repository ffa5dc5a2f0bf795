/** A stand-in for the payment service, to try and to test a checkout without money. */
export * from './core/index.js';
export { startSandbox } from './node.js';
export type { SandboxServer, SandboxServerOptions } from './node.js';
