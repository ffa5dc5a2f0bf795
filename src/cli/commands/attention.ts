import type { Command } from 'commander';
import type { AttentionItem } from '../../proxy/admin.js';
import { wholeNumber } from '../base/arguments.js';
import type { Column } from '../base/output.js';
import { examples, formatIsoTime, printList } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

/** `attention list` */
export function addAttentionCommands(program: Command, terminal: Terminal): void {
  program
    .command('attention')
    .description("list what the shop's staff must decide")
    .command('list')
    .description('list owed money, late payments, reviews and undelivered events, oldest first')
    .option('--limit <count>', 'maximum number of payments (1–1000)', wholeNumber, 100)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('attention list --json'))
    .action(async ({ limit, store, ...options }: StoreOptions & { readonly limit: number }) => {
      const { items } = await withStore(terminal, store, (admin) => admin.attention(limit));
      printList(terminal, options, { rows: items, columns: COLUMNS, none: 'nothing needs your attention' });
    });
}

const COLUMNS: readonly Column<AttentionItem>[] = [
  { title: 'since', value: ({ since }) => formatIsoTime(since) },
  { title: 'what', value: describe },
  { title: 'order', value: (item) => ('order' in item ? item.order.id : '') },
  { title: 'id', value: idOf },
];

function idOf(item: AttentionItem): string {
  if (item.kind === 'payout') return item.payout;
  return item.kind === 'events' ? '' : item.checkout;
}

function describe(item: AttentionItem): string {
  switch (item.kind) {
    case 'events':
      return `${item.waiting + item.dead} events not delivered${item.failure === null ? '' : `: ${item.failure}`}`;
    case 'payout':
      return `payout ${item.state}: ${item.amount} ${item.currency}`;
    case 'late':
      return `paid late: ${item.received} ${item.currency}`;
    case 'review':
      return `review: ${item.reason}`;
    case 'refund':
      return `refund to pay: ${item.refund.amount} ${item.currency}`;
    case 'unapplied':
      return `owed: ${item.owed} ${item.currency}, ${item.reason}`;
  }
}
