/** A simulated payment service, to try and test a checkout without real money. */
export * from './core/index.js';
export { startSandbox, type SandboxServer, type SandboxServerOptions } from './node.js';
