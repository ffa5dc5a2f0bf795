import type { MerchantEventName } from '../wrapping/framework-wrapper.js';

export const PAYMENTS_EVENTS = {
  onOpen: 'crypto-merchant-open',
  onRefund: 'crypto-merchant-refund',
} as const satisfies Readonly<Record<string, MerchantEventName>>;

/** Those of attention, and of everything in tabs. */
export const ATTENTION_EVENTS = {
  ...PAYMENTS_EVENTS,
  onPayout: 'crypto-merchant-payout',
  onCount: 'crypto-merchant-count',
} as const satisfies Readonly<Record<string, MerchantEventName>>;
