// The package entry `crypto-checkout/payment`. Apart from index.ts, since pages that import the room itself must not
// load the libraries that check addresses.
export * from './index.js';
export * from './addresses/index.js';
