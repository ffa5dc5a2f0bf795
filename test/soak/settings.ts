import type { WebhookOptions } from '../../src/proxy/index.js';

/** None of these may be found in a log line. */
export const SOAK_SECRETS = {
  apiKey: 'soak-api-key-5c1f77aa',
  withdrawalKey: 'soak-withdrawal-key-0b1c',
  shopId: 'soak-shop-id-77aa31',
  orderSecret: 'soak-order-secret-0123456789abcdef-0123456789',
  webhookSecret: `whsec_${Buffer.from('soak-webhook-secret, 32 bytes !!').toString('base64')}`,
} as const;

/** The start of every customer's name: no order is named so. */
export const DEPOSITOR = 'customer-';

/** What a proxy of the run is started with. */
export interface ProxySettings {
  /** 0: a free one. */
  readonly port: number;
  readonly serviceUrl: string;
  readonly store: string;
  readonly webhook: WebhookOptions;
  readonly time: ProxyTime;
}

/** How far its clock is from this machine's, and what it reads; sent again whenever that changes. */
export interface ProxyTime {
  readonly aheadMs: number;
  /** Answers of the service contradict orders for moments, too; some contradict theirs until the end. */
  readonly hasContradictions: boolean;
}

export interface SandboxSettings {
  readonly seed: string;
}
