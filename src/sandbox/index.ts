/** A simulated payment service, to try and test a checkout without real money. */
export * from './core/index.js';
export { startSandbox } from './node.js';
export type { SandboxServer, SandboxServerOptions } from './node.js';
