/** What must hold, whatever happens; a broken one ends the run with code 1. */
export const LAWS = {
  'one live': 'one live invoice per order and currency',
  'known': 'every invoice of the service is known to its checkout',
  'told once': 'a paid order is told as paid once, and no other is',
  'conserved': 'what was received is applied or unapplied, in every event and in the end, in each currency',
  'owed once': 'an amount that is owed to the payer is told once, and a growing one with its new total',
  'late': 'what was completed after the deadline is told as paid late, and never as paid or overpaid',
  'told truly': 'nobody is told of money that the service does not have',
  'agreed': 'an answer that contradicts the order raises a review, is not shown, and is not told as money',
  'deposits': 'a deposit is verified once, as the service has it, and nothing that is forged is verified',
  'clocks': 'no clock that is wrong for a moment ends an invoice before its deadline',
  'seen': 'what was seen is never unseen: versions grow, money stays, addresses stay',
  'in order': 'the shop is told in order, and the same event is the same to the byte',
  'signed': 'every request to the shop is signed, and its event can be read',
  'sums': "the sums that the shop was told last are the service's, to the last digit",
  'pages': 'every page ends where the books of the service do',
  'exact': 'who sends what the page asks for has paid',
  'settled': 'in the end nothing is open, and nothing waits to be told',
  'alive': 'no process ends but those that were killed, and none says what is no log line',
  'secrets': 'no secret is in a log line',
} as const;

export type Law = keyof typeof LAWS;

export interface Broken {
  readonly law: Law;
  /** The order that it is about, if it is about one. */
  readonly order: string | null;
  readonly what: string;
}
