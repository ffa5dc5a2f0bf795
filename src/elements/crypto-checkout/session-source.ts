import { sharedSession } from '../../checkout/index.js';
import type { CheckoutSession } from '../../checkout/session.js';

interface Source {
  readonly endpoint: string;
  readonly order: string;
  readonly checkout: string;
  readonly credentials: RequestCredentials;
}

/** What the session is made from. */
export const SOURCES = ['session', 'endpoint', 'order', 'checkout', 'credentials'] as const;

/** `null` as long as there is nothing to pay. */
export function sessionFor({ endpoint, order, checkout, credentials }: Source): CheckoutSession | null {
  if (order === '' && checkout === '') return null;
  return sharedSession({
    endpoint,
    credentials,
    ...(order && { order }),
    ...(checkout && { checkout }),
  });
}
