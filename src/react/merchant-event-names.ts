import type { MerchantEventName } from '../wrapping/framework-wrapper.js';

/** Those of every element. */
export const SESSION_EVENTS = {
  onSessionEnded: 'crypto-merchant-session-ended',
} as const satisfies Readonly<Record<string, MerchantEventName>>;

export const PAYMENTS_EVENTS = {
  ...SESSION_EVENTS,
  onOpen: 'crypto-merchant-open',
  onRefund: 'crypto-merchant-refund',
  onDecided: 'crypto-merchant-decided',
  onRefundCreated: 'crypto-merchant-refund-created',
} as const satisfies Readonly<Record<string, MerchantEventName>>;

/** Those of attention, and of everything in tabs. */
export const ATTENTION_EVENTS = {
  ...PAYMENTS_EVENTS,
  onPayout: 'crypto-merchant-payout',
  onCount: 'crypto-merchant-count',
} as const satisfies Readonly<Record<string, MerchantEventName>>;
