export { toNodeListener } from './http/node.js';
export type { NodeListener, NodeListenerOptions } from './http/node.js';
