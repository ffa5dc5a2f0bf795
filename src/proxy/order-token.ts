export { OrderError, type Lifetime, type Order } from './domain/order.js';
export { createCustomerToken, createOrderToken, type OrderTokenOptions } from './domain/tokens.js';
