import type {
  Attention,
  AttentionItem,
  AuditEntry,
  BookMonth,
  BookRow,
  MerchantBalances,
  MerchantPayment,
  MerchantPaymentDetails,
  MerchantRefund,
  MerchantStatistics,
  Payout,
  PayoutAttention,
  Reconciliation,
  UndeliveredEvent,
} from '../src/protocol/index.js';
import { isAboutMoney } from '../src/protocol/index.js';
import { ADDRESSES, NOW, TRANSACTION } from './fixtures.js';

const price = (amount: string) => ({ amount, currency: 'EUR' });
const order = (id: string, amount = '49.00') => ({ id, ...price(amount) });
const at = (time: string, day = 21) => `2026-11-${String(day).padStart(2, '0')}T${time}:00Z`;

/** What every entry about an invoice has. */
const about = (id: string, since: string) =>
  ({
    id: `${id}.1`,
    payment: `payment-of-${id}`,
    order: order(id),
    invoice: 1,
    testMode: false,
    since: at(since),
  }) as const;

const refund: MerchantRefund = {
  ...{
    id: 'refund-1',
    invoice: 1,
    requestedBy: 'payer',
    currency: 'USDT_TRC20',
    address: ADDRESSES.USDT_TRC20,
  },
  ...{ amount: '30', email: 'ada@example.org', state: 'requested', payable: true, check: null, payout: null },
  ...{ reply: null, transaction: null, requestedAt: at('12:10'), decidedAt: null },
};
const unproven: MerchantRefund = {
  ...{ ...refund, id: 'refund-2', requestedBy: 'link_holder', address: 'TQCtFsSh4Rk1nRhpVXVYRv8oDWFaZ17En8' },
  ...{ email: null, payable: false },
};
const checked: MerchantRefund = {
  ...{ ...unproven, id: 'refund-3', payable: true },
  check: { person: 'Jon Berg', note: 'The customer signed a message with the wallet.', at: at('12:30') },
};

/** Refunds in every state. */
export const REFUNDS: readonly MerchantRefund[] = [
  refund,
  unproven,
  checked,
  { ...refund, id: 'refund-4', state: 'proposed', payable: false, payout: 'payout-1' },
  { ...refund, id: 'refund-5', state: 'approved', payable: false, payout: 'payout-2' },
  {
    ...{ ...refund, id: 'refund-6', state: 'sent', payable: false, payout: 'payout-3' },
    transaction: TRANSACTION,
  },
  { ...refund, id: 'refund-7', state: 'declined', payable: false, reply: 'We have delivered your order.' },
  { ...refund, id: 'refund-8', state: 'accepted', payable: false },
];

/** Two payers ask for the same money, and a refund that the shop makes. */
export const REFUND_ITEMS: readonly AttentionItem[] = [
  {
    ...about('A-1031', '12:03'),
    ...{ kind: 'owed', currency: 'USDT_TRC20', reason: 'underpaid' },
    ...{ owed: '30', received: '30', amount: '50.12', refunds: [refund, unproven] },
  },
  {
    ...{ ...about('A-1044', '12:40'), kind: 'refund', currency: 'USDT_TRC20' },
    refund: { ...refund, id: 'refund-9', requestedBy: 'staff', amount: '12.5', email: null },
  },
];

const waitingPayout = (id: number, state: PayoutAttention['state'], time: string): PayoutAttention => ({
  ...{ kind: 'payout', id: `payout.${id}`, payout: String(id), state, since: at(time) },
  ...{ currency: 'USDT_TRC20', amount: '1200', proposedBy: 'Jon Berg' },
});

/** Payouts that need a person. */
export const PAYOUT_ITEMS: readonly PayoutAttention[] = [
  waitingPayout(1, 'unknown', '11:42'),
  waitingPayout(2, 'approved', '12:14'),
  waitingPayout(3, 'proposed', '12:20'),
];

const undelivered = (
  id: string,
  type: string,
  {
    status,
    orderId,
    time,
  }: Pick<UndeliveredEvent, 'status'> & { readonly orderId: string | null; readonly time: string },
): UndeliveredEvent => ({
  ...{ id, type, status, since: at(time) },
  payment: orderId === null ? null : { id: `payment-of-${orderId}`, orderId },
});

