import { signingKey } from '../../proxy/settings.js';
import { assertKnownVariables, checkAll, read, required, testMode } from './environment.js';
import { assertSeparateSecrets } from './secrets.js';
import type { Terminal } from './terminal.js';

const NEEDED = [
  ...(['CRYPTO_CHECKOUT_SERVICE_URL', 'CRYPTO_CHECKOUT_API_KEY', 'CRYPTO_CHECKOUT_SHOP_ID'] as const),
  ...(['CRYPTO_CHECKOUT_WITHDRAWAL_KEY', 'CRYPTO_CHECKOUT_PAYOUT_SECRET'] as const),
] as const;
const OTHERS = [
  ...(['CRYPTO_CHECKOUT_PAYOUT_LIMITS', 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS'] as const),
  'CRYPTO_CHECKOUT_TEST_MODE',
] as const;

/** Reads and checks all settings of `payouts run` before anything starts. @throws {OptionError} with all faults */
export function readPayoutsConfig(terminal: Terminal) {
  checkAll([
    () => assertKnownVariables(terminal),
    ...NEEDED.map((name) => () => required(terminal, name)),
    ...OTHERS.map((name) => () => read(terminal, name)),
    () => assertSeparateSecrets(terminal),
  ]);
  const secret = required(terminal, 'CRYPTO_CHECKOUT_PAYOUT_SECRET');
  return {
    url: required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL'),
    withdrawalKey: required(terminal, 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY'),
    secret,
    rules: {
      key: signingKey(secret, 'CRYPTO_CHECKOUT_PAYOUT_SECRET'),
      onePerson: required(terminal, 'CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS'),
      limits: read(terminal, 'CRYPTO_CHECKOUT_PAYOUT_LIMITS') ?? null,
    },
    journal: required(terminal, 'CRYPTO_CHECKOUT_PAYOUT_JOURNAL'),
    testMode: testMode(terminal),
  };
}
