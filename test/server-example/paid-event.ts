import type { CheckoutInvoiceEvent } from '../../src/proxy/index.js';
import { caipIds } from '../../src/payment/index.js';

/** The event of the proxy for a payment. */
export function paidEvent(
  orderId: string,
  id = 'evt_1',
  type: 'checkout.paid' | 'checkout.overpaid' = 'checkout.paid',
): CheckoutInvoiceEvent {
  return {
    id,
    type,
    fulfill: true,
    createdAt: '2026-03-01T12:00:00.000Z',
    testMode: true,
    checkout: {
      id: 'c',
      paymentId: 'pay_c',
      version: 3,
      state: type === 'checkout.paid' ? 'paid' : 'overpaid',
      late: false,
    },
    order: { id: orderId, amount: '49.00', currency: 'EUR' },
    invoice: {
      id: 'INV-ABCD1234',
      orderId,
      currency: 'BTC',
      ...caipIds('BTC'),
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      price: { amount: '49.00', currency: 'EUR' },
      amount: '0.001',
      received: '0.001',
      applied: '0.001',
      ...{ owed: '0', reserved: '0', refunded: '0', dismissed: '0' },
      due: '0',
      surplus: '0',
      createdAt: '2026-03-01T11:00:00.000Z',
      expiresAt: '2026-03-01T12:30:00.000Z',
      finishedAt: '2026-03-01T12:00:00.000Z',
      transactions: ['ab'],
      unconfirmed: [],
    },
  };
}