export const ATTENTION_ITEMS: readonly AttentionItem[] = [
  {
    ...{ kind: 'events', id: 'events', since: at('12:20'), waiting: 3, dead: 1, paid: 2 },
    ...{ failure: 'webhook answered 502', nextAttemptAt: at('13:15') },
    events: [
      undelivered('event-1', 'checkout.paid', { status: 'dead', orderId: 'A-1012', time: '12:20' }),
      undelivered('event-2', 'checkout.paid', { status: 'waiting', orderId: 'A-1039', time: '12:41' }),
      undelivered('event-3', 'checkout.underpaid', { status: 'waiting', orderId: 'A-1031', time: '12:44' }),
      undelivered('event-4', 'deposit.received', { status: 'waiting', orderId: null, time: '12:45' }),
    ],
  },
  { ...about('A-1042', '12:46'), kind: 'review', currency: 'USDT_ERC20', reason: 'address_invalid' },
  { ...about('A-1038', '12:32'), kind: 'late', currency: 'USDT_TRC20', refundable: '50.12', refunds: [] },
  {
    ...about('A-1031', '12:03'),
    ...{ kind: 'owed', currency: 'USDT_TRC20', reason: 'underpaid' },
    ...{ owed: '30', received: '30', amount: '50.12', refunds: [] },
  },
  {
    ...about('A-0997', '11:03'),
    ...{ kind: 'owed', currency: 'BTC', reason: 'duplicate' },
    ...{ owed: '0.00089', received: '0.00089', amount: '0.00089', refunds: [] },
  },
  {
    ...about('A-1019', '10:03'),
    ...{ kind: 'owed', currency: 'USDC_BASE', reason: 'surplus' },
    ...{ owed: '0.5', received: '50.5', amount: '50', refunds: [] },
  },
  { ...about('A-0981', '09:10'), kind: 'review', currency: 'BTC', reason: 'price_mismatch' },
];

export const attentionOf = (items: readonly AttentionItem[]): Attention => ({
  items,
  count: items.length,
  money: items.filter(isAboutMoney).length,
  next: null,
  now: NOW,
});

type Row = readonly [
  id: string,
  time: string,
  state: MerchantPayment['state'],
  amount: string,
  currency: MerchantPayment['currency'],
  received: string | null,
  asked: string | null,
];

const ROWS: readonly Row[] = [
  ['A-1043', '12:45', 'awaiting', '120.00', 'BTC', '0', '0.00131'],
  ['A-1042', '12:43', 'detected', '18.50', 'USDC_BASE', '20.17', '20.17'],
  ['A-1041', '12:40', 'paid', '49.00', 'USDT_TRC20', '50.12', '50.12'],
  ['A-1040', '12:31', 'canceled', '64.00', 'ETH_BASE', '0', '0.0204'],
  ['A-1038', '12:12', 'paid', '49.00', 'USDT_TRC20', '50.12', '50.12'],
  ['A-1036', '11:47', 'paid', '12.00', 'LTC', '0.1426', '0.1426'],
  ['A-1031', '11:20', 'expired', '49.00', 'USDT_TRC20', '30', '50.12'],
  ['A-1028', '10:52', 'expired', '230.00', 'USDT_ERC20', '0', '250.70'],
  ['A-1001', '09:04', 'overpaid', '49.00', 'USDT_TRC20', '52.62', '50.12'],
  ['A-0999', '08:50', 'choosing', '15.00', null, null, null],
];

export const PAYMENTS: readonly MerchantPayment[] = ROWS.map(
  ([id, time, state, amount, currency, received, asked]) => ({
    id: `payment-of-${id}`,
    order: order(id, amount),
    state,
    late: id === 'A-1038',
    ...{ currency, received, amount: asked },
    needsAttention: ['A-1038', 'A-1031', 'A-1001'].includes(id),
    testMode: id === 'A-0999',
    createdAt: at(time),
  }),
);

const invoice: MerchantPaymentDetails['invoices'][number] = {
  number: 1,
  id: 'INV-8KQ2M4XZ',
  state: 'expired',
  currency: 'USDT_TRC20',
  price: price('49.00'),
  address: ADDRESSES.USDT_TRC20,
  amount: '50.12',
  received: '30',
  ...{ applied: '0', owed: '30', reserved: '0', refunded: '0', dismissed: '0', refundable: '30' },
  ...{ reason: 'underpaid', late: false, hasPaidOrder: false },
  ...{ transactions: [TRANSACTION], reviewReasons: [], testMode: false },
  ...{ createdAt: at('11:22'), expiresAt: at('11:52'), finishedAt: at('11:52') },
};

