/**
 * The elements as Vue components: properties, objects too, and typed events.
 *
 *     import { createApp } from 'vue';
 *     import { cryptoCheckout } from 'crypto-checkout/vue';
 *     createApp(App).use(cryptoCheckout).mount('#app');
 *
 *     <crypto-checkout :order="token" @crypto-paid="(event) => thank(event.detail.orderId)">
 *       <p slot="footer">Questions? Ask us.</p>
 *     </crypto-checkout>
 *
 * Without the plugin, `import { CryptoCheckout } from 'crypto-checkout/vue'` in a component does the same for
 * that one. A template ref holds the component; its `$el` is the element.
 *
 * A project that defines the tags itself (`import 'crypto-checkout/define'`) and uses no component of this
 * module tells Vue's compiler so, and the same templates work on the bare elements:
 * `vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('crypto-') } } })`.
 */
import type { App } from 'vue';
import * as elements from '../wrapping/framework-elements.js';
import type { CheckoutEventName, DepositEventName, PickerEventName } from '../wrapping/framework-wrapper.js';
import { createComponent } from './create-component.js';

export type * from '../define/all.js';
export { useCheckout } from './use-checkout.js';
export type { CheckoutActions, CheckoutView, UseCheckoutOptions } from '../wrapping/checkout-store.js';

type Tags = HTMLElementTagNameMap;

export const CryptoCheckout = /* @__PURE__ */ createComponent<Tags['crypto-checkout'], CheckoutEventName>(
  elements.checkout,
);
export const CryptoCheckoutButton = /* @__PURE__ */ createComponent<
  Tags['crypto-checkout-button'],
  CheckoutEventName
>(elements.checkoutButton);
export const CryptoCopyField = /* @__PURE__ */ createComponent(elements.copyField);
export const CryptoCountdown = /* @__PURE__ */ createComponent(elements.countdown);
export const CryptoCurrencyPicker = /* @__PURE__ */ createComponent<
  Tags['crypto-currency-picker'],
  PickerEventName
>(elements.currencyPicker);
export const CryptoDeposit = /* @__PURE__ */ createComponent<Tags['crypto-deposit'], DepositEventName>(
  elements.deposit,
);
export const CryptoPaymentPanel = /* @__PURE__ */ createComponent(elements.paymentPanel);
export const CryptoPaymentQr = /* @__PURE__ */ createComponent(elements.paymentQr);
export const CryptoReceipt = /* @__PURE__ */ createComponent(elements.receipt);
export const CryptoStatusBadge = /* @__PURE__ */ createComponent(elements.statusBadge);

const components = {
  CryptoCheckout,
  CryptoCheckoutButton,
  CryptoCopyField,
  CryptoCountdown,
  CryptoCurrencyPicker,
  CryptoDeposit,
  CryptoPaymentPanel,
  CryptoPaymentQr,
  CryptoReceipt,
  CryptoStatusBadge,
};

/** Vue's plugin: every component in every template, `<crypto-checkout>` or `<CryptoCheckout>`. */
export function cryptoCheckout(app: App): void {
  for (const [name, component] of Object.entries(components)) app.component(name, component);
}

type Components = typeof components;

declare module 'vue' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Vue's own types are extended this way
  interface GlobalComponents extends Components {}
}
