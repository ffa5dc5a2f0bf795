import { html, LitElement } from 'lit';

class ShopOrder extends LitElement {
  static properties = { paid: { state: true } };

  render() {
    const order = new URLSearchParams(location.search).get('order');
    return html`
      <crypto-checkout
        order=${order}
        @crypto-paid=${(event) => (this.paid = event.detail.orderId)}
      ></crypto-checkout>
      <output>${this.paid && `The page heard that ${this.paid} is paid`}</output>
    `;
  }
}
customElements.define('shop-order', ShopOrder);

// The single file has another copy of Lit in it.
if (location.search.includes('single-file')) await import('crypto-checkout/crypto-checkout.js');
else await import('crypto-checkout/define');
