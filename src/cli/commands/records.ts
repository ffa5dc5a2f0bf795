import { type Command, Option } from 'commander';
import { type CheckoutsFilter, EVENT_FILTERS, type EventFilter } from '../../proxy/settings.js';
import type { StoredCheckout, StoredCheckoutDetails, StoredInvoice } from '../../proxy/staff/serialize.js';
import { checkoutState, wholeNumber } from '../base/arguments.js';
import { CommandError, noCheckout } from '../base/exit.js';
import { EVENT_COLUMNS, subjectOf } from '../base/event-fields.js';
import type { Column } from '../base/output.js';
import {
  examples,
  formatIsoSecond,
  formatIsoTime,
  formatRecord,
  formatTable,
  print,
  printList,
} from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';
import { addCheckoutDecisions } from './checkout-decisions.js';
import { addWebhookCommands } from './webhook-events.js';

const LIMIT_OPTION = ['--limit <count>', 'maximum number of results (1–1000)', wholeNumber, 100] as const;

/** `checkout list|show|accept|dismiss` */
export function addCheckoutCommands(program: Command, terminal: Terminal): void {
  const checkout = program
    .command('checkout')
    .summary('list and show checkouts, and decide about their money')
    .description('list and show checkouts from the store of the proxy, and decide about their money');

  checkout
    .command('list')
    .description('list checkouts, newest first')
    .option('--state <state>', 'only this state, such as paid', checkoutState)
    .option('--owing', 'only checkouts with money owed to the payer')
    .option('--order <text>', 'only the checkout of this order')
    .option(...LIMIT_OPTION)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('checkout list --state paid --limit 20'))
    .action(async ({ json, store, ...filter }: StoreOptions & CheckoutsFilter) => {
      const rows = await withStore(terminal, store, (staff) => staff.listCheckouts(filter));
      printList(terminal, { json }, { rows, columns: CHECKOUT_COLUMNS, none: 'no checkouts' });
    });

  checkout
    .command('show')
    .description('show one checkout with its invoices and events')
    .argument('<id>', 'id of the order, the checkout or the payment')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('checkout show A-1001'))
    .action(async (id: string, options: StoreOptions) => {
      const found = await withStore(terminal, options.store, (staff) => staff.findCheckout(id));
      if (!found) throw noCheckout(id);
      print(terminal, options, found, details(found));
    });

  addCheckoutDecisions(checkout, terminal);
}

const CHECKOUT_COLUMNS: readonly Column<StoredCheckout>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAt }) => formatIsoTime(createdAt) },
  { title: 'state', value: describeState },
  { title: 'order', value: ({ order }) => order.id },
  { title: 'price', value: ({ order }) => `${order.amount} ${order.currency}`, align: 'right' },
  { title: 'owed', value: owedText },
  { title: 'last seen', value: ({ lastSeenAt }) => formatIsoTime(lastSeenAt) },
];

function describeState({ state, late, isLateUndecided }: StoredCheckout | StoredInvoice): string {
  if (isLateUndecided) return `${state} late, not accepted`;
  return late ? `${state}, late` : state;
}

function owedText({ owed }: StoredCheckout): string {
  return owed.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
}

function details(checkout: StoredCheckoutDetails): string {
  const { order, invoices, events } = checkout;
  const head = formatRecord({
    'id': checkout.id,
    'state': describeState(checkout),
    'order': order.id,
    'price': `${order.amount} ${order.currency}`,
    'owed': owedText(checkout),
    'created': formatIsoTime(checkout.createdAt),
    'last seen': formatIsoTime(checkout.lastSeenAt),
  });
  const eventTable = events.length === 0 ? [] : [formatTable(EVENT_COLUMNS, events)];
  return [head, ...invoices.map((invoice) => formatRecord(invoiceFields(invoice))), ...eventTable].join('\n');
}

