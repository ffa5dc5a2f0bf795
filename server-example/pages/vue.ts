// The payment in a Vue application. Use render functions or templates compiled by the build, as in `.vue` files: a compiler
// in the page would need `unsafe-eval` in the policy of the shop.
import { createApp, defineComponent, h, ref } from 'vue';
import { CryptoCheckout } from 'crypto-checkout/vue';

const Payment = defineComponent(
  ({ order }: { readonly order: string }) => {
    const isPaid = ref(false);
    const thank = () => {
      isPaid.value = true;
    };
    return () => [
      h(CryptoCheckout, {
        order,
        resumeUrl: '/pay#{checkout}',
        onCryptoPaid: thank,
        onCryptoOverpaid: thank,
      }),
      h(
        'p',
        { class: 'thanks', role: 'status' },
        isPaid.value ? 'Thank you! We have sent you an email with all details.' : '',
      ),
    ];
  },
  { props: ['order'] },
);

const place = document.querySelector<HTMLElement>('[data-token]');
if (place) createApp(Payment, { order: place.dataset['token'] ?? '' }).mount(place);