const entry = (
  number: number,
  time: string,
  fields: Omit<AuditEntry, 'number' | 'at' | 'before' | 'after' | 'hash'> & { readonly after: object },
): AuditEntry => ({
  ...{ ...fields, number, at: at(time), before: null, after: JSON.stringify(fields.after) },
  hash: 'c0ffee'.padEnd(64, '0'),
});
const refundsAfter = (change: object) => ({ refund: 'refund-1', refunds: [{ id: 'refund-1', ...change }] });
const payoutAfter = { amount: '50', currency: 'USDT_TRC20' };
const [MAJA, JON, ABOUT] = ['Maja Lind', 'Jon Berg', { subject: 'payment-of-A-1031' }] as const;

/** Actions of the staff on payments and payouts, and one of the payouts process. */
export const AUDIT: readonly AuditEntry[] = [
  entry(7, '12:44', {
    ...{ person: 'payouts process', action: 'payout.outcome', subject: 'sent-1' },
    after: { ...payoutAfter, state: 'sent' },
  }),
  entry(6, '12:42', {
    ...{ person: JON, action: 'payout.decline', subject: 'declined-1' },
    after: { ...payoutAfter, state: 'declined', declined: 'Wrong account' },
  }),
  entry(5, '12:40', {
    ...{ person: MAJA, action: 'payout.propose', subject: 'declined-1' },
    after: { ...payoutAfter, state: 'proposed' },
  }),
  entry(4, '12:33', {
    ...{ person: MAJA, action: 'payment.settle', subject: 'payment-of-A-1012' },
    after: { decisions: [{ note: 'The customer wants to keep it as credit.' }] },
  }),
  entry(3, '12:31', {
    ...{ ...ABOUT, person: MAJA, action: 'payment.note' },
    after: { note: 'The customer will write.' },
  }),
  entry(2, '12:30', {
    ...{ ...ABOUT, person: JON, action: 'refund.decline' },
    after: refundsAfter({ reply: 'We deliver today.' }),
  }),
  entry(1, '12:28', {
    ...{ ...ABOUT, person: JON, action: 'refund.check' },
    after: refundsAfter({ check: { note: 'She signed a message.' } }),
  }),
];

/** The payment of a row; that of A-1031 has everything that a payment can have. */
export function paymentOf(id: string): MerchantPaymentDetails {
  const row = PAYMENTS.find((one) => one.id === id) ?? PAYMENTS[0];
  if (!row) throw new Error('there are payments');
  const isFull = row.order.id === 'A-1031';
  const open: MerchantPaymentDetails['invoices'][number] = {
    ...invoice,
    ...{
      state: row.state,
      price: { amount: row.order.amount, currency: row.order.currency },
      currency: row.currency ?? 'BTC',
      amount: row.amount,
      received: row.received ?? '0',
    },
    ...{ applied: row.received ?? '0', owed: '0', refundable: '0', reason: null, transactions: [] },
    ...{ createdAt: row.createdAt, expiresAt: at('13:28'), finishedAt: null },
  };
  const bitcoin: typeof invoice = {
    ...invoice,
    ...{ number: 2, id: 'INV-3TT9PLWE', currency: 'BTC', address: ADDRESSES.BTC, amount: '0.00054' },
    ...{
      received: '0',
      owed: '0',
      refundable: '0',
      reason: null,
      transactions: [],
      createdAt: at('11:20'),
    },
  };
  return {
    ...row,
    version: 7,
    description: null,
    invoices: isFull ? [invoice, bitcoin] : row.currency ? [open] : [],
    decisions: isFull
      ? [
          {
            ...{ invoice: 2, about: 'address_reused', decision: 'dismissed', amount: '0' },
            ...{ person: 'Jon Berg', note: 'Both orders are of the same customer.', at: at('12:30') },
          },
        ]
      : [],
    pending: isFull ? [{ invoice: 1, about: 'owed', amount: '30' }] : [],
    events: isFull
      ? [
          {
            ...{ id: 'evt-1', type: 'checkout.underpaid', status: 'dead', attempts: 9 },
            ...{
              failure: 'webhook answered 502',
              createdAt: at('11:52'),
              deliveredAt: null,
              nextAttemptAt: null,
            },
          },
          {
            ...{ id: 'evt-0', type: 'checkout.partial', status: 'delivered', attempts: 1, failure: null },
            ...{ createdAt: at('11:41'), deliveredAt: at('11:41'), nextAttemptAt: null },
          },
        ]
      : [],
    audit: isFull ? AUDIT.filter(({ subject }) => subject === row.id) : [],
    refunds: [],
    cancelable: row.state === 'awaiting',
  };
}