function invoiceFields(invoice: StoredInvoice): Record<string, string | null> {
  const { currency, owed, surplus } = invoice;
  const isDismissed = invoice.decisions.some(
    ({ about, decision }) => about === 'late' && decision === 'dismissed',
  );
  const paysOrder = invoice.hasPaidOrder && !invoice.isLateUndecided && !isDismissed;
  const hasSurplus = surplus !== null && surplus !== '0';
  const inCoin = (amount: string | null) =>
    amount === null || amount === '0' ? null : `${amount} ${currency}`;
  return {
    'invoice': invoice.id ?? 'unknown: its creation is being reconciled',
    'number': String(invoice.sequence),
    'order id': invoice.orderId,
    'state': `${describeState(invoice)}${paysOrder ? ', pays the order' : ''}`,
    'address': invoice.address,
    'amount': inCoin(invoice.amount),
    'received': inCoin(invoice.received),
    'applied': inCoin(invoice.applied),
    // Part of the surplus may have been refunded or dismissed.
    'owed': hasSurplus ? `${owed} ${currency}` : inCoin(owed),
    'reserved': inCoin(invoice.reserved),
    'refunded': inCoin(invoice.refunded),
    'dismissed': inCoin(invoice.dismissed),
    'due': inCoin(invoice.due),
    'surplus': inCoin(surplus),
    'created': formatIsoTime(invoice.createdAt),
    'expires': formatIsoTime(invoice.expiresAt),
    'finished': formatIsoTime(invoice.finishedAt),
    'checked': formatIsoTime(invoice.checkedAt),
    'transactions': invoice.transactions.join(', '),
    'review': invoice.reviewReasons.join(', '),
    'decided': invoice.decisions
      .map(({ about, decision, person }) => `${about} ${decision} by ${person}`)
      .join(', '),
    'mode': invoice.testMode ? 'test, no real money' : null,
  };
}

const FILTER_HELP: Readonly<Record<EventFilter, string>> = {
  dead: 'only dead letters, which you can resend',
  waiting: 'only events that await delivery',
  delivered: 'only delivered events',
  late: 'only orders that were paid late',
  duplicate: 'only payments for orders that were already paid',
  review: 'only events that need a manual review',
  deposit: 'only deposits to customer deposit addresses',
};

interface EventListOptions extends StoreOptions, Partial<Record<EventFilter, true>> {
  readonly checkout?: string;
  readonly limit: number;
}

/** `event list|resend|listen|trigger` */
export function addEventCommands(program: Command, terminal: Terminal): void {
  const event = program.command('event').description('list and resend events, and test a webhook receiver');

  const list = event.command('list').description('list events, newest first');
  for (const [kind, meaning] of Object.entries(FILTER_HELP)) {
    const others = Object.keys(FILTER_HELP).filter((other) => other !== kind);
    list.addOption(new Option(`--${kind}`, meaning).conflicts(others));
  }
  list
    .option('--checkout <id>', 'only events of this checkout or order')
    .option(...LIMIT_OPTION)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('event list --dead', 'event list --checkout A-1001 --json'))
    .action(async (options: EventListOptions) => {
      const { checkout, limit } = options;
      const kind = EVENT_FILTERS.find((name) => options[name]);
      const rows = await withStore(terminal, options.store, async (staff) => {
        if (checkout !== undefined && !(await staff.findCheckout(checkout))) throw noCheckout(checkout);
        return staff.listEvents({ kind, checkout, limit });
      });
      printList(terminal, options, { rows, columns: EVENT_COLUMNS, none: 'no events' });
    });

  event
    .command('resend')
    .description('redeliver an event with the same id')
    .argument('<id>', 'evt_…')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('event resend evt_6f1d2c0e-93b7-4a58-8c1f-2e7d05b9a4c6'))
    .action(async (id: string, options: StoreOptions) => {
      const { before, resent } = await withStore(terminal, options.store, async (staff) => {
        const known = await staff.findEvent(id);
        if (!known)
          throw new CommandError(`there is no event "${id}" in this store. Run event list to find it.`);
        return { before: known, resent: await staff.resendEvent(id, 'command line') };
      });
      if (before.deliveredAt)
        terminal.writeError(`already delivered at ${formatIsoSecond(before.deliveredAt)}; redelivering\n`);
      const fields = formatRecord({ event: id, type: resent.type, ...subjectOf(resent) });
      print(terminal, options, resent, `${fields}\n${REDELIVERY}\n`);
    });

  addWebhookCommands(event, terminal);
}

const REDELIVERY = 'A running proxy redelivers it within one second; otherwise on its next start.';
