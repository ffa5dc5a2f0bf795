export type { Deadlines } from './deadlines.js';
export * from './errors.js';
export type { Clock, ConnectionOptions, ServiceClientOptions, ServiceLogger } from './options.js';
export { type RequestLimiter, createMemoryLimiter } from './withdrawal-limiter.js';
export * from './types.js';
export type {
  Withdrawal,
  WithdrawalClient,
  WithdrawalClientOptions,
  WithdrawalRequest,
} from './withdrawal.js';
