import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSSRApp, h, resolveComponent, type VNode } from 'vue';
import { renderToString } from 'vue/server-renderer';
import {
  cryptoCheckout,
  CryptoCheckout,
  CryptoCheckoutButton,
  CryptoCurrencyPicker,
  useCheckout,
} from '../../src/vue/index.js';
import * as staff from '../../src/vue/merchant.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutOf } from '../checkout/fake-proxy.js';

const rendered = (render: () => VNode): Promise<string> =>
  renderToString(createSSRApp({ render }).use(cryptoCheckout));

describe('the Vue components on a server', () => {
  it('render the tag with its attributes and children', async () => {
    const props = { order: 'token', returnAfter: 30, class: 'wide', onCryptoPaid: () => undefined };
    assert.equal(
      await rendered(() => h(CryptoCheckout, props, () => h('p', { slot: 'footer' }, 'Ask us.'))),
      '<crypto-checkout class="wide" order="token" return-after="30">' +
        '<p slot="footer">Ask us.</p></crypto-checkout>',
    );
  });

  it('leave out false, missing and non-text values', async () => {
    const offers = [{ code: 'BTC', available: true }] as const;
    assert.equal(
      await rendered(() => h(CryptoCurrencyPicker, { offers, inline: true, required: false })),
      '<crypto-currency-picker inline></crypto-currency-picker>',
    );
  });

  it('read attributes as a template has them', async () => {
    const checkout = (attributes: Record<string, string>): Promise<string> =>
      rendered(() => h(resolveComponent('crypto-checkout'), attributes));
    assert.equal(await checkout({ open: '' }), '<crypto-checkout open></crypto-checkout>');
    assert.equal(
      await checkout({ 'return-after': '30' }),
      '<crypto-checkout return-after="30"></crypto-checkout>',
    );
  });

  it('make a button with a payment link a link without JavaScript, and never a second one', async () => {
    const href = 'https://pay.shop.example/crypto-checkout/pay/token';
    const button = async (props: object, children?: () => readonly (VNode | string)[]) =>
      (await rendered(() => h(CryptoCheckoutButton, { href, ...props }, children)))
        .replace(/<!--.*?-->/g, '')
        .replaceAll(href, 'LINK');
    assert.equal(
      await button({ order: 'token' }, () => ['Pay now']),
      '<crypto-checkout-button order="token" href="LINK"><a href="LINK">Pay now</a></crypto-checkout-button>',
    );
    assert.match(await button({}), /><a href="LINK" slot="without-script">Pay with crypto<\/a></);
    assert.equal((await button({}, () => [h('a', { href }, 'Pay')])).match(/<a /g)?.length, 1);
    for (const props of [{ disabled: true }, { href: 'javascript:alert(1)' }])
      assert.doesNotMatch(await button(props, () => ['Pay']), /<a /);
  });

  it('render every tag of the staff with its attributes, also as a template has them', async () => {
    const { cryptoMerchant, ...components } = staff;
    const tags = ['', '-attention', '-payments', '-balances', '-statistics', '-payouts'].map(
      (name) => `crypto-merchant${name}`,
    );
    assert.equal(Object.keys(components).length, tags.length);
    const app = createSSRApp({
      render: () => tags.map((tag) => h(resolveComponent(tag), { 'session-url': '/staff-session' })),
    }).use(cryptoMerchant);
    const html = (await renderToString(app)).replace(/<!--.*?-->/g, '');
    assert.equal(html, tags.map((tag) => `<${tag} session-url="/staff-session"></${tag}>`).join(''));
  });

  it('have a composable for own screens, which requests nothing', async () => {
    const fetch = () => assert.fail('a server asks the proxy with renderCheckout');
    const screen = (initial?: Checkout) =>
      renderToString(
        createSSRApp({
          setup() {
            const { state, checkout, due } = useCheckout({
              order: 'token',
              fetch,
              ...(initial && { initial }),
            });
            return () => h('p', `${state.value} ${checkout.value?.order.id} ${due.value}`);
          },
        }),
      );
    assert.equal(await screen(), '<p>loading undefined null</p>');
    assert.equal(await screen(checkoutOf()), '<p>choosing order-7 null</p>');
  });

  it('define nothing', () => {
    assert.equal(globalThis.customElements.get('crypto-checkout'), undefined);
    assert.equal(globalThis.customElements.get('crypto-merchant'), undefined);
  });
});
