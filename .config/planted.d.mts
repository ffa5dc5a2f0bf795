export const PLANTED: {
  readonly SANDBOX_API_KEY: string;
  readonly SANDBOX_WITHDRAWAL_KEY: string;
  readonly SANDBOX_SHOP_ID: string;
  readonly CRYPTO_CHECKOUT_ORDER_SECRET: string;
  readonly CRYPTO_CHECKOUT_WITHDRAWAL_KEY: string;
  readonly STORYBOOK_PLANTED: string;
  readonly VITE_PLANTED: string;
};
export function secretsIn(text: string): readonly string[];
