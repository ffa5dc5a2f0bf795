import type { CurrencyCode } from '../src/payment/index.js';
import { CURRENCY_CODES } from '../src/payment/index.js';
import type {
  Checkout,
  CheckoutInvoice,
  CheckoutRefund,
  CheckoutState,
  DepositAddress,
  WalletTransfer,
} from '../src/protocol/index.js';
import { NOW } from './frozen-time.js';

/** Written out, so that a page that imports the fixtures loads nothing for them. */
const USDT_IDS = {
  caip2: 'tron:728126428',
  caip19: 'tron:728126428/trc20:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;

export { NOW };

/** Sample addresses: never send money to them. */
export const ADDRESSES = {
  USDT_TRC20: 'TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRS',
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  taproot: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ETH_BASE: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDC_SOL: '2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST',
} as const;

export const TRANSACTION = '045ef5c2b7d1e0f94a3c8867215be90d4f6a7721c3d85e90ab12cd34ef017409';

export const invoice: CheckoutInvoice = {
  id: 'INV-8KQ2M4XZ',
  currency: 'USDT_TRC20',
  ...USDT_IDS,
  address: ADDRESSES.USDT_TRC20,
  amount: '50.12',
  paid: '0',
  due: '50.12',
  surplus: '0',
  fee: '1',
  feePaidBy: 'payer',
  createdAt: '2026-11-21T12:42:00Z',
  expiresAt: '2026-11-21T13:12:00Z',
  monitoredUntil: '2026-11-22T13:12:00Z',
  transactions: [],
  unconfirmed: [],
  hostedPage: null,
};

export const bitcoinInvoice: CheckoutInvoice = {
  ...invoice,
  currency: 'BTC',
  caip2: 'bip122:000000000019d6689c085ae165831e93',
  caip19: 'bip122:000000000019d6689c085ae165831e93/slip44:0',
  address: ADDRESSES.BTC,
  amount: '0.00051234',
  due: '0.00051234',
};

export const wallet: DepositAddress = {
  id: 'b7c1c9f0-2c1f-4a53-9a55-0e5f8a3c7d11',
  currency: 'USDT_TRC20',
  ...USDT_IDS,
  address: ADDRESSES.USDT_TRC20,
  createdAt: '2026-11-20T09:30:00Z',
  testMode: false,
};

/** Amounts and transactions in a state. */
const FACTS: Partial<Record<CheckoutState, Partial<CheckoutInvoice>>> = {
  detected: { transactions: [TRANSACTION], unconfirmed: [TRANSACTION] },
  processing: { transactions: [TRANSACTION], unconfirmed: [TRANSACTION] },
  partial: { paid: '30', due: '20.12', transactions: [TRANSACTION] },
  paid: { paid: '50.12', due: '0', transactions: [TRANSACTION] },
  overpaid: { paid: '52.62', due: '0', surplus: '2.5', transactions: [TRANSACTION] },
};

export const checkout: Checkout = {
  id: 'c_7mK2pQ4vXw9LtRz3nB5y',
  version: 1,
  now: NOW,
  state: 'choosing',
  late: false,
  stale: false,
  checkedAt: '2026-11-21T12:48:17Z',
  testMode: false,
  order: {
    id: 'A-1001',
    amount: '49.00',
    currency: 'EUR',
    emailRequired: false,
    returnUrl: new URL('#returned', location.href).href,
    support: 'https://shop.example/help',
  },
  shop: { name: 'Nordlys Coffee' },
  offers: CURRENCY_CODES.map((code) => ({ code, available: true })),
  invoice: null,
  transfer: null,
};

/** A checkout with an invoice in `state`. */
export function checkoutIn(state: CheckoutState, changes: Partial<CheckoutInvoice> = {}): Checkout {
  if (state === 'choosing') return checkout;
  return { ...checkout, state, invoice: { ...invoice, ...FACTS[state], ...changes } };
}

const SECOND_TRANSACTION = [...TRANSACTION].toReversed().join('');

/** A part is received, and another transaction waits for confirmation. */
export const PART_DETECTED: Partial<CheckoutInvoice> = {
  transactions: [TRANSACTION, SECOND_TRANSACTION],
  unconfirmed: [SECOND_TRANSACTION],
};

/** Money that the payer can ask for. */
export const refund: CheckoutRefund = {
  ...{ invoice: 1, reason: 'surplus', currency: 'USDT_TRC20', amount: '2.5', state: 'possible' },
  ...{ proven: false, address: null, requestedAt: null, reply: null, transaction: null },
};

/** An address of the payer. */
export const PAYER_ADDRESS = 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8';

/** Money that the payer has asked for. */
export const refundRequested: CheckoutRefund = {
  ...{ ...refund, state: 'requested', proven: true, address: 'TQCt…7En8' },
  requestedAt: '2026-11-21T12:40:00Z',
};

/** An overpaid checkout with these items, or another one. */
export function withRefunds(
  items: readonly CheckoutRefund[],
  base: Checkout = checkoutIn('overpaid'),
  asksEmail = false,
): Checkout {
  return { ...base, refunds: { asksEmail, items } };
}

/** One that a wallet in the browser can pay. */
export const walletCheckout: Checkout = checkoutIn('awaiting', {
  ...{ currency: 'USDC_BASE', address: ADDRESSES.ETH_BASE, amount: '53.41', due: '53.41', fee: null },
});

/** The same in a token on Solana, with a proxy that reads the network. */
export const solanaCheckout: Checkout = {
  ...checkoutIn('awaiting', {
    ...{ currency: 'USDC_SOL', address: ADDRESSES.USDC_SOL, amount: '53.41', due: '53.41', fee: null },
  }),
  wallets: { solana: true },
};

/** The transfer of another page. */
export const walletTransfer: WalletTransfer = {
  ...{ id: 1, state: 'sent', wallet: 'Fox Wallet', endsAt: null },
  transaction: `0x8f2c${'ab'.repeat(28)}41d7`,
  askedAt: '2026-11-21T12:47:12Z',
};

export function offersOf(...codes: readonly CurrencyCode[]): Checkout['offers'] {
  return codes.map((code) => ({ code, available: true }));
}
