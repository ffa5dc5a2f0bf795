import { Command, Option } from 'commander';
import { isFiatCode, priceFault } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CreatedInvoice, Invoice, KnownInvoiceStatus, ServiceClient } from '../../service/node.js';
import { INVOICE_STATUSES, ServiceError } from '../../service/node.js';
import { prefixedId } from '../../service/invoice.js';
import {
  amount,
  currencyCode,
  currencyCodes,
  day,
  fiatCode,
  lifetimeMinutes,
  period,
  DEFAULT_DAYS,
  wholeNumber,
} from '../base/arguments.js';
import type { PeriodOptions } from '../base/arguments.js';
import { CommandError, EXIT, describeError } from '../base/exit.js';
import { createdFields, INVOICE_COLUMNS, invoiceFields } from '../base/invoice-fields.js';
import { json, progress, formatRecord, formatTable } from '../base/output.js';
import { serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

/** `invoice create|list|info|cancel` */
export function invoiceCommand(terminal: Terminal): Command {
  return new Command('invoice')
    .description('payment requests of the account')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(infoCommand(terminal))
    .addCommand(cancelCommand(terminal));
}

interface CreateOptions {
  readonly amount: string;
  readonly currency: string;
  readonly order?: string;
  readonly email?: string;
  readonly payIn?: CurrencyCode;
  readonly offer?: readonly CurrencyCode[];
  readonly lifetime?: number;
  readonly json?: true;
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description('ask for a payment')
    .requiredOption('--amount <amount>', 'the price', amount)
    .option('--currency <code>', 'of the price', fiatCode, 'USD')
    .option('--order <text>', "the shop's own number")
    .option('--email <address>', "the payer's")
    .option('--pay-in <code>', 'fix the coin: the answer then has an address', currencyCode)
    .option('--offer <codes...>', 'coins to choose from, separated by commas or blanks', currencyCodes)
    .option('--lifetime <minutes>', 'how long it can be paid', lifetimeMinutes)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Examples:
  crypto-checkout invoice create --amount 49 --currency EUR --order A-1001
  crypto-checkout invoice create --amount 49 --pay-in USDT_TRC20 --lifetime 30 --json`,
    )
    .action(async (options: CreateOptions) => {
      const { order, email, payIn, offer, lifetime } = options;
      const { currency } = options;
      const fault = isFiatCode(currency) ? priceFault(options.amount, currency) : null;
      if (fault !== null) throw new RangeError(fault);
      const client = serviceClient(terminal);
      const invoice = await client.createInvoice({
        amount: options.amount,
        currency,
        ...(order === undefined ? {} : { orderId: order }),
        ...(email === undefined ? {} : { email }),
        ...(payIn === undefined ? {} : { cryptocurrency: payIn }),
        ...(offer === undefined ? {} : { availableCurrencies: offer }),
        ...(lifetime === undefined
          ? {}
          : { lifetime: { hours: Math.floor(lifetime / 60), minutes: lifetime % 60 } }),
      });
      const whole = payIn === undefined ? null : await wholeRecord(terminal, client, invoice);
      if (options.json) terminal.write(json(whole ?? invoice));
      else terminal.write(formatRecord(whole ? invoiceFields(whole) : createdFields(invoice)));
    });
}

/** With the sum to pay, which the answer to the creation does not have; `null` when it could not be asked for. */
async function wholeRecord(
  terminal: Terminal,
  client: ServiceClient,
  created: CreatedInvoice,
): Promise<Invoice | null> {
  const answer = await client.invoices([created.id]).then(
    (found) => found.get(created.id) ?? 'the service does not know it yet',
    (error: unknown) => describeError(error, terminal.env).message,
  );
  if (typeof answer === 'string') {
    terminal.writeError(
      `the invoice is made, and the sum to pay is not known: ${answer}\n  crypto-checkout invoice info ${created.id} tells it\n`,
    );
    return null;
  }
  // Only the answer to the creation has these three.
  const { link, fiatAmount, fiatCurrency } = created;
  return { ...answer, link, fiatAmount, fiatCurrency };
}

interface ListOptions extends PeriodOptions {
  readonly status?: KnownInvoiceStatus;
  readonly order?: string;
  readonly limit?: number;
  readonly json?: true;
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description(`invoices and withdrawals of some days, newest first as the service orders them`)
    .option('--from <day>', `the first day, UTC (${DEFAULT_DAYS - 1} days before the last)`, day)
    .option('--to <day>', 'the last day, UTC (today)', day)
    .addOption(new Option('--status <word>', 'only these').choices(INVOICE_STATUSES))
    .option('--order <text>', "only those with this number of the shop's")
    .option('--limit <count>', 'stop after so many', wholeNumber)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Prices are shown in USD: a list does not tell the currency in which an invoice was made.

Examples:
  crypto-checkout invoice list --status paid
  crypto-checkout invoice list --from 2026-11-01 --to 2026-11-30 --json`,
    )
    .action(async (options: ListOptions) => {
      const invoices = await readInvoices(terminal, options);
      if (options.json) terminal.write(json(invoices));
      else if (invoices.length === 0) terminal.writeError('no invoices\n');
      else terminal.write(formatTable(INVOICE_COLUMNS, invoices));
    });
}

