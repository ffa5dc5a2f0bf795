import { type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import { FAULT_HINTS } from '../../sandbox/environment.js';
import { prefixedId } from '../../service/invoice.js';
import { amount, currencyCode, duration, wholeNumber } from '../base/arguments.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Column } from '../base/output.js';
import {
  escapeControlCharacters,
  examples,
  formatIsoTime,
  formatRecord,
  print,
  printList,
} from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { controller, type Control, type ControlOptions } from './sandbox-client.js';

interface PayOptions extends ControlOptions {
  readonly amount?: string;
  readonly half?: true;
  readonly over?: true;
  readonly currency?: string;
}

interface FailOptions extends ControlOptions {
  readonly endpoint?: string;
  readonly times?: number;
  readonly ms?: number;
  readonly code?: number;
  readonly clear?: true;
}

const URL_OPTION = [
  '--url <url>',
  'the address of the sandbox (CRYPTO_CHECKOUT_SERVICE_URL on this machine, or http://127.0.0.1:4010)',
] as const;

/** `sandbox pay|advance|fail`: control a running sandbox. */
export function addSandboxControls(sandbox: Command, terminal: Terminal): void {
  const pay = sandbox
    .command('pay')
    .description('pay an invoice without real money: the amount due, half of it, or more')
    .argument('<id>', 'INV-… or the eight characters only, or an address')
    .addOption(
      new Option('--amount <amount>', 'this amount, in the coin')
        .argParser(amount)
        .conflicts(['half', 'over']),
    )
    .addOption(new Option('--half', 'half of the amount due').conflicts('over'))
    .option('--over', 'the amount due plus a tenth of the total')
    .option('--currency <code>', 'select the currency of an invoice that has none yet', currencyCode)
    .option(...URL_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('sandbox pay INV-ABCD1234', 'sandbox pay INV-ABCD1234 --half'))
    .action((id: string, options: PayOptions) => payInvoice(terminal, pay, id, options));

  const advance = sandbox
    .command('advance')
    .description('move the clock of the sandbox forward')
    .argument('<time>', 'such as 90s, 30m, 1h or 2d', duration)
    .option(...URL_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nMoves the clock of the service, by which the proxy judges deadlines. Order tokens and the schedules of the proxy follow its own clock.',
    )
    .addHelpText('after', examples('sandbox advance 1h'))
    .action(async (seconds: number, options: ControlOptions) => {
      const answer = await controller(terminal, advance, options)('POST /clock', { advance: seconds });
      const { now } = v.parse(v.object({ now: v.string() }), answer);
      print(terminal, options, answer, `the clock of the sandbox is at ${formatIsoTime(now)}\n`);
    });

  const fail = sandbox
    .command('fail')
    .description('make calls to the service fail; without a kind, list the faults')
    .argument('[kind]', 'one of the kinds below', faultKind)
    .option('--endpoint <path>', 'only calls to this path, such as /v2/invoice/create')
    .option('--times <count>', 'maximum number of calls (until --clear)', wholeNumber)
    .option('--ms <milliseconds>', 'duration of a delay', wholeNumber)
    .option('--code <status>', 'the HTTP status, for status and html', wholeNumber)
    .option('--clear', 'remove all faults')
    .option(...URL_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', `\nKinds:\n${FAULT_LINES}`)
    .addHelpText('after', examples('sandbox fail delay --ms 3000 --times 2', 'sandbox fail --clear'))
    .action((kind: string | undefined, options: FailOptions) => setFaults(terminal, fail, kind, options));
}

const FAULT_KINDS = Object.keys(FAULT_HINTS);

function faultKind(text: string): string {
  if (FAULT_KINDS.includes(text)) return text;
  throw new InvalidArgumentError(`Use one of ${FAULT_KINDS.join(', ')}.`);
}

const KIND_WIDTH = Math.max(...FAULT_KINDS.map(({ length }) => length));
const FAULT_LINES = Object.entries(FAULT_HINTS)
  .map(([kind, hint]) => `  ${kind.padEnd(KIND_WIDTH)}  ${hint}`)
  .join('\n');

const invoiceSchema = v.object({
  uuid: v.string(),
  status: v.string(),
  payment: v.nullable(
    v.object({
      currency: v.string(),
      address: v.string(),
      amountPaid: v.string(),
      due: v.string(),
      suggestions: v.object({ short: v.nullable(v.string()), over: v.string() }),
    }),
  ),
});

const paidSchema = v.object({
  transaction: v.string(),
  invoice: v.optional(invoiceSchema),
  wallet: v.optional(v.object({ uuid: v.string(), currency: v.string(), received: v.string() })),
});

async function payInvoice(
  terminal: Terminal,
  command: Command,
  id: string,
  options: PayOptions,
): Promise<void> {
  const { half, over, currency } = options;
  const control = controller(terminal, command, options);
  const payee = /^INV-|^[A-Z\d]{8}$/i.test(id) ? { uuid: prefixedId(id.toUpperCase()) } : { address: id };
  const sum = half || over ? await suggestion(control, payee, options) : options.amount;
  const answer = await control('POST /payments', { ...payee, currency, amount: sum });
  const { transaction, invoice, wallet } = v.parse(paidSchema, answer);
  const payment = invoice?.payment;
  const inCoin = (value: string | undefined) =>
    payment && value !== undefined ? `${value} ${payment.currency}` : null;
  const fields = {
    invoice: invoice?.uuid ?? null,
    status: invoice?.status ?? null,
    paid: inCoin(payment?.amountPaid),
    due: payment?.due === '0' ? null : inCoin(payment?.due),
    wallet: wallet?.uuid ?? null,
    received: wallet ? `${wallet.received} ${wallet.currency}` : null,
    transaction,
  };
  print(terminal, options, answer, formatRecord(fields));
}

interface Payee {
  readonly uuid?: string;
  readonly address?: string;
}

/** Returns the amount that the sandbox suggests. */
async function suggestion(control: Control, { uuid, address }: Payee, options: PayOptions): Promise<string> {
  const search = new URLSearchParams({ search: uuid ?? address ?? '' });
  const answer = await control(`GET /invoices?${search}`);
  const { invoices } = v.parse(v.object({ invoices: v.array(invoiceSchema) }), answer);
  const invoice = invoices.find(
    (one) => one.uuid === uuid || (address !== undefined && one.payment?.address === address),
  );
  const flag = options.half ? '--half' : '--over';
  const name = escapeControlCharacters(uuid ?? address ?? '');
  if (!invoice)
    throw new CommandError(`there is no invoice ${name} in this sandbox. Run invoice list to find it.`);
  if (!invoice.payment)
    throw new CommandError(
      `${name} has no currency yet. Select one in the checkout, or pay without ${flag}.`,
    );
  const { short, over } = invoice.payment.suggestions;
  const sum = options.half ? short : over;
  if (sum === null) throw new CommandError(`nothing is due on ${name}. Use --amount, or --over.`);
  return sum;
}

const faultsSchema = v.object({
  faults: v.array(
    v.object({
      kind: v.string(),
      endpoint: v.nullable(v.string()),
      times: v.nullable(v.number()),
      ms: v.number(),
      code: v.number(),
    }),
  ),
});

type Fault = v.InferOutput<typeof faultsSchema>['faults'][number];

const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'endpoint', value: ({ endpoint }) => endpoint ?? 'every' },
  { title: 'calls left', value: ({ times }) => (times === null ? 'all' : String(times)), align: 'right' },
  { title: 'ms', value: ({ kind, ms }) => (kind === 'delay' ? String(ms) : null), align: 'right' },
  {
    title: 'status',
    value: ({ kind, code }) => (/^(status|html)$/.test(kind) ? String(code) : null),
    align: 'right',
  },
];

async function setFaults(
  terminal: Terminal,
  command: Command,
  kind: string | undefined,
  { url, json, clear, ...settings }: FailOptions,
): Promise<void> {
  if (clear && kind !== undefined)
    throw new CommandError(
      `--clear removes all faults. Omit "${escapeControlCharacters(kind)}".`,
      EXIT.usage,
    );
  const call = clear ? 'DELETE /faults' : kind === undefined ? 'GET /faults' : 'POST /faults';
  const answer = await controller(terminal, command, { url })(
    call,
    kind === undefined ? undefined : { kind, ...settings },
  );
  const { faults: rows } = v.parse(faultsSchema, answer);
  printList(terminal, { json }, { rows, columns: FAULT_COLUMNS, none: 'no faults' });
}
