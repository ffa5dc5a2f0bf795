// The shop's own books. A real shop keeps them in its database.
import { randomInt } from 'node:crypto';
import type { CheckoutEvent } from 'crypto-checkout/proxy';

export interface Product {
  readonly id: 'beans' | 'cup' | 'set';
  readonly name: string;
  readonly details: string;
  /** Exact decimal text in euros. */
  readonly price: string;
}

export const PRODUCTS: readonly Product[] = [
  { id: 'beans', name: 'Ethiopia Guji, washed', details: '500 g, whole beans', price: '21.00' },
  { id: 'cup', name: 'Stoneware cup, moss', details: '2 pieces', price: '24.00' },
  { id: 'set', name: 'The morning set', details: 'Beans, two cups, a filter', price: '49.00' },
];

export interface Order {
  readonly id: string;
  readonly product: Product;
  readonly fulfilled: boolean;
  /** What the checkout has told so far, oldest first. */
  readonly events: readonly CheckoutEvent[];
}

export class Orders {
  readonly #orders = new Map<string, Order>();

  create(product: Product): Order {
    const order: Order = { id: unguessableId(), product, fulfilled: false, events: [] };
    this.#orders.set(order.id, order);
    return order;
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  /** An event may come more than once: its id says whether it is known, and an order is fulfilled only once. */
  record(event: CheckoutEvent): void {
    if (event.type === 'deposit.received') return;
    const order = this.#orders.get(event.order.id);
    if (!order || order.events.some((known) => known.id === event.id)) return;
    const isPaid = event.type === 'checkout.paid' || event.type === 'checkout.overpaid';
    this.#orders.set(order.id, {
      ...order,
      events: [...order.events, event],
      fulfilled: order.fulfilled || isPaid,
    });
  }
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Whoever knows an order's id may see its page, so it cannot be counted up. */
function unguessableId(): string {
  return `A-${Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
