export const ACCOUNT = { apiKey: 'bench-key', shopId: 'bench-shop' } as const;
