import { useMemo, useSyncExternalStore } from 'react';
import { createCheckoutStore } from '../wrapping/checkout-store.js';
import type { CheckoutActions, CheckoutView, UseCheckoutOptions } from '../wrapping/checkout-store.js';
import { isServer } from './create-component.js';

/**
 * A checkout for screens of your own: what the payer should see, and what they can do. It shares its connection with the
 * elements of the page for the same order.
 *
 *     const { state, checkout, due, error, choose } = useCheckout({ order: token });
 *
 * Another `endpoint`, `order`, `checkout` or `credentials` opens another checkout; later values of other options are ignored.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function useCheckout(options: UseCheckoutOptions): CheckoutView & CheckoutActions {
  if (isServer) {
    const { view, actions } = createCheckoutStore(options);
    return { ...view(), ...actions };
  }
  const { endpoint, order, checkout, credentials } = options;
  const { view, subscribe, actions } = useMemo(
    () => createCheckoutStore(options),
    [endpoint, order, checkout, credentials],
  );
  return { ...useSyncExternalStore(subscribe, view, view), ...actions };
}