/** The payment of a paid order, with what is owed of it: `2.5` of A-1001, nothing of A-1041. */
export function paidPaymentOf(id: string): MerchantPaymentDetails {
  const payment = paymentOf(id);
  const owed = id === 'payment-of-A-1001' ? '2.5' : '0';
  const reason = owed === '0' ? null : 'surplus';
  return {
    ...payment,
    invoices: payment.invoices.map((one) => ({
      ...{
        ...one,
        applied: owed === '0' ? one.received : '50.12',
        owed,
        refundable: one.received,
        reason,
        hasPaidOrder: true,
      },
      ...{ transactions: [TRANSACTION], finishedAt: at('12:50') },
    })),
    pending: reason === null ? [] : [{ invoice: 1, about: 'owed', amount: owed }],
  };
}

const balance = (currency: string, total: string, available: string, usd: string, availableUsd: string) => ({
  ...{ currency, balance: total, availableBalance: available },
  ...{ balanceUsd: usd, availableBalanceUsd: availableUsd },
});

export const BALANCES: MerchantBalances = {
  balances: [
    balance('USDT_TRC20', '13612.31', '12408.31', '13612.31', '12408.31'),
    balance('USDC_BASE', '4110.02', '4110.02', '4110.02', '4110.02'),
    balance('BTC', '0.02718', '0.02718', '2391.84', '2391.84'),
    balance('ETH', '0.2905', '0.2905', '903.46', '903.46'),
    balance('LTC', '0.3481', '0.3481', '29.07', '29.07'),
    balance('SOL', '0', '0', '0', '0'),
    balance('TRX', '0', '0', '0', '0'),
    balance('NEWCOIN', '0', '0', '0', '0'),
  ],
  now: NOW,
};

export const STATISTICS: MerchantStatistics = {
  ...{ from: '2026-11-15', to: '2026-11-21' },
  statuses: [
    { status: 'created', count: 8, amountUsd: '391.60' },
    { status: 'paid', count: 318, amountUsd: '14902.10' },
    { status: 'overpaid', count: 6, amountUsd: '402.18' },
    { status: 'partial', count: 9, amountUsd: '212.44' },
    { status: 'canceled', count: 71, amountUsd: '3310.00' },
    { status: 'all', count: 412, amountUsd: '19218.32' },
  ],
};

const bookRow: BookRow = {
  ...{ number: 1, at: at('09:12', 3), kind: 'received', order: 'A-1007', payment: 'payment-of-A-1007' },
  ...{ invoice: 'INV-7ZK3QF0A', deposit: null, currency: 'USDT_TRC20', coin: 'USDT', network: 'TRON' },
  ...{ amount: '57.18', paidAt: at('09:11', 3), price: price('49.00'), usd: '57.18' },
  ...{ fees: '1.56', serviceFee: '0.56', networkFee: '1', balanceChange: '55.62' },
  ...{ transactions: [TRANSACTION], refund: null, payout: null, withdrawal: null, person: null },
};
const ofPayout = {
  ...{ serviceFee: '0', networkFee: '1', fees: '1', usd: '30', paidAt: null },
  ...{ payout: 'payout-1', withdrawal: 'INV-WB92K1D0', person: 'Jon Berg' },
} as const;

/** The books of November. */
export const BOOK_ROWS: readonly BookRow[] = [
  bookRow,
  {
    ...bookRow,
    ...{ number: 2, at: at('14:40', 9), kind: 'refunded', amount: '30', balanceChange: '-31' },
    ...{ ...ofPayout, refund: 'refund-1' },
  },
  {
    ...bookRow,
    ...{ number: 3, at: at('08:00', 12), kind: 'paid_out', amount: '1200', balanceChange: '-1201' },
    ...{ ...ofPayout, usd: '1200', order: null, payment: null, invoice: null, price: null },
  },
];

const month = { month: '2026-11', from: '2026-11-01', to: '2026-11-30' };

export const BOOK_MONTHS: readonly BookMonth[] = [
  {
    ...{ ...month, currency: 'BTC', coin: 'BTC', network: 'Bitcoin', rows: 2, withoutFees: 1 },
    ...{ opening: '0.02118', received: '0.00606', fees: '0.00006', refunded: '0', paidOut: '0' },
    closing: '0.02718',
  },
  {
    ...{ ...month, currency: 'USDT_TRC20', coin: 'USDT', network: 'TRON', rows: 318, withoutFees: 0 },
    ...{ opening: '1204.5', received: '14902.1', fees: '451.06', refunded: '30', paidOut: '1200' },
    closing: '14425.54',
  },
];

