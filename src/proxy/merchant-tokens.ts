export {
  createMerchantSession,
  type MerchantSecretOptions,
  type MerchantSessionRequest,
} from './domain/merchant-session.js';
export type { MerchantScope } from '../protocol/index.js';
