/** A simulated payment service for trying and testing a checkout without real money. */
export * from './core/index.js';
export { startSandbox, type SandboxServer, type SandboxServerOptions } from './node.js';
