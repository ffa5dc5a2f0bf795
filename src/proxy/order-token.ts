export type { Lifetime, Order, OrderTokenOptions } from './domain/tokens.js';
export { createCustomerToken, createOrderToken, OrderError } from './domain/tokens.js';
