export * from './amount.js';
export * from './currencies.js';
export * from './payment-uri.js';
