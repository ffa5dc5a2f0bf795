import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type {
  CheckoutsFilter,
  AdminCheckout,
  AdminCheckoutDetails,
  AdminInvoice,
} from '../../proxy/admin.js';
import { wholeNumber } from '../base/arguments.js';
import { noCheckout } from '../base/exit.js';
import type { Column, JsonOption } from '../base/output.js';
import { examples, formatIsoTime, formatRecord, formatTable, print, printList } from '../base/output.js';
import type { StoreOptions } from '../base/with-store.js';
import { STORE_OPTION, withStore } from '../base/with-store.js';
import type { Terminal } from '../base/terminal.js';
import { EVENT_COLUMNS } from './event.js';

type State = NonNullable<CheckoutsFilter['state']>;

const STATES: Readonly<Record<State, true>> = {
  ...{ choosing: true, creating: true, awaiting: true, detected: true, processing: true },
  ...{ partial: true, paid: true, overpaid: true, expired: true, canceled: true },
};

function isState(text: string): text is State {
  return Object.hasOwn(STATES, text);
}

function state(text: string): State {
  if (isState(text)) return text;
  throw new InvalidArgumentError(`Use one of ${Object.keys(STATES).join(', ')}.`);
}

/** `checkout list|show` */
export function addCheckoutCommands(program: Command, terminal: Terminal): void {
  const checkout = program
    .command('checkout')
    .description('list and show checkouts from the store of the proxy');

  checkout
    .command('list')
    .description('list checkouts, newest first')
    .option('--state <word>', 'only this state, such as paid', state)
    .option('--owing', 'only checkouts with money owed to the payer')
    .option('--order <text>', 'only the checkout of this order')
    .option('--limit <count>', 'maximum number of results (1–1000)', wholeNumber, 100)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('checkout list --state paid --limit 20'))
    .action(async ({ json, store, ...filter }: StoreOptions & CheckoutsFilter & JsonOption) => {
      const rows = await withStore(terminal, store, (operator) => operator.checkouts(filter));
      printList(terminal, { json }, { rows, columns: COLUMNS, none: 'no checkouts' });
    });

  checkout
    .command('show')
    .description('show one checkout with its invoices and events')
    .argument('<id>', 'id of the checkout or of its order')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('checkout show A-1001'))
    .action(async (id: string, options: StoreOptions & JsonOption) => {
      const found = await withStore(terminal, options.store, (operator) => operator.checkout(id));
      if (!found) throw noCheckout(id);
      print(terminal, options, found, details(found));
    });
}

const COLUMNS: readonly Column<AdminCheckout>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAt }) => formatIsoTime(createdAt) },
  { title: 'state', value: describeState },
  { title: 'order', value: ({ order }) => order.id },
  { title: 'price', value: ({ order }) => `${order.amount} ${order.currency}`, align: 'right' },
  { title: 'owed', value: owed },
  { title: 'looked at', value: ({ lookedAt }) => formatIsoTime(lookedAt) },
];

function describeState({ state: word, late }: AdminCheckout | AdminInvoice): string {
  return late ? `${word}, late` : word;
}

/** Returns what is owed to the payer, per coin. */
function owed({ unapplied }: AdminCheckout): string {
  return unapplied.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
}

function details(checkout: AdminCheckoutDetails): string {
  const { order, invoices, events } = checkout;
  const head = formatRecord({
    'id': checkout.id,
    'state': describeState(checkout),
    'order': order.id,
    'price': `${order.amount} ${order.currency}`,
    'owed': owed(checkout),
    'created': formatIsoTime(checkout.createdAt),
    'looked at': formatIsoTime(checkout.lookedAt),
  });
  const told = events.length === 0 ? [] : [formatTable(EVENT_COLUMNS, events)];
  return [head, ...invoices.map((invoice) => formatRecord(invoiceFields(invoice))), ...told].join('\n');
}

function invoiceFields(invoice: AdminInvoice): Record<string, string | null> {
  const { currency } = invoice;
  const inCoin = (amount: string | null) =>
    amount === null || amount === '0' ? null : `${amount} ${currency}`;
  return {
    'invoice': invoice.id ?? 'unknown: its creation is being reconciled',
    'named': invoice.orderId,
    'state': `${describeState(invoice)}${invoice.hasPaidOrder ? ', has paid the order' : ''}`,
    'address': invoice.address,
    'amount': inCoin(invoice.amount),
    'paid': inCoin(invoice.paid),
    'applied': inCoin(invoice.applied),
    'unapplied': inCoin(invoice.unapplied),
    'due': inCoin(invoice.due),
    'surplus': inCoin(invoice.surplus),
    'created': formatIsoTime(invoice.createdAt),
    'expires': formatIsoTime(invoice.expiresAt),
    'finished': formatIsoTime(invoice.finishedAt),
    'asked about': formatIsoTime(invoice.checkedAt),
    'transactions': invoice.transactions.join(', '),
    'review': invoice.reviewReasons.join(', '),
    'mode': invoice.testMode ? 'test, no real money' : null,
  };
}
