import { type Command, Option } from 'commander';
import { isFiatCode, priceFault, type CurrencyCode } from '../../payment/index.js';
import type { CreatedInvoice, Invoice, KnownInvoiceStatus, ServiceClient } from '../../service/node.js';
import { INVOICE_STATUSES, ServiceError } from '../../service/node.js';
import { prefixedId } from '../../service/invoice.js';
import {
  amount,
  currencyCode,
  currencyCodes,
  fiatCode,
  FROM_OPTION,
  lifetimeMinutes,
  period,
  TO_OPTION,
  wholeNumber,
} from '../base/arguments.js';
import type { PeriodOptions } from '../base/arguments.js';
import { CommandError, EXIT, describeError } from '../base/exit.js';
import { createdFields, INVOICE_COLUMNS, invoiceFields } from '../base/invoice-fields.js';
import {
  type JsonOption,
  examples,
  formatRecord,
  print,
  printList,
  UnreadableRecords,
  withProgress,
} from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface CreateOptions extends JsonOption {
  readonly amount: string;
  readonly currency: string;
  readonly order?: string;
  readonly email?: string;
  readonly payIn?: CurrencyCode;
  readonly offer?: readonly CurrencyCode[];
  readonly lifetime?: number;
}

interface ListOptions extends PeriodOptions, JsonOption {
  readonly status?: KnownInvoiceStatus;
  readonly order?: string;
  readonly limit?: number;
}

/** `invoice create|list|info|cancel` */
export function addInvoiceCommands(program: Command, terminal: Terminal): void {
  const invoice = program
    .command('invoice')
    .description('create, list, show and cancel invoices of the account');

  invoice
    .command('create')
    .description('create an invoice')
    .requiredOption('--amount <amount>', 'the price', amount)
    .option('--currency <code>', 'currency of the price', fiatCode, 'USD')
    .option('--order <text>', 'order id of the shop')
    .option('--email <address>', 'email address of the payer')
    .option(
      '--pay-in <code>',
      'fix the currency of the payment; the invoice then has an address',
      currencyCode,
    )
    .option('--offer <codes...>', 'selectable currencies, separated by commas or spaces', currencyCodes)
    .option('--lifetime <minutes>', 'invoice lifetime in minutes', lifetimeMinutes)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'invoice create --amount 49 --currency EUR --order A-1001',
        'invoice create --amount 49 --pay-in USDT_TRC20 --lifetime 30 --json',
      ),
    )
    .action((options: CreateOptions) => create(terminal, options));

  invoice
    .command('list')
    .description('list invoices and withdrawals of a period, in the order of the service')
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .addOption(new Option('--status <status>', 'only this status').choices(INVOICE_STATUSES))
    .option('--order <text>', 'only invoices of this order')
    .option('--limit <count>', 'maximum number of results', wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nPrices are in USD: the list does not contain the currency of the order.')
    .addHelpText(
      'after',
      examples('invoice list --status paid', 'invoice list --from 2026-11-01 --to 2026-11-30 --json'),
    )
    .action(async (options: ListOptions) => {
      const rows = await readInvoices(terminal, options);
      printList(terminal, options, { rows, columns: INVOICE_COLUMNS, none: 'no invoices' });
    });

  invoice
    .command('info')
    .alias('show')
    .description('show full records of invoices')
    .argument('<id...>', 'INV-… or the eight characters only')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe price is in USD, whatever the currency of the order.')
    .addHelpText('after', examples('invoice info INV-ABCD1234'))
    .action(async (ids: readonly string[], options: JsonOption) => {
      const unreadable = new Map<string, string>();
      const onUnreadable = (id: string, field: string) => void unreadable.set(id, field);
      const found = [...(await serviceClient(terminal).invoices(ids, onUnreadable)).values()];
      const records = found.map((one) => formatRecord(invoiceFields(one)));
      print(terminal, options, found, records.join('\n'));
      const missing = new Set(ids.map(prefixedId));
      for (const id of [...found.map((one) => one.id), ...unreadable.keys()]) missing.delete(id);
      const problems = [...unreadable].map(([id, field]) => `${id} is unreadable (${field})`);
      if (missing.size > 0) problems.push(`the service does not know ${[...missing].join(', ')}`);
      if (problems.length > 0) throw new CommandError(problems.join('; '));
    });

  invoice
    .command('cancel')
    .description('cancel an unpaid invoice')
    .argument('<id>', 'INV-… or the eight characters only')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('invoice cancel INV-ABCD1234'))
    .action(async (typed: string, options: JsonOption) => {
      const id = prefixedId(typed);
      await cancel(serviceClient(terminal), id);
      print(terminal, options, { id, status: 'canceled' }, `${id} is canceled\n`);
    });
}