async function readInvoices(terminal: Terminal, options: ListOptions): Promise<readonly Invoice[]> {
  const { status, order, limit = Infinity } = options;
  const chosen = new Map<string, Invoice>();
  const line = progress(terminal, 'reading invoices');
  let seen = 0;
  try {
    for await (const invoice of serviceClient(terminal).listInvoices(period(options, terminal))) {
      line.count((seen += 1));
      const isWanted =
        (status === undefined || invoice.status === status) &&
        (order === undefined || invoice.orderId === order);
      // One that comes once more counts as it is there.
      if (isWanted) chosen.set(invoice.id, invoice);
      else chosen.delete(invoice.id);
      if (chosen.size >= limit) break;
    }
  } finally {
    line.end();
  }
  return [...chosen.values()];
}

function infoCommand(terminal: Terminal): Command {
  return new Command('info')
    .description('all that the service tells of some invoices')
    .argument('<id...>', 'INV-… or the eight characters alone')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      '\nThe price is in USD, whatever it was made in.\n\nExample:\n  crypto-checkout invoice info INV-ABCD1234',
    )
    .action(async (ids: readonly string[], options: { readonly json?: true }) => {
      const found = [...(await serviceClient(terminal).invoices(ids)).values()];
      if (options.json) terminal.write(json(found));
      else terminal.write(found.map((invoice) => formatRecord(invoiceFields(invoice))).join('\n'));
      const missing = new Set(ids.map(prefixedId));
      for (const { id } of found) missing.delete(id);
      if (missing.size > 0) throw new CommandError(`the service does not know ${[...missing].join(', ')}`);
    });
}

function cancelCommand(terminal: Terminal): Command {
  return new Command('cancel')
    .description('cancel an invoice that nobody has paid yet')
    .argument('<id>', 'INV-… or the eight characters alone')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  crypto-checkout invoice cancel INV-ABCD1234')
    .action(async (typed: string, options: { readonly json?: true }) => {
      const id = prefixedId(typed);
      await cancel(serviceClient(terminal), id);
      terminal.write(options.json ? json({ id, status: 'canceled' }) : `${id} is canceled\n`);
    });
}

/** A second try would be refused where the first one worked, so the person has to look. */
async function cancel(client: ServiceClient, id: string): Promise<void> {
  try {
    await client.cancelInvoice(id);
  } catch (error) {
    const isUnknown =
      error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'bad_answer');
    if (!isUnknown) throw error;
    throw new CommandError(
      `cancel invoice: no usable answer came: it may be canceled. Look with: crypto-checkout invoice info ${id}`,
      EXIT.unknown,
    );
  }
}
