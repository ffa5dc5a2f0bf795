// See `create-component.ts`.
import * as Vue from 'vue';
import type { ComputedRef, MaybeRefOrGetter } from 'vue';
import { createCheckoutStore, storeKey } from '../wrapping/checkout-store.js';
import type { CheckoutActions, CheckoutView, UseCheckoutOptions } from '../wrapping/checkout-store.js';

type Refs<View> = { readonly [Name in keyof View]: ComputedRef<View[Name]> };

/**
 * A checkout for screens of your own: what the payer should see, and what they can do. It shares its connection with the
 * elements of the page for the same order.
 *
 *     const { state, checkout, due, error, choose } = useCheckout(() => ({ order: props.order }));
 *
 * Another `endpoint`, `order`, `checkout` or `credentials` opens another checkout. A token that the shop signed again for the same order continues it.
 * @throws {TypeError} when neither `order` nor `checkout` is given
 */
export function useCheckout(
  options: MaybeRefOrGetter<UseCheckoutOptions>,
): Refs<CheckoutView> & CheckoutActions {
  const key = Vue.computed(() => storeKey(Vue.toValue(options)));
  const store = Vue.shallowRef(createCheckoutStore(Vue.toValue(options)));
  Vue.watch(key, () => (store.value = createCheckoutStore(Vue.toValue(options))));
  Vue.watch(
    () => Vue.toValue(options).order ?? '',
    (order) => store.value.renewOrder(order),
  );
  const view = Vue.shallowRef(store.value.view());
  Vue.onMounted(() => {
    const follow = (current: typeof store.value, _: unknown, onCleanup: (stop: () => void) => void) => {
      const update = () => (view.value = current.view());
      onCleanup(current.subscribe(update));
      update();
    };
    Vue.watch(store, follow, { immediate: true });
  });
  return {
    state: Vue.computed(() => view.value.state),
    checkout: Vue.computed(() => view.value.checkout),
    due: Vue.computed(() => view.value.due),
    error: Vue.computed(() => view.value.error),
    choose: (currency, email) => store.value.actions.choose(currency, email),
    change: (changing) => store.value.actions.change(changing),
    cancel: () => store.value.actions.cancel(),
    requestRefund: (input) => store.value.actions.requestRefund(input),
    refresh: () => store.value.actions.refresh(),
    serverNowMs: () => store.value.actions.serverNowMs(),
  };
}