async function create(terminal: Terminal, options: CreateOptions): Promise<void> {
  const { amount, currency, order, email, payIn, offer, lifetime } = options;
  const fault = isFiatCode(currency) ? priceFault(amount, currency) : null;
  if (fault !== null) throw new RangeError(fault);
  const client = serviceClient(terminal);
  const invoice = await client.createInvoice({
    amount,
    currency,
    ...(order === undefined ? {} : { orderId: order }),
    ...(email === undefined ? {} : { email }),
    ...(payIn === undefined ? {} : { cryptocurrency: payIn }),
    ...(offer === undefined ? {} : { availableCurrencies: offer }),
    ...(lifetime === undefined
      ? {}
      : { lifetime: { hours: Math.floor(lifetime / 60), minutes: lifetime % 60 } }),
  });
  const full = payIn === undefined ? null : await readFullRecord(terminal, client, invoice);
  const fields = full ? invoiceFields(full) : createdFields(invoice);
  print(terminal, options, full ?? invoice, formatRecord(fields));
}

/** Reads the full record, since the create response lacks the amount to pay; `null` if that fails. */
async function readFullRecord(terminal: Terminal, client: ServiceClient, created: CreatedInvoice) {
  const result = await client.invoices([created.id]).then(
    (found) => found.get(created.id) ?? 'the service does not know the invoice yet',
    (error: unknown) => describeError(error, terminal.env).message,
  );
  if (typeof result === 'string') {
    terminal.writeError(
      `the invoice was created, but its amount to pay is unknown: ${result}\n  run crypto-checkout invoice info ${created.id} to read it\n`,
    );
    return null;
  }
  // Only the response to the create call has these three.
  const { link, fiatAmount, fiatCurrency } = created;
  return { ...result, link, fiatAmount, fiatCurrency };
}

async function readInvoices(terminal: Terminal, options: ListOptions): Promise<readonly Invoice[]> {
  const { status, order, limit = Infinity } = options;
  const matching = new Map<string, Invoice>();
  const unreadable = new UnreadableRecords();
  const all = serviceClient(terminal).listInvoices(period(options, terminal), unreadable.add);
  for await (const invoice of withProgress(terminal, 'reading invoices', all)) {
    const isWanted =
      (status === undefined || invoice.status === status) &&
      (order === undefined || invoice.orderId === order);
    // A later entry of the same invoice is more recent.
    if (isWanted) matching.set(invoice.id, invoice);
    else matching.delete(invoice.id);
    if (matching.size >= limit) break;
  }
  unreadable.print(terminal);
  return [...matching.values()];
}

/** Cancels an invoice once. The service would reject a retry after a success, so the user has to check. */
async function cancel(client: ServiceClient, id: string): Promise<void> {
  try {
    await client.cancelInvoice(id);
  } catch (error) {
    const isUnknown =
      error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'invalid_response');
    if (!isUnknown) throw error;
    throw new CommandError(
      `cancel invoice: no valid response arrived, so it may be canceled. Run crypto-checkout invoice info ${id} to check.`,
      EXIT.unknown,
    );
  }
}
