import { html } from 'hono/html';
import type { Order, Product } from '../orders.js';

/** A piece of HTML whose every inserted value has been escaped by `html`. */
type Markup = ReturnType<typeof html>;

function page(title: string, body: Markup, head: Markup | '' = ''): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/shop.css" />
        <link rel="icon" href="/assets/icon.svg" />
        ${head}
      </head>
      <body>
        <header class="page-head"><a class="logo" href="/">Nordlys Coffee</a></header>
        ${body}
      </body>
    </html>`;
}

export function productsPage(products: readonly Product[]): Markup {
  return page(
    'Nordlys Coffee',
    html`<main>
      <h1>Roasted on Tuesday, at your door on Friday</h1>
      <ul class="products">
        ${products.map(
          (product) =>
            html`<li>
              ${drawing(product.id)}
              <h2>${product.name}</h2>
              <p>${product.details}</p>
              <form method="post" action="/orders">
                <button name="product" value="${product.id}">
                  Buy <span class="visually-hidden">${product.name} </span>for €${product.price}
                </button>
              </form>
            </li>`,
        )}
      </ul>
      <p class="hint"><a href="/deposit">Top up your account with crypto</a></p>
    </main>`,
  );
}

interface OrderPage {
  readonly order: Order;
  readonly token: string;
  readonly sandboxPage?: string;
}

export function orderPage({ order, token, sandboxPage }: OrderPage): Markup {
  const { id, product } = order;
  return page(
    `Order ${id} · Nordlys Coffee`,
    html`<main class="order">
      <section aria-labelledby="your-order">
        <h1 id="your-order">Your order</h1>
        <div class="line">
          ${drawing(product.id)}
          <p><b>${product.name}</b><br /><small>${product.details}</small></p>
          <span>€${product.price}</span>
        </div>
        <dl class="sum">
          <div>
            <dt>Order</dt>
            <dd>${id}</dd>
          </div>
          <div class="total">
            <dt>Total</dt>
            <dd>€${product.price}</dd>
          </div>
        </dl>
        <section class="known" aria-labelledby="known" data-order="${id}">
          <h2 id="known">What the shop's server knows</h2>
          <p role="status" data-status>Asking…</p>
          <ol data-events></ol>
        </section>
        ${sandboxHint(sandboxPage)}
      </section>
      <section aria-labelledby="payment">
        <h1 id="payment">Payment</h1>
        <crypto-checkout endpoint="/crypto-checkout" order="${token}" resume-url="/pay#{checkout}">
          <p>Loading the checkout…</p>
        </crypto-checkout>
      </section>
    </main>`,
    html`<script type="module" src="/assets/crypto-checkout.js"></script>
      <script type="module" src="/assets/order.js"></script>`,
  );
}

/** Where a phone goes on with a payment that was begun elsewhere: the code on the order page leads here. */
export function payPage(): Markup {
  return page(
    'Payment · Nordlys Coffee',
    html`<main class="pay">
      <h1>Payment</h1>
      <crypto-checkout endpoint="/crypto-checkout"><p>Loading the checkout…</p></crypto-checkout>
    </main>`,
    html`<script type="module" src="/assets/pay.js"></script>
      <script type="module" src="/assets/crypto-checkout.js"></script>`,
  );
}

/** The customer's permanent addresses, and what has come to them. */
export function depositPage(token: string, sandboxPage?: string): Markup {
  return page(
    'Top up · Nordlys Coffee',
    html`<main class="order">
      <section aria-labelledby="your-account">
        <h1 id="your-account">Your account</h1>
        <section class="known" aria-labelledby="known" data-deposits>
          <h2 id="known">What the shop's server knows</h2>
          <p role="status" data-status>Asking…</p>
          <ol data-events></ol>
        </section>
        ${sandboxHint(sandboxPage)}
      </section>
      <section aria-labelledby="top-up">
        <h1 id="top-up">Top up with crypto</h1>
        <crypto-deposit endpoint="/crypto-checkout" customer="${token}">
          <p>Loading your address…</p>
        </crypto-deposit>
      </section>
    </main>`,
    html`<script type="module" src="/assets/crypto-checkout.js"></script>
      <script type="module" src="/assets/deposit.js"></script>`,
  );
}

function sandboxHint(sandboxPage: string | undefined): Markup | '' {
  if (!sandboxPage) return '';
  return html`<p class="hint">
    No money needed: this shop talks to a sandbox.
    <a href="${sandboxPage}" target="_blank" rel="noopener">Open the sandbox</a> to pay.
  </p>`;
}

export function notFoundPage(): Markup {
  return page(
    'Not found · Nordlys Coffee',
    html`<main>
      <h1>There is nothing here</h1>
      <p><a href="/">To the shop</a></p>
    </main>`,
  );
}

const DRAWINGS = {
  beans: html`<path class="a" d="M20 14h24l4 8v30H16V22z" /><path class="b" d="M24 30h16v12H24z" />`,
  cup: html`<path class="c" d="M14 20h28v14a12 12 0 0 1-12 12h-4a12 12 0 0 1-12-12z" /><path
      class="d"
      d="M42 24h4a6 6 0 0 1 0 12h-4"
    />`,
  set: html`<path class="a" d="M12 16h18l3 6v26H9V22z" /><path
      class="c"
      d="M36 30h18v9a9 9 0 0 1-9 9 9 9 0 0 1-9-9z"
    />`,
} satisfies Record<Product['id'], Markup>;

function drawing(id: Product['id']): Markup {
  return html`<svg class="thumb" viewBox="0 0 64 64" aria-hidden="true">${DRAWINGS[id]}</svg>`;
}
