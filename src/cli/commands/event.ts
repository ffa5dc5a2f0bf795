import { Command, Option } from 'commander';
import type { EventFilter, AdminEvent } from '../../proxy/admin.js';
import { wholeNumber } from '../base/arguments.js';
import { CommandError, noCheckout } from '../base/exit.js';
import type { Column } from '../base/output.js';
import { formatIsoTime, json, formatRecord, formatTable } from '../base/output.js';
import type { StoreOptions } from '../base/with-store.js';
import { STORE_OPTION, withStore } from '../base/with-store.js';
import type { Terminal } from '../base/terminal.js';

/** `event list|resend` */
export function eventCommand(terminal: Terminal): Command {
  return new Command('event')
    .description('list and resend events, including late and duplicate payments and dead letters')
    .addCommand(listCommand(terminal))
    .addCommand(resendCommand(terminal));
}

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

type ListOptions = StoreOptions &
  Partial<Record<EventFilter, true>> & {
    readonly checkout?: string;
    readonly limit: number;
    readonly json?: true;
  };

function listCommand(terminal: Terminal): Command {
  const command = new Command('list').description('list events, newest first');
  const kinds = Object.keys(KINDS).filter(isKind);
  for (const kind of kinds) {
    const others = kinds.filter((other) => other !== kind);
    command.addOption(new Option(`--${kind}`, KINDS[kind]).conflicts(others));
  }
  for (const [former, flag] of Object.entries(RENAMED_FLAGS)) {
    command.addOption(new Option(`--${former}`).hideHelp());
    command.on(`option:${former}`, () => command.error(`error: --${former} was renamed. Use --${flag}.`));
  }
  return command
    .option('--checkout <id>', 'only events of this checkout or order')
    .option('--limit <count>', 'maximum number of results (1–1000)', wholeNumber, 100)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  crypto-checkout event list --dead
  crypto-checkout event list --checkout A-1001 --json`,
    )
    .action(async (options: ListOptions) => {
      const { checkout, limit } = options;
      const kind = kinds.find((name) => options[name]);
      const events = await withStore(terminal, options, async (operator) => {
        if (checkout !== undefined && !(await operator.checkout(checkout))) throw noCheckout(checkout);
        return operator.events({ kind, checkout, limit });
      });
      if (options.json) terminal.write(json(events));
      else if (events.length === 0) terminal.writeError('no events\n');
      else terminal.write(formatTable(EVENT_COLUMNS, events));
    });
}

function resendCommand(terminal: Terminal): Command {
  return new Command('resend')
    .description('deliver an event again, under the same id')
    .argument('<id>', 'evt_…')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout event resend evt_5Yc0aVt3')
    .action(async (id: string, options: StoreOptions & { readonly json?: true }) => {
      const { before, event } = await withStore(terminal, options, async (operator) => {
        const delivered = await operator.events({ kind: 'delivered', limit: 1000 });
        return { before: delivered.find((one) => one.id === id), event: await operator.resend(id) };
      });
      if (!event)
        throw new CommandError(`there is no event "${id}" in this store. Run event list to find it.`);
      if (before)
        terminal.writeError(`delivered before, at ${formatIsoTime(before.deliveredAt)}; delivering again\n`);
      terminal.write(options.json ? json(event) : resent(event));
    });
}

function resent({ id, type, event }: AdminEvent): string {
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
