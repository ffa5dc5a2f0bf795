import { caipIds } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';

/** With every optional field. */
export const CHECKOUT: Checkout = {
  id: 'c-1',
  version: 3,
  now: '2026-11-21T10:00:00.000Z',
  state: 'awaiting',
  late: false,
  stale: false,
  checkedAt: '2026-11-21T09:59:58Z',
  testMode: true,
  order: {
    id: 'order-7',
    amount: '49.00',
    currency: 'EUR',
    description: 'Two mugs',
    emailRequired: false,
    returnUrl: 'https://shop.example/thanks',
    failUrl: 'http://127.0.0.1:4000/again',
    support: 'mailto:help@shop.example',
  },
  shop: { name: 'Mugs' },
  offers: [
    { code: 'BTC', available: true },
    { code: 'USDT_TRC20', available: false, reason: 'below the minimum' },
  ],
  invoice: {
    id: 'INV-ABCD1234',
    currency: 'BTC',
    ...caipIds('BTC'),
    address: 'bc1qaddress',
    amount: '0.00012345',
    paid: '0',
    due: '0.00012345',
    surplus: '0',
    fee: '0.000001',
    feePaidBy: 'payer',
    createdAt: '2026-11-21T09:50:00.000Z',
    expiresAt: '2026-11-21T10:05:00.000Z',
    monitoredUntil: null,
    transactions: ['t1'],
    hostedPage: 'https://pay.example/INV-ABCD1234',
  },
  transfer: {
    id: 2,
    state: 'sent',
    wallet: 'Example Wallet',
    transaction: null,
    askedAt: '2026-11-21T09:59:00.000Z',
    endsAt: null,
  },
};
