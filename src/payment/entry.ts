// The package entry `crypto-checkout/payment`. Separate from index.ts, so that pages do not load the libraries that
// validate addresses.
export * from './index.js';
export * from './addresses/index.js';
