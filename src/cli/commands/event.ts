import type { Command } from 'commander';
import { Option } from 'commander';
import type { EventFilter, AdminEvent } from '../../proxy/admin.js';
import { wholeNumber } from '../base/arguments.js';
import { CommandError, noCheckout } from '../base/exit.js';
import type { Column, JsonOption } from '../base/output.js';
import { examples, formatIsoTime, formatRecord, print, printList } from '../base/output.js';
import type { StoreOptions } from '../base/with-store.js';
import { STORE_OPTION, withStore } from '../base/with-store.js';
import type { Terminal } from '../base/terminal.js';

const KINDS: Readonly<Record<EventFilter, string>> = {
  dead: 'only dead letters, which wait for resend',
  waiting: 'only events that wait for delivery',
  delivered: 'only delivered events',
  late: 'only payments received after the deadline',
  duplicate: 'only payments for orders that were paid already',
  review: 'only events that need a manual review',
  deposit: 'only deposits to customer deposit addresses',
};

function isKind(text: string): text is EventFilter {
  return Object.hasOwn(KINDS, text);
}

/** Former flags → flags of this release. */
const RENAMED_FLAGS = { second: 'duplicate', alarm: 'review' } as const satisfies Readonly<
  Record<string, EventFilter>
>;

interface ListOptions extends StoreOptions, JsonOption, Partial<Record<EventFilter, true>> {
  readonly checkout?: string;
  readonly limit: number;
}

/** `event list|resend` */
export function addEventCommands(program: Command, terminal: Terminal): void {
  const event = program
    .command('event')
    .description('list and resend events, including late and duplicate payments and dead letters');

  const list = event.command('list').description('list events, newest first');
  const kinds = Object.keys(KINDS).filter(isKind);
  for (const kind of kinds) {
    const others = kinds.filter((other) => other !== kind);
    list.addOption(new Option(`--${kind}`, KINDS[kind]).conflicts(others));
  }
  for (const [former, flag] of Object.entries(RENAMED_FLAGS)) {
    list.addOption(new Option(`--${former}`).hideHelp());
    list.on(`option:${former}`, () => list.error(`error: --${former} was renamed. Use --${flag}.`));
  }
  list
    .option('--checkout <id>', 'only events of this checkout or order')
    .option('--limit <count>', 'maximum number of results (1–1000)', wholeNumber, 100)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('event list --dead', 'event list --checkout A-1001 --json'))
    .action(async (options: ListOptions) => {
      const { checkout, limit } = options;
      const kind = kinds.find((name) => options[name]);
      const rows = await withStore(terminal, options.store, async (operator) => {
        if (checkout !== undefined && !(await operator.checkout(checkout))) throw noCheckout(checkout);
        return operator.events({ kind, checkout, limit });
      });
      printList(terminal, options, { rows, columns: EVENT_COLUMNS, none: 'no events' });
    });

  event
    .command('resend')
    .description('deliver an event again, under the same id')
    .argument('<id>', 'evt_…')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('event resend evt_5Yc0aVt3'))
    .action(async (id: string, options: StoreOptions & JsonOption) => {
      const { before, resent } = await withStore(terminal, options.store, async (operator) => {
        const delivered = await operator.events({ kind: 'delivered', limit: 1000 });
        return { before: delivered.find((one) => one.id === id), resent: await operator.resend(id) };
      });
      if (!resent)
        throw new CommandError(`there is no event "${id}" in this store. Run event list to find it.`);
      if (before)
        terminal.writeError(`delivered before, at ${formatIsoTime(before.deliveredAt)}; delivering again\n`);
      print(terminal, options, resent, resentText(resent));
    });
}

function resentText({ id, type, event }: AdminEvent): string {
  const fields = formatRecord({ event: id, type, ...subject(event) });
  return `${fields}\nA running proxy redelivers it within one second; otherwise on its next start.\n`;
}

export const EVENT_COLUMNS: readonly Column<AdminEvent>[] = [
  { title: 'event', value: ({ id }) => id },
  { title: 'happened', value: ({ event }) => formatIsoTime(event.createdAt) },
  { title: 'type', value: ({ type }) => type },
  { title: 'order', value: ({ event }) => ('order' in event ? event.order.id : event.customer) },
  { title: 'about', value: about },
  { title: 'status', value: ({ status }) => status },
  { title: 'tries', value: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'last failure', value: ({ lastFailure }) => lastFailure },
];

function subject(event: AdminEvent['event']): Record<string, string> {
  return 'order' in event ? { order: event.order.id } : { customer: event.customer };
}

function about({ event }: AdminEvent): string {
  if (event.type === 'deposit.received') {
    const sum = `${event.amount ?? 'an unknown amount of'} ${event.currency}`;
    return event.verified ? sum : `${sum}, not verified`;
  }
  if (event.type === 'checkout.review_required' || event.type === 'deposit_address.review_required')
    return event.reason;
  const { paid, currency } = event.invoice;
  return paid === '0' ? currency : `${paid} ${currency}`;
}
