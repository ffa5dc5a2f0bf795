export const ACCOUNT = { apiKey: 'bench-key', shopId: 'bench-shop' } as const;
export const MERCHANT_SECRET = 'bench-merchant-secret-0123456789abcdef-0123456789';
export const ORDER_SECRET = 'bench-order-secret-0123456789abcdef-0123456789abc';
