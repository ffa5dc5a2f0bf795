import { isSameAddress } from '../payment/addresses/index.js';
import type { Invoice } from './types.js';
import { isSameWithdrawalAmount, type WithdrawalRequest } from './withdrawal.js';

/** A withdrawal whose response was lost. */
export interface LostWithdrawal extends WithdrawalRequest {
  /** Time when the request was sent, or slightly earlier. */
  readonly sentAtMs: number;
}

/** How well a record matches the request. The service sometimes returns a smaller amount. */
export type WithdrawalMatch = 'same' | 'another amount' | 'other';

/**
 * Maximum difference between the service's clock and this machine's. People review the matches, so a false match is better than a
 * missing one.
 */
const CLOCK_DIFFERENCE_MS = 24 * 3_600_000;

/** Compares a record of the service's list with a lost withdrawal. @returns `null` for a record that is not a withdrawal */
export function matchWithdrawal(record: Invoice, request: LostWithdrawal): WithdrawalMatch | null {
  const { currency, address, createdAtMs, amount } = record;
  if (!isWithdrawal(record, request)) return null;
  const isSince = createdAtMs === null || createdAtMs >= request.sentAtMs - CLOCK_DIFFERENCE_MS;
  const isThere = address !== null && isSameAddress(address, request.address);
  if (currency?.code !== request.currency || !isSince || (address !== null && !isThere)) return 'other';
  // Without an address, the amount must match.
  if (amount !== null && isSameWithdrawalAmount(amount, request.amount)) return 'same';
  return isThere ? 'another amount' : 'other';
}

/** Returns whether a record is a withdrawal. Without a type, the recipient's address decides: no incoming payment has it. */
function isWithdrawal({ type, address }: Invoice, request: WithdrawalRequest): boolean {
  return type === 'dw' || (type === null && address !== null && isSameAddress(address, request.address));
}
