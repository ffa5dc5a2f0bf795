import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CryptoCheckout, CryptoCurrencyPicker, CryptoStatusBadge } from '../../src/react/index.js';

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

  it('escape hostile text', () => {
    assert.equal(
      renderToStaticMarkup(createElement(CryptoStatusBadge, { state: '"><script>' })),
      '<crypto-status-badge state="&quot;&gt;&lt;script&gt;"></crypto-status-badge>',
    );
  });

  it('define nothing', () => {
    assert.equal(globalThis.customElements.get('crypto-checkout'), undefined);
  });
});
