// Older versions lack a name: a missing one would end the import before the check of the version.
import * as React from 'react';
import { createCheckoutStore, storeKey } from '../wrapping/checkout-store.js';
import type { CheckoutActions, CheckoutView, UseCheckoutOptions } from '../wrapping/checkout-store.js';
import { isServer } from './create-component.js';

/**
 * A checkout for screens of your own: what the payer should see, and what they can do. It shares its connection with the
 * elements of the page for the same order.
 *
 *     const { state, checkout, due, error, choose } = useCheckout({ order: token });
 *
 * Another `endpoint`, `order`, `checkout` or `credentials` opens another checkout; later values of other options are ignored. A token
 * that the shop signed again for the same order continues it.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function useCheckout(options: UseCheckoutOptions): CheckoutView & CheckoutActions {
  if (isServer) {
    const { view, actions } = createCheckoutStore(options);
    return { ...view(), ...actions };
  }
  const { order = '' } = options;
  const store = React.useMemo(() => createCheckoutStore(options), [storeKey(options)]);
  React.useEffect(() => store.renewOrder(order), [store, order]);
  return { ...React.useSyncExternalStore(store.subscribe, store.view, store.view), ...store.actions };
}
