import { findReusedSecrets, signingKey } from '../../proxy/settings.js';
import { OptionError } from '../../service/options.js';
import { list } from './arguments.js';
import { optional, read, required } from './environment.js';
import type { Terminal } from './terminal.js';

const LISTS = [
  ...(['CRYPTO_CHECKOUT_ORDER_SECRET', 'CRYPTO_CHECKOUT_WEBHOOK_SECRET'] as const),
  ...(['CRYPTO_CHECKOUT_POSTBACK_SECRET', 'CRYPTO_CHECKOUT_MERCHANT_SECRET'] as const),
  'CRYPTO_CHECKOUT_PAYOUT_SECRET',
] as const;

/**
 * A withdrawal key that equals the API key is accepted here: `doctor` has a finding of its own for it.
 * @throws {OptionError} if two variables are the same secret
 */
export function assertSeparateSecrets(terminal: Terminal): void {
  const apiKey = optional(terminal, 'CRYPTO_CHECKOUT_API_KEY') ?? '';
  const withdrawalKey = optional(terminal, 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY') ?? '';
  const faults = findReusedSecrets({
    CRYPTO_CHECKOUT_API_KEY: [apiKey],
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: withdrawalKey === apiKey ? [] : [withdrawalKey],
    ...Object.fromEntries(LISTS.map((name) => [name, list(optional(terminal, name) ?? '')])),
  });
  if (faults.length > 0) throw new OptionError(faults);
}

/**
 * Returns the secret that signs: the first one of a list, whose others are accepted during a rotation.
 * @throws {OptionError} if it is missing or too short, or serves another purpose too
 */
export function signingSecret(
  terminal: Terminal,
  name: 'CRYPTO_CHECKOUT_ORDER_SECRET' | 'CRYPTO_CHECKOUT_MERCHANT_SECRET',
): string {
  const [secret = ''] = required(terminal, name);
  signingKey(secret, name);
  assertSeparateSecrets(terminal);
  return secret;
}

/** Reads the settings of `desk`. @throws {OptionError} */
export function readDeskConfig(terminal: Terminal) {
  const payoutSecret = read(terminal, 'CRYPTO_CHECKOUT_PAYOUT_SECRET') ?? null;
  return { secret: signingSecret(terminal, 'CRYPTO_CHECKOUT_MERCHANT_SECRET'), payoutSecret };
}
