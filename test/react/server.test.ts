import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  CryptoCheckout,
  CryptoCheckoutButton,
  CryptoCurrencyPicker,
  CryptoStatusBadge,
  useCheckout,
  type UseCheckoutOptions,
} from '../../src/react/index.js';
import {
  CryptoMerchant,
  CryptoMerchantAttention,
  CryptoMerchantBalances,
  CryptoMerchantPayments,
  CryptoMerchantPayouts,
  CryptoMerchantStatistics,
} from '../../src/react/merchant.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutOf } from '../checkout/fake-proxy.js';

const offers = [{ code: 'BTC', available: true }] as const;

describe('the React components on a server', () => {
  it('render the tag with its attributes and children', () => {
    const footer = createElement('p', { slot: 'footer' }, 'Ask us.');
    const props = { order: 'token', returnAfter: 30, className: 'wide', style: { maxWidth: 320 } };
    assert.equal(
      renderToStaticMarkup(createElement(CryptoCheckout, { ...props, onPaid: () => undefined }, footer)),
      '<crypto-checkout class="wide" style="max-width:320px" order="token" return-after="30">' +
        '<p slot="footer">Ask us.</p></crypto-checkout>',
    );
  });

  it('leave out false, missing and non-text values', () => {
    assert.equal(
      renderToStaticMarkup(
        createElement(CryptoCurrencyPicker, { offers, inline: true, required: false, hidden: false }),
      ),
      '<crypto-currency-picker inline=""></crypto-currency-picker>',
    );
  });

  describe('of a button with a payment link', () => {
    const href = 'https://pay.shop.example/crypto-checkout/pay/token';
    const button = (props: object, ...children: readonly ReactNode[]) =>
      renderToStaticMarkup(createElement(CryptoCheckoutButton, { href, ...props }, ...children)).replaceAll(
        href,
        'LINK',
      );

    it('is a link to the payment page without JavaScript', () => {
      assert.equal(
        button({ order: 'token' }, 'Pay ', createElement('b', null, 'now')),
        '<crypto-checkout-button order="token" href="LINK"><a href="LINK">Pay <b>now</b></a></crypto-checkout-button>',
      );
    });

    it('has a text of its own without children', () => {
      assert.equal(
        button({}),
        '<crypto-checkout-button href="LINK"><a href="LINK" slot="without-script">Pay with crypto</a></crypto-checkout-button>',
      );
    });

    it('has no second link beside that of the shop, and none that no browser may follow', () => {
      assert.equal(button({}, createElement('a', { href: '/pay' }, 'Pay')).match(/<a /g)?.length, 1);
      assert.doesNotMatch(button({ disabled: true }, 'Pay'), /<a /);
      for (const hostile of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.example',
        'http://shop.example/',
      ])
        assert.doesNotMatch(button({ href: hostile }, 'Pay'), /<a /, hostile);
    });
  });

  it('escape hostile text', () => {
    assert.equal(
      renderToStaticMarkup(createElement(CryptoStatusBadge, { state: '"><script>' })),
      '<crypto-status-badge state="&quot;&gt;&lt;script&gt;"></crypto-status-badge>',
    );
  });

  it('render every tag of the staff with its attributes', () => {
    const props = { sessionUrl: '/staff-session', session: () => Promise.resolve(''), className: 'wide' };
    assert.equal(
      renderToStaticMarkup(createElement(CryptoMerchant, { ...props, onCount: () => undefined })),
      '<crypto-merchant class="wide" session-url="/staff-session"></crypto-merchant>',
    );
    assert.equal(
      renderToStaticMarkup(createElement(CryptoMerchantPayouts, { payoutUrl: '/sign', scopes: [] })),
      '<crypto-merchant-payouts payout-url="/sign"></crypto-merchant-payouts>',
    );
    const others = {
      attention: createElement(CryptoMerchantAttention),
      balances: createElement(CryptoMerchantBalances),
      payments: createElement(CryptoMerchantPayments),
      statistics: createElement(CryptoMerchantStatistics),
    };
    for (const [name, component] of Object.entries(others))
      assert.equal(renderToStaticMarkup(component), `<crypto-merchant-${name}></crypto-merchant-${name}>`);
  });

  it('have a hook for own screens, which requests nothing', () => {
    const OwnScreen = (options: UseCheckoutOptions) => {
      const { state, checkout, due } = useCheckout(options);
      return JSON.stringify([state, checkout?.order.id, due]);
    };
    const fetch = () => assert.fail('a server asks the proxy with renderCheckout');
    const screen = (initial?: Checkout) =>
      renderToStaticMarkup(createElement(OwnScreen, { order: 'token', fetch, ...(initial && { initial }) }));
    assert.equal(screen(), '[&quot;loading&quot;,null,null]');
    assert.equal(screen(checkoutOf()), '[&quot;choosing&quot;,&quot;order-7&quot;,null]');
  });

  it('define nothing', () => {
    assert.equal(globalThis.customElements.get('crypto-checkout'), undefined);
    assert.equal(globalThis.customElements.get('crypto-merchant'), undefined);
  });
});
