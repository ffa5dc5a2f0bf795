import { computed, onMounted, shallowRef, toValue, watch } from 'vue';
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
  const key = computed(() => storeKey(toValue(options)));
  const store = shallowRef(createCheckoutStore(toValue(options)));
  watch(key, () => (store.value = createCheckoutStore(toValue(options))));
  watch(
    () => toValue(options).order ?? '',
    (order) => store.value.renewOrder(order),
  );
  const view = shallowRef(store.value.view());
  onMounted(() => {
    const follow = (current: typeof store.value, _: unknown, onCleanup: (stop: () => void) => void) => {
      const update = () => (view.value = current.view());
      onCleanup(current.subscribe(update));
      update();
    };
    watch(store, follow, { immediate: true });
  });
  return {
    state: computed(() => view.value.state),
    checkout: computed(() => view.value.checkout),
    due: computed(() => view.value.due),
    error: computed(() => view.value.error),
    choose: (currency, email) => store.value.actions.choose(currency, email),
    change: (changing) => store.value.actions.change(changing),
    cancel: () => store.value.actions.cancel(),
    requestRefund: (input) => store.value.actions.requestRefund(input),
    refresh: () => store.value.actions.refresh(),
    serverNowMs: () => store.value.actions.serverNowMs(),
  };
}
