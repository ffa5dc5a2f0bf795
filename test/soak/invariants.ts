/** The promises of the proxy and of the payouts process. A violation ends the run with exit code 1. */
export const INVARIANTS = {
  'one live': 'an order has one live invoice per currency and price',
  'known': 'every invoice at the service belongs to a checkout',
  'paid once': 'the shop receives one paid event for a paid order, and none for any other',
  'fulfilled once': 'at most one event of an order says to fulfill it, and none of an order that is not paid',
  'conserved': 'received money is applied or owed, in every event and at the end, in each currency',
  'owed once': 'an owed amount is reported once, and a growing one with its new total',
  'refunded once': 'no owed amount is refunded twice, and no invoice gives back more than it received',
  'sent once': 'a payout that two people approved is sent at most once, and nothing else is sent',
  'books':
    "received money is applied, refunded, settled by the shop or still owed, in the service's ledger and in the store",
  'late':
    'an order whose completing transaction was sent after the deadline is paid late, and none that was paid in time',
  'truthful': 'no page and no event contains money that the service has not received',
  'agreed':
    'a response that contradicts the order requires a review, and is neither displayed nor counted as money',
  'deposits': 'a deposit is verified once, with the values of the service, and a forged one never',
  'clocks': 'a clock that is wrong for a moment ends no invoice before its deadline',
  'seen': 'versions grow, and displayed money and addresses stay',
  'in order': 'the shop receives events in order, and a repeated event is identical',
  'signed': 'every webhook request is signed and contains a valid event',
  'transfers': 'one page at a time requests a transfer from a wallet, and none does for a paid order',
  'sums': "the last reported amounts equal the service's, to the last digit",
  'pages': 'the final state of every page matches the invoices of the service',
  'exact': 'the displayed amount pays the invoice exactly',
  'settled': 'in the end no invoice is open, and no event is pending',
  'alive': 'no process crashes or prints anything other than log lines',
  'secrets': 'no log line contains a secret',
  'statements': 'the database refuses no statement of a proxy',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export interface Violation {
  readonly invariant: Invariant;
  /** `null` for a violation that concerns no single order. */
  readonly order: string | null;
  readonly what: string;
}