/** A reconciliation that finds a mismatch of each kind. */
export const RECONCILIATION: Reconciliation = {
  ...{ from: month.from, to: month.to, closes: false, matched: 315, unpaid: 79, unreadable: [] },
  ...{ onlyHere: 1, onlyThere: 1, different: 1 },
  mismatches: [
    {
      ...{ result: 'different', kind: 'payment', id: 'INV-7ZK3QF0A', order: 'A-1007', payout: null },
      here: { currency: 'USDT_TRC20', amount: '57.18', balanceChange: '55.62', status: null },
      there: { currency: 'USDT_TRC20', amount: '57.18', balanceChange: '55.61', status: 'paid' },
      differences: ['balance'],
    },
    {
      ...{ result: 'only_here', kind: 'deposit', id: 'INV-DE0011AA', order: null, payout: null },
      here: { currency: 'BTC', amount: '0.00103', balanceChange: '0.00103', status: null },
      ...{ there: null, differences: [] },
    },
    {
      ...{ result: 'only_there', kind: 'withdrawal', id: 'INV-XA40P2QZ', order: null, payout: null },
      there: { currency: 'USDT_TRC20', amount: '250', balanceChange: '-251', status: 'paid' },
      ...{ here: null, differences: [] },
    },
  ],
};

const payout: Payout = {
  ...{ id: '4f1c92aa-93b7-4a58-8c1f-2e7d05b9a4c6', state: 'proposed', currency: 'USDT_TRC20' },
  ...{ address: ADDRESSES.USDT_TRC20, amount: '1200', purpose: 'November rent' },
  ...{ digest: '0'.repeat(64), proposedBy: 'Maja Lind', proposedAt: at('12:20') },
  ...{
    approvedBy: null,
    approvedAt: null,
    attemptedAt: null,
    finishedAt: null,
    refusal: null,
    declined: null,
  },
  ...{ serviceId: null, sentAmount: null, transaction: null, candidates: [], resolution: null },
  refund: null,
};

const approved = { state: 'approved', approvedBy: 'Jon Berg', approvedAt: at('12:41') } as const;
const finished = (day: number) => ({
  ...{ proposedAt: at('09:10', day), finishedAt: at('09:32', day) },
  ...{ approvedBy: 'Jon Berg', approvedAt: at('09:31', day), attemptedAt: at('09:31', day) },
});

/** A payout in every state. */
export const PAYOUTS: readonly Payout[] = [
  {
    ...{ ...payout, ...approved, id: 'unknown-1', state: 'unknown', currency: 'BTC', amount: '0.0102' },
    ...{ address: ADDRESSES.BTC, purpose: null, attemptedAt: at('12:42') },
    candidates: [
      {
        ...{
          id: 'INV-7QX20AZM',
          status: 'paid',
          amount: '0.0102',
          isSameAmount: true,
          createdAt: at('12:42'),
        },
      },
    ],
    resolution: { outcome: 'sent', candidate: 'INV-7QX20AZM', person: 'Jon Berg' },
  },
  payout,
  { ...payout, id: 'proposed-2', amount: '85.5', purpose: null, proposedBy: 'Jon Berg' },
  {
    ...{ ...payout, ...approved, id: 'sending-1', state: 'sending', currency: 'USDC_BASE', amount: '410' },
    ...{ address: ADDRESSES.ETH_BASE, purpose: 'Supplier' },
  },
  {
    ...{
      ...payout,
      ...approved,
      id: 'approved-1',
      currency: 'ETH_BASE',
      amount: '0.25',
      address: ADDRESSES.ETH_BASE,
    },
  },
  {
    ...{ ...payout, id: 'sent-1', state: 'sent', serviceId: 'INV-2LK9QZ0A', sentAmount: '1199' },
    ...{ purpose: 'October rent', ...finished(20) },
  },
  {
    ...{ ...payout, id: 'sent-2', state: 'sent', serviceId: 'INV-5MM1TT3C', sentAmount: '2000' },
    ...{ currency: 'USDC_BASE', amount: '2000', address: ADDRESSES.ETH_BASE, ...finished(14) },
  },
  {
    ...{ ...payout, id: 'declined-1', state: 'declined', declined: 'Wrong account', amount: '50' },
    ...{ ...finished(12), approvedBy: null, approvedAt: null, attemptedAt: null },
  },
  {
    ...payout,
    id: 'refused-1',
    state: 'refused',
    refusal: 'limit_exceeded',
    amount: '90000',
    ...finished(11),
  },
  { ...payout, id: 'withdrawn-1', state: 'withdrawn', ...finished(10), approvedBy: null, attemptedAt: null },
  { ...payout, id: 'not-sent-1', state: 'not_sent', amount: '12.5', ...finished(9) },
];
