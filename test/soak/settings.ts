import type { WebhookOptions } from '../../src/proxy/index.js';

/** Log lines must not contain any of these. */
export const SOAK_SECRETS = {
  apiKey: 'soak-api-key-5c1f77aa',
  withdrawalKey: 'soak-withdrawal-key-0b1c',
  shopId: 'soak-shop-id-77aa31',
  orderSecret: 'soak-order-secret-0123456789abcdef-0123456789',
  merchantSecret: 'soak-merchant-secret-0123456789abcdef-0123456789',
  payoutSecret: 'soak-payout-secret-0123456789abcdef-0123456789',
  webhookSecret: `whsec_${Buffer.from('soak-webhook-secret, 32 bytes !!').toString('base64')}`,
} as const;

/** Prefix of every customer id. No order id starts with it. */
export const DEPOSITOR = 'customer-';

/** Settings of a proxy process, and of a payouts process. */
export interface ProxySettings {
  /** 0 selects a free port. */
  readonly port: number;
  readonly serviceUrl: string;
  readonly store: string;
  readonly webhook: WebhookOptions;
  /** The file of a payouts process. */
  readonly journal: string;
  readonly time: ProxyTime;
}

/** Clock and service behavior of a proxy process; sent again after each change. */
export interface ProxyTime {
  readonly aheadMs: number;
  /** Whether responses of the service contradict orders for moments. Lasting contradictions do not depend on it. */
  readonly hasContradictions: boolean;
}

export interface SandboxSettings {
  readonly seed: string;
}
