import type { Command } from 'commander';
import {
  type AttentionItem,
  type MerchantRefund,
  type UndeliveredEvent,
  isOfPaidOrder,
} from '../../proxy/settings.js';
import type { Staff } from '../../proxy/staff/staff.js';
import { wholeNumber } from '../base/arguments.js';
import type { Column } from '../base/output.js';
import { examples, formatIsoTime, formatTable, print } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

/** `attention list` */
export function addAttentionCommands(program: Command, terminal: Terminal): void {
  program
    .command('attention')
    .description("list cases that the shop's staff must resolve")
    .command('list')
    .description('list owed money, late payments, reviews, payouts and undelivered events, oldest first')
    .option('--limit <count>', 'maximum number of payments (1–1000)', wholeNumber, 100)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Below each case are the commands that resolve it; choose one of them. Replace what is in <angle brackets>.
${examples('attention list --json')}`,
    )
    .action(async ({ limit, store, ...options }: StoreOptions & { readonly limit: number }) => {
      const items = await withStore(terminal, store, (staff) => readItems(staff, limit));
      if (items.length > 0 || options.json)
        print(terminal, options, items, listText(items.flatMap(withEvents)));
      else terminal.writeError('nothing needs your attention\n');
    });
}

/** A case. A payout has the order whose refund it pays. */
type Item = AttentionItem & { readonly order?: { readonly id: string } | null };

async function readItems(staff: Staff, limit: number): Promise<readonly Item[]> {
  const { items } = await staff.listAttention({ cursor: null, limit });
  const withOrders: readonly Item[] = await Promise.all(
    items.map(async (item) =>
      item.kind === 'payout' ? { ...item, order: await staff.findOrderOfPayout(item.payout) } : item,
    ),
  );
  return withOrders.toSorted((one, other) => one.since.localeCompare(other.since));
}

/** A case, or an undelivered event in a row below the case that summarizes them. */
type Row = Item | (UndeliveredEvent & { readonly failure?: string | null });

function withEvents(item: Item): readonly Row[] {
  if (item.kind !== 'events') return [item];
  const { waiting, dead, events, failure } = item;
  // One event needs no row that summarizes it.
  if (waiting + dead === 1 && events.length === 1) return events.map((event) => ({ ...event, failure }));
  return [item, ...events];
}

/** Formats the table, with the next steps of each row below it. */
function listText(rows: readonly Row[]): string {
  const [head = '', ...lines] = formatTable(COLUMNS, rows).trimEnd().split('\n');
  const steps = rows.map(stepsOf);
  const withSteps = lines.flatMap((line, index) => [
    line,
    ...(steps[index] ?? []).map((step) => `  → ${step}`),
  ]);
  return `${[head, ...withSteps].join('\n')}\n`;
}

/** Returns the commands that may resolve a case, without `crypto-checkout`. */
function stepsOf(row: Row): readonly string[] {
  if (!('kind' in row)) return [`event resend ${row.id}`];
  switch (row.kind) {
    case 'events':
      return row.events.length === 0 ? ['event list --waiting', 'event list --dead'] : [];
    case 'journal':
      return [
        'check the log of payouts run; if payouts are missing from the store: payouts book --person <name>',
      ];
    case 'payout':
      return payoutSteps(row);
    case 'refund':
      return [requestStep(row.refund)];
    case 'review':
      return [`checkout show ${argumentOf(row)}`, dismissStep(row, row.reason)];
    case 'late':
    case 'owed':
      return moneySteps(row);
  }
}

function payoutSteps({ payout, state }: Item & { readonly kind: 'payout' }): readonly string[] {
  if (state === 'proposed')
    return [
      `payouts approve ${payout} --person <name>`,
      `payouts decline ${payout} --person <name> --reason <text>`,
    ];
  if (state === 'unknown') return ['desk --person <name>: two people record whether it was sent'];
  return ['payouts run: check that it runs, and its log, since no process has sent the payout'];
}

function moneySteps(item: Item & { readonly kind: 'late' | 'owed' }): readonly string[] {
  const { kind, invoice, refunds } = item;
  const canAccept = kind === 'late' || !isOfPaidOrder(item.reason);
  const accept = canAccept
    ? [`checkout accept ${argumentOf(item)} --invoice ${invoice} --person <name>`]
    : [];
  const requests = refunds.filter(({ state }) => state === 'requested');
  if (requests.length > 0) return [...accept, ...requests.map(requestStep)];
  const amount = kind === 'late' ? ' --amount <amount> --includes-payment' : '';
  const refund = `refund create ${argumentOf(item)} --invoice ${invoice} --to <address>${amount} --person <name>`;
  return [...accept, refund, dismissStep(item, kind)];
}

function requestStep({ id, requestedBy, check, payable }: MerchantRefund): string {
  if (requestedBy === 'link_holder' && check === null)
    return `refund decide ${id} --checked <note> --person <name>`;
  return payable
    ? `payouts propose --refund ${id} --person <name>`
    : `refund decide ${id} --decline <reason> --person <name>`;
}

function dismissStep(item: Item & { readonly kind: 'late' | 'owed' | 'review' }, about: string): string {
  return `checkout dismiss ${argumentOf(item)} --invoice ${item.invoice} --about ${about} --note <reason> --person <name>`;
}

/** Returns the id of the order, or of the payment if the order id needs quoting in a shell. */
function argumentOf({ order, payment }: Item & { readonly kind: 'late' | 'owed' | 'review' }): string {
  return /^\w[\w.:@-]*$/.test(order.id) ? order.id : payment;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'since', value: ({ since }) => formatIsoTime(since) },
  {
    title: 'case',
    value: (row) => ('kind' in row ? describe(row) : describeEvent(row)),
  },
  { title: 'order', value: orderOf },
  { title: 'id', value: idOf },
];

function describeEvent({ status, type, failure }: Exclude<Row, Item>): string {
  const reason = failure === undefined || failure === null ? '' : ` (${failure})`;
  return `${status === 'dead' ? 'dead letter' : 'waiting'}: ${type}${reason}`;
}

function orderOf(row: Row): string {
  if (!('kind' in row)) return row.payment?.orderId ?? '';
  return row.order?.id ?? '';
}

function idOf(row: Row): string {
  if (!('kind' in row)) return row.id;
  if (row.kind === 'payout') return row.payout;
  return 'payment' in row ? row.payment : '';
}

function describe(item: AttentionItem): string {
  switch (item.kind) {
    case 'events':
      return `${item.waiting + item.dead} ${item.waiting + item.dead === 1 ? 'event' : 'events'} not delivered${item.failure === null ? '' : `: ${item.failure}`}`;
    case 'payout':
      return `payout ${item.state}: ${item.amount} ${item.currency}`;
    case 'journal':
      return 'payouts refused: the journal is damaged, or does not match the store';
    case 'late':
      return `paid late: ${item.refundable} ${item.currency}`;
    case 'review':
      return `review: ${item.reason}`;
    case 'refund':
      return `${item.refund.payable ? 'refund to pay' : 'refund whose money has left or is reserved'}: ${item.refund.amount} ${item.currency}`;
    case 'owed':
      return `owed: ${item.owed} ${item.currency}, ${item.reason}`;
  }
}
