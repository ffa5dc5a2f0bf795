import { defineElement } from '../elements/base/define-element.js';
import { CryptoMerchantAttention } from './crypto-merchant-attention/crypto-merchant-attention.js';

defineElement('crypto-merchant-attention', CryptoMerchantAttention);

export { CryptoMerchantAttention };
export { createMerchantClient } from './client/session.js';
export type {
  MerchantClient,
  MerchantClientOptions,
  MerchantProblem,
  MerchantResult,
  PaymentQuery,
} from './client/session.js';
export { CryptoMerchantCountEvent, CryptoMerchantOpenEvent } from './parts/events.js';
