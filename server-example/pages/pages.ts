import { html } from 'hono/html';
import type { Product } from '../orders.js';
import { illustration } from './illustrations.js';
import { ELEMENTS, statusBox, page, sandboxHint, type Markup } from './page.js';

export function productsPage(products: readonly Product[]): Markup {
  return page(
    '',
    html`<main class="shop">
      <div class="hero">
        <h1>Roasted on Tuesday, at your door on Friday</h1>
        <p>Small lots from growers we know by name, roasted under the northern lights.</p>
      </div>
      <ul class="products">
        ${products.map(productTile)}
      </ul>
      <ul class="promises">
        <li><b>Free delivery</b> in recycled paper, whatever you order</li>
        <li><b>Roasted to order</b> and never older than three days</li>
        <li><b>Pay with crypto</b> from any wallet, at a price that is held</li>
      </ul>
    </main>`,
  );
}

function productTile({ id, name, details, price }: Product): Markup {
  return html`<li>
    <div class="tile">${illustration(id)}</div>
    <h2>${name}</h2>
    <p>${details}</p>
    <form method="post" action="/orders">
      <span>€${price}</span>
      <button class="main" name="product" value="${id}">
        Buy <span class="visually-hidden">${name} for €${price}</span>
      </button>
    </form>
  </li>`;
}

/** Continues a payment on another device: the QR code of the order page opens this page. */
export function payPage(): Markup {
  return page(
    'Payment',
    html`<main class="pay payment">
      <h1>Payment</h1>
      <crypto-checkout endpoint="/crypto-checkout"><p>Loading the checkout…</p></crypto-checkout>
    </main>`,
    ['pay.js', ELEMENTS],
  );
}

/** The customer's deposit addresses and deposits. */
export function depositPage(token: string, sandboxPage?: string): Markup {
  return page(
    'Top up',
    html`<main class="order">
      <div class="intro">
        <h1>Your account</h1>
        <p class="hint">Coffee for the whole year: top up once, and order with a single press.</p>
      </div>
      <section class="payment" aria-labelledby="top-up">
        <h2 id="top-up">Top up with crypto</h2>
        <crypto-deposit endpoint="/crypto-checkout" customer="${token}">
          <p>Loading your address…</p>
        </crypto-deposit>
      </section>
      <div class="aside">${statusBox(html`data-deposits`)} ${sandboxHint(sandboxPage)}</div>
    </main>`,
    ['theme.css', ELEMENTS, 'deposit.js'],
  );
}

export function notFoundPage(): Markup {
  return page(
    'Not found',
    html`<main>
      <h1>Page not found</h1>
      <p><a href="/">To the shop</a></p>
    </main>`,
  );
}
