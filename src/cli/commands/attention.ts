import type { Command } from 'commander';
import type { AttentionItem, UndeliveredEvent } from '../../proxy/admin.js';
import { wholeNumber } from '../base/arguments.js';
import type { Column } from '../base/output.js';
import { examples, formatIsoTime, printList } from '../base/output.js';
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
    .addHelpText('after', examples('attention list --json'))
    .action(async ({ limit, store, ...options }: StoreOptions & { readonly limit: number }) => {
      const { items } = await withStore(terminal, store, (admin) => admin.attention(limit));
      const rows = options.json ? items : items.flatMap(withEvents);
      printList<Row>(terminal, options, { rows, columns: COLUMNS, none: 'nothing needs your attention' });
    });
}

/** A case, or an undelivered event in a row below the case that summarizes them. */
type Row = AttentionItem | UndeliveredEvent;

function withEvents(item: AttentionItem): readonly Row[] {
  return item.kind === 'events' ? [item, ...item.events] : [item];
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'since', value: ({ since }) => formatIsoTime(since) },
  {
    title: 'case',
    value: (row) =>
      'kind' in row ? describe(row) : `${row.status === 'dead' ? 'dead letter' : 'waiting'}: ${row.type}`,
  },
  { title: 'order', value: orderOf },
  { title: 'id', value: idOf },
];

function orderOf(row: Row): string {
  if (!('kind' in row)) return row.payment?.orderId ?? '';
  return 'order' in row ? row.order.id : '';
}

function idOf(row: Row): string {
  if (!('kind' in row)) return row.id;
  if (row.kind === 'payout') return row.payout;
  return 'checkout' in row ? row.checkout : '';
}

function describe(item: AttentionItem): string {
  switch (item.kind) {
    case 'events':
      return `${item.waiting + item.dead} events not delivered${item.failure === null ? '' : `: ${item.failure}`}`;
    case 'payout':
      return `payout ${item.state}: ${item.amount} ${item.currency}`;
    case 'journal':
      return 'payouts refused: the journal and the store do not match';
    case 'late':
      return `paid late: ${item.received} ${item.currency}`;
    case 'review':
      return `review: ${item.reason}`;
    case 'refund':
      return `refund to pay: ${item.refund.amount} ${item.currency}`;
    case 'owed':
      return `owed: ${item.owed} ${item.currency}, ${item.reason}`;
  }
}
