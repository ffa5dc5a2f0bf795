export { OrderError, type Lifetime, type Order } from './domain/order.js';
export { createPaymentLink, type PaymentLinkOptions } from './domain/payment-link.js';
export { createCustomerToken, createOrderToken, type OrderTokenOptions } from './domain/shop-tokens.js';
