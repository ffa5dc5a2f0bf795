// The page of an order, with several ways to embed the payment.
import { html } from 'hono/html';
import type { Order } from '../orders.js';
import { illustration } from './illustrations.js';
import { ELEMENTS, statusBox, page, sandboxHint, type Markup } from './page.js';

interface Payment {
  readonly order: Order;
  /** Order token. */
  readonly token: string;
}

interface PaymentView {
  readonly name: string;
  readonly script: readonly string[];
  readonly show: (payment: Payment) => Markup;
}

const VIEWS = {
  inline: { name: 'inline', script: [ELEMENTS], show: inline },
  modal: { name: 'dialog', script: [ELEMENTS, 'modal.js'], show: modal },
  button: { name: 'button', script: [ELEMENTS], show: button },
  react: { name: 'React', script: ['react.js'], show: application },
  vue: { name: 'Vue', script: ['vue.js'], show: application },
} satisfies Record<string, PaymentView>;

export type OrderView = keyof typeof VIEWS;

export function isView(text: string): text is OrderView {
  return Object.hasOwn(VIEWS, text);
}

/** The element inline in the page. */
function inline({ token }: Payment): Markup {
  return html`<crypto-checkout endpoint="/crypto-checkout" order="${token}" resume-url="/pay#{checkout}">
    <p>Loading the checkout…</p>
  </crypto-checkout>`;
}

/** A dialog that the shop's own button opens. */
function modal({ order, token }: Payment): Markup {
  return html`<div class="box">
    ${due(order)}
    <p role="status" data-note>${NOTE}</p>
    <button class="main" type="button" data-pay>Pay with crypto</button>
    <crypto-checkout mode="modal" order="${token}" resume-url="/pay#{checkout}"></crypto-checkout>
  </div>`;
}

/** The package's button, without a script of the shop. */
function button({ order, token }: Payment): Markup {
  return html`<div class="box">
    ${due(order)}
    <p>${NOTE}</p>
    <crypto-checkout-button order="${token}" resume-url="/pay#{checkout}"></crypto-checkout-button>
  </div>`;
}

const NOTE =
  'From your wallet: choose a coin and scan the code. We ship as soon as your payment has arrived.';

function due({ product }: Order): Markup {
  return html`<p class="due"><span>To pay</span> <b>€${product.price}</b></p>`;
}

/** React or Vue renders here: pages/react.tsx, pages/vue.ts. */
function application({ token }: Payment): Markup {
  return html`<div data-token="${token}"></div>`;
}

interface OrderPage extends Payment {
  readonly view: OrderView;
  readonly sandboxPage?: string;
}

export function orderPage({ order, token, view, sandboxPage }: OrderPage): Markup {
  const { script, show } = VIEWS[view];
  return page(
    `Order ${order.id}`,
    html`<main class="order">
      <div class="intro">
        <h1>Your order</h1>
        <p class="hint">${order.id}</p>
      </div>
      ${summary(order)}
      <section class="payment" aria-labelledby="payment">
        <h2 id="payment">Payment</h2>
        ${show({ order, token })}
      </section>
      <div class="aside">${statusBox(html`data-order="${order.id}"`)} ${sandboxHint(sandboxPage)}</div>
      ${otherViews(order, view)}
    </main>`,
    [...script, 'order.js'],
  );
}

function summary({ product }: Order): Markup {
  return html`<section class="summary" aria-labelledby="summary">
    <h2 id="summary">What you get</h2>
    <div class="line">
      ${illustration(product.id)}
      <p><b>${product.name}</b><br /><small>${product.details}</small></p>
      <span>€${product.price}</span>
    </div>
    <dl class="sum">
      <div>
        <dt>Delivery by Friday</dt>
        <dd>free</dd>
      </div>
      <div class="total">
        <dt>Total</dt>
        <dd>€${product.price}</dd>
      </div>
    </dl>
  </section>`;
}

function otherViews({ id }: Order, shown: OrderView): Markup {
  const names = Object.entries(VIEWS).map(([view, { name }]) => {
    const path = view === 'inline' ? `/orders/${id}` : `/orders/${id}/${view}`;
    return html`<li><a href="${path}" ${view === shown ? html`aria-current="page"` : ''}>${name}</a></li>`;
  });
  return html`<nav class="views" aria-labelledby="views">
    <p id="views">Show the same payment as</p>
    <ul>
      ${names}
    </ul>
  </nav>`;
}
