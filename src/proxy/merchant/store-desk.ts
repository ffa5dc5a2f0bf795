import type { Clock } from '../base/clock.js';
import { CheckoutRepository } from '../checkouts/checkout-repository.js';
import type { Store } from '../store/store.js';
import { MerchantDesk } from './merchant-desk.js';

/** Creates a desk for a command that works on the store of a running proxy. The proxy notices each change by itself. */
export function createStoreDesk(store: Store, clock: Clock, testMode: boolean): MerchantDesk {
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const context = { store, clock, logger };
  const checkouts = new CheckoutRepository({
    ...{ ...context, testMode, onChange: () => undefined },
    // Every change counts as visible to the payer.
    fingerprint: (record) => JSON.stringify(record),
  });
  return new MerchantDesk({ ...context, checkouts, onEvent: () => undefined });
}
