import type { ProblemCode } from '../../protocol/index.js';

/** What an answer holds: a type of the protocol, a stream of events, text, or nothing. */
type Content = 'Checkout' | 'Wallet' | 'Status' | 'events' | 'figures' | 'nothing';

/** What one path and method does, for other programs. Who writes `openapi.json` reads it; the proxy does not. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly request?: 'OpenRequest' | 'InvoiceRequest' | 'CancelRequest' | 'WalletRequest' | 'anything';
  /** By status. */
  readonly answers: Readonly<Record<number, readonly [content: Content, meaning: string]>>;
  readonly problems: readonly ProblemCode[];
}

/** The body of what has nothing else to say. */
export interface Status {
  readonly status: 'ok' | 'ready' | 'not ready';
}

/** Of every POST of a page. */
const OF_PAGES = [
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'origin_not_allowed',
  'rate_limited',
  'store_unavailable',
] as const;
const OF_READING = ['checkout_not_found', 'rate_limited', 'store_unavailable'] as const;

/** By what the routes are called. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /checkouts': {
    id: 'openCheckout',
    summary: 'Open the checkout of an order',
    description: 'The same order gives the same checkout, whoever opens it, and however often.',
    request: 'OpenRequest',
    answers: { 200: ['Checkout', 'It was there already.'], 201: ['Checkout', 'It is new.'] },
    problems: [...OF_PAGES, 'order_not_found', 'order_expired', 'checkout_closed', 'internal_error'],
  },
  'GET /checkouts/:id': {
    id: 'getCheckout',
    summary: 'Read a checkout',
    answers: {
      200: ['Checkout', 'As it is now.'],
      304: ['nothing', 'As it was: the ETag in If-None-Match is still right.'],
    },
    problems: OF_READING,
  },
  'GET /checkouts/:id/events': {
    id: 'streamCheckout',
    summary: 'Follow a checkout',
    description:
      'Server-sent events (HTML standard). An event `checkout` comes at once and at every change: its data is the whole Checkout as JSON, its id the version. An event `alive` without data comes every 15 s.',
    answers: { 200: ['events', 'Open until the reader goes, or the proxy stops.'] },
    problems: OF_READING,
  },
  'POST /checkouts/:id/invoice': {
    id: 'makeInvoice',
    summary: 'Have an invoice in a currency',
    description:
      'The first one, another currency, or a new quote after the deadline. The same currency gives the same invoice for as long as it can be paid.',
    request: 'InvoiceRequest',
    answers: { 200: ['Checkout', 'With that invoice, or in state `creating` while it is being made.'] },
    problems: [
      ...OF_PAGES,
      'checkout_not_found',
      'order_not_found',
      'new_link_required',
      'currency_not_offered',
      'email_required',
      'payment_in_progress',
      'checkout_closed',
      'price_mismatch',
      'service_refused',
      'service_unavailable',
      'internal_error',
    ],
  },
  'POST /checkouts/:id/cancel': {
    id: 'cancelCheckout',
    summary: 'Give up',
    description: 'Every invoice on which no money was seen is canceled.',
    request: 'CancelRequest',
    answers: { 200: ['Checkout', 'As it is then.'] },
    problems: [
      ...OF_PAGES,
      'checkout_not_found',
      'payment_in_progress',
      'checkout_closed',
      'service_refused',
      'service_unavailable',
    ],
  },
  'POST /wallets': {
    id: 'openWallet',
    summary: 'Have the permanent address of a customer',
    description: 'The same customer and currency give the same address, always.',
    request: 'WalletRequest',
    answers: { 200: ['Wallet', 'New or not.'] },
    problems: [
      ...OF_PAGES,
      'customer_not_found',
      'currency_not_offered',
      'address_unusable',
      'service_refused',
      'service_unavailable',
      'internal_error',
    ],
  },
  'POST /postbacks': {
    id: 'takePostback',
    summary: 'For the payment service alone: its notifications',
    request: 'anything',
    answers: { 200: ['Status', 'Taken, or none that means anything here: nobody learns which.'] },
    problems: ['invalid_request', 'payload_too_large', 'rate_limited', 'store_unavailable'],
  },
  'GET /healthz': {
    id: 'isAlive',
    summary: 'Does the process live?',
    answers: { 200: ['Status', 'It does.'] },
    problems: [],
  },
  'GET /readyz': {
    id: 'isReady',
    summary: 'Can it serve?',
    answers: {
      200: ['Status', 'It can.'],
      503: ['Status', 'The store does not answer, or the proxy is being stopped.'],
    },
    problems: ['rate_limited'],
  },
  'GET /metrics': {
    id: 'getMetrics',
    summary: 'Figures in the text format of Prometheus',
    answers: { 200: ['figures', 'As of the last seconds.'] },
    problems: ['not_found', 'rate_limited'],
  },
};
