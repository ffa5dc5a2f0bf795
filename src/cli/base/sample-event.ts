import type { CheckoutEventInvoice, InvoiceEventType, OrderEvent, WebhookEvent } from '../../proxy/index.js';
import { caipIds } from '../../payment/index.js';
import { INVOICE_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from '../../proxy/settings.js';
import type { Terminal } from './terminal.js';
import { testEvent } from './webhook.js';

export const SAMPLE_TYPES = [
  ...INVOICE_EVENT_TYPES,
  'checkout.review_required',
  'checkout.settled',
  ...REFUND_EVENT_TYPES,
  'deposit.received',
  'deposit_address.review_required',
  ...PAYOUT_EVENT_TYPES,
  'webhook.test',
] as const satisfies readonly WebhookEvent['type'][];

export type SampleType = (typeof SAMPLE_TYPES)[number];

/** The order or the customer, as the shop knows them. */
export interface SampleSubject {
  readonly order: string;
  /** The price. */
  readonly amount: string;
  readonly currency: string;
  readonly customer: string;
}

type Money = Pick<
  CheckoutEventInvoice,
  'received' | 'applied' | 'owed' | 'reserved' | 'refunded' | 'dismissed' | 'due' | 'surplus'
>;

interface Outcome extends Money {
  readonly state: OrderEvent['checkout']['state'];
  readonly late?: true;
}

const NONE_LEFT = { owed: '0', reserved: '0', refunded: '0', dismissed: '0', surplus: '0' } as const;
const NOTHING = { received: '0', applied: '0', ...NONE_LEFT, due: '0.001' } as const;
const IN_FULL = { received: '0.001', applied: '0.001', ...NONE_LEFT, due: '0' } as const;
/** 0.0002 BTC too much. */
const OVERPAID = { ...IN_FULL, received: '0.0012', owed: '0.0002', surplus: '0.0002' } as const;

/** What has happened to an invoice of 0.001 BTC. */
const OUTCOMES: Readonly<Record<InvoiceEventType, Outcome>> = {
  'checkout.paid': { state: 'paid', ...IN_FULL },
  'checkout.overpaid': { state: 'overpaid', ...OVERPAID },
  'checkout.partial': { state: 'partial', ...NOTHING, received: '0.0004', applied: '0.0004', due: '0.0006' },
  'checkout.paid_late': { state: 'paid', late: true, ...IN_FULL },
  'checkout.expired': { state: 'expired', ...NOTHING },
  'checkout.underpaid': { state: 'expired', ...NOTHING, received: '0.0004', owed: '0.0004', due: '0.0006' },
  'checkout.canceled': { state: 'canceled', ...NOTHING },
  'checkout.duplicate_payment': { state: 'paid', ...IN_FULL, applied: '0', owed: '0.001' },
};

/** The example of BIP 173. Never send money to it. */
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const LIFETIME_MS = 30 * 60_000;

const includes = <Type extends string>(types: readonly Type[], type: string): type is Type =>
  types.some((known) => known === type);

/** Returns an event that no payment has caused. It is always in test mode, and newer than the samples before it. */
export function sampleEvent(
  type: SampleType,
  subject: SampleSubject,
  terminal: Pick<Terminal, 'nowMs'>,
): WebhookEvent {
  const base = testEvent(terminal);
  if (type === 'webhook.test') return base;
  const { order: orderId, customer, ...price } = subject;
  const ofCustomer = { ...base, customer, currency: 'BTC', ...caipIds('BTC') } as const;
  const wallet = { id: 'sample', address: ADDRESS };
  if (type === 'deposit_address.review_required')
    return { ...ofCustomer, type, reason: 'address_invalid', wallet: { id: wallet.id } };
  if (type === 'deposit.received')
    return {
      ...ofCustomer,
      type,
      wallet,
      amount: '0.001',
      transaction: 'sample',
      invoiceId: 'INV-SAMPLE00',
      verified: true,
    };
  if (includes(PAYOUT_EVENT_TYPES, type)) return { ...base, type, payout: payoutIn(type) };
  const nowMs = terminal.nowMs();
  const ofOrder = (state: Outcome['state'], late: boolean) => ({
    ...base,
    checkout: { id: 'sample', paymentId: 'pay_sample', version: nowMs, state, late },
    order: { id: orderId, ...price },
  });
  const ids = { id: 'INV-SAMPLE00', orderId, currency: 'BTC', ...caipIds('BTC') } as const;
  const invoice = { ...ids, address: ADDRESS, price };
  if (type === 'checkout.review_required')
    return { ...ofOrder('awaiting', false), type, reason: 'address_changed', invoice };
  const withMoney = ({ received, ...money }: Money) => {
    const isPaid = received !== '0';
    const times = {
      createdAt: base.createdAt,
      expiresAt: new Date(nowMs + LIFETIME_MS).toISOString(),
      finishedAt: isPaid ? base.createdAt : null,
    };
    const transactions = isPaid ? ['sample'] : [];
    return { ...invoice, amount: '0.001', received, ...money, ...times, transactions, unconfirmed: [] };
  };
  const surplus = { invoiceId: ids.id, currency: ids.currency, amount: '0.0002' } as const;
  const without = (place: 'reserved' | 'refunded' | 'dismissed') =>
    withMoney({ ...OVERPAID, owed: '0', [place]: surplus.amount });
  if (type === 'checkout.settled') {
    const decision = { kind: 'dismissed', about: 'owed', ...surplus, person: 'Sam', note: null } as const;
    return { ...ofOrder('overpaid', false), type, fulfill: false, invoice: without('dismissed'), decision };
  }
  if (includes(REFUND_EVENT_TYPES, type)) {
    const refund = {
      id: 'sample',
      requestedBy: 'payer',
      ...surplus,
      address: ADDRESS,
      email: null,
      payout: type === 'refund.sent' || type === 'refund.reserved' ? 'sample' : null,
      reply: type === 'refund.declined' ? 'A sample' : null,
    } as const;
    const invoiceNow =
      type === 'refund.sent'
        ? without('refunded')
        : type === 'refund.reserved'
          ? without('reserved')
          : withMoney(OVERPAID);
    return { ...ofOrder('overpaid', false), type, invoice: invoiceNow, refund };
  }
  const { state, late = false, ...money } = OUTCOMES[type];
  const fulfill = type === 'checkout.paid' || type === 'checkout.overpaid';
  return { ...ofOrder(state, late), type, fulfill, invoice: withMoney(money) };
}

type PayoutEvent = Extract<WebhookEvent, { readonly payout: unknown }>;

/** What the staff and the service have done by the time of this event. */
function payoutIn(type: PayoutEvent['type']): PayoutEvent['payout'] {
  const isApproved = !['payout.proposed', 'payout.declined', 'payout.withdrawn'].includes(type);
  const isSent = type === 'payout.sent';
  return {
    id: 'sample',
    currency: 'BTC',
    address: ADDRESS,
    amount: '0.001',
    purpose: 'A sample',
    refund: null,
    proposedBy: 'Sam',
    approvedBy: isApproved ? 'Kim' : null,
    refusal: type === 'payout.refused' ? 'service_refused' : null,
    serviceId: isSent ? 'sample' : null,
    sentAmount: isSent ? '0.001' : null,
  };
}
