// Written by .config/build/dom-maps.ts: never edit by hand.

import type {
  CryptoMerchantOpenEvent,
  CryptoMerchantRefundEvent,
  CryptoMerchantPayoutEvent,
  CryptoMerchantCountEvent,
  CryptoMerchantDecidedEvent,
  CryptoMerchantRefundCreatedEvent,
  CryptoMerchantSessionEndedEvent,
} from '../merchant/parts/events.js';
import type { CryptoMerchant } from '../merchant/crypto-merchant/crypto-merchant.js';
import type { CryptoMerchantAttention } from '../merchant/crypto-merchant-attention/crypto-merchant-attention.js';
import type { CryptoMerchantBalances } from '../merchant/crypto-merchant-balances/crypto-merchant-balances.js';
import type { CryptoMerchantPayments } from '../merchant/crypto-merchant-payments/crypto-merchant-payments.js';
import type { CryptoMerchantPayouts } from '../merchant/crypto-merchant-payouts/crypto-merchant-payouts.js';
import type { CryptoMerchantStatistics } from '../merchant/crypto-merchant-statistics/crypto-merchant-statistics.js';

/** The events by their names. */
export interface CryptoMerchantEventMap {
  'crypto-merchant-open': CryptoMerchantOpenEvent;
  'crypto-merchant-refund': CryptoMerchantRefundEvent;
  'crypto-merchant-payout': CryptoMerchantPayoutEvent;
  'crypto-merchant-count': CryptoMerchantCountEvent;
  'crypto-merchant-decided': CryptoMerchantDecidedEvent;
  'crypto-merchant-refund-created': CryptoMerchantRefundCreatedEvent;
  'crypto-merchant-session-ended': CryptoMerchantSessionEndedEvent;
}

declare global {
  interface HTMLElementTagNameMap {
    'crypto-merchant': CryptoMerchant;
    'crypto-merchant-attention': CryptoMerchantAttention;
    'crypto-merchant-balances': CryptoMerchantBalances;
    'crypto-merchant-payments': CryptoMerchantPayments;
    'crypto-merchant-payouts': CryptoMerchantPayouts;
    'crypto-merchant-statistics': CryptoMerchantStatistics;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the DOM's own maps are extended this way
  interface HTMLElementEventMap extends CryptoMerchantEventMap {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- events bubble to the document and the window
  interface GlobalEventHandlersEventMap extends CryptoMerchantEventMap {}
}
