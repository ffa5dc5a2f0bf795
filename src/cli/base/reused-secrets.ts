import { findReusedSecrets } from '../../proxy/settings.js';
import type { OptionError } from '../../service/options.js';
import { listVariable, optional } from './environment.js';
import type { Terminal } from './terminal.js';

const LISTS = [
  ...(['CRYPTO_CHECKOUT_ORDER_SECRET', 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'] as const),
  ...(['CRYPTO_CHECKOUT_POSTBACK_SECRET', 'CRYPTO_CHECKOUT_MERCHANT_SECRET'] as const),
  'CRYPTO_CHECKOUT_PAYOUT_SECRET',
] as const;

/**
 * Returns an error for each pair of variables that are the same secret. A withdrawal key that equals the API key is not among them:
 * `doctor` has a finding of its own for it.
 */
export function reusedSecrets(terminal: Terminal): readonly OptionError[] {
  const apiKey = optional(terminal, 'CRYPTO_CHECKOUT_API_KEY');
  const withdrawalKey = optional(terminal, 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY');
  const keys = {
    CRYPTO_CHECKOUT_API_KEY: apiKey === undefined ? [] : [apiKey],
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY:
      withdrawalKey === undefined || withdrawalKey === apiKey ? [] : [withdrawalKey],
  };
  const lists = Object.fromEntries(LISTS.map((name) => [name, listVariable(terminal, name)]));
  return findReusedSecrets({ ...keys, ...lists });
}

/** @throws {OptionError} if two variables are the same secret */
export function assertSeparateSecrets(terminal: Terminal): void {
  const [reused] = reusedSecrets(terminal);
  if (reused) throw reused;
}
