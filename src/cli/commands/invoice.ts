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
    .description('create, list, show and cancel invoices of the account')
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
    .description('create an invoice')
    .requiredOption('--amount <amount>', 'the price', amount)
    .option('--currency <code>', 'currency of the price', fiatCode, 'USD')
    .option('--order <text>', 'order id of the shop')
    .option('--email <address>', 'email address of the payer')
    .option('--pay-in <code>', 'fix the coin; the invoice then has an address', currencyCode)
    .option('--offer <codes...>', 'coins to choose from, separated by commas or spaces', currencyCodes)
    .option('--lifetime <minutes>', 'invoice lifetime in minutes', lifetimeMinutes)
    .option('--json', 'print JSON')
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

/** Reads the full record, since the create response has no amount to pay; `null` if that fails. */
async function wholeRecord(
  terminal: Terminal,
  client: ServiceClient,
  created: CreatedInvoice,
): Promise<Invoice | null> {
  const answer = await client.invoices([created.id]).then(
    (found) => found.get(created.id) ?? 'the service does not know the invoice yet',
    (error: unknown) => describeError(error, terminal.env).message,
  );
  if (typeof answer === 'string') {
    terminal.writeError(
      `the invoice was created, but its amount to pay is unknown: ${answer}\n  run crypto-checkout invoice info ${created.id} to read it\n`,
    );
    return null;
  }
  // Only the create response has these three.
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
    .description('list invoices and withdrawals of a period, in the order of the service')
    .option('--from <day>', `the first day, UTC (${DEFAULT_DAYS - 1} days before the last)`, day)
    .option('--to <day>', 'the last day, UTC (today)', day)
    .addOption(new Option('--status <word>', 'only this status').choices(INVOICE_STATUSES))
    .option('--order <text>', 'only invoices of this order')
    .option('--limit <count>', 'maximum number of results', wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Prices are in USD: the list does not contain the currency of the order.

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
      // A later entry of the same invoice replaces the former one.
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
    .description('show full records of invoices')
    .argument('<id...>', 'INV-… or the eight characters only')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe price is in USD, whatever the currency of the order.\n\nExample:\n  crypto-checkout invoice info INV-ABCD1234',
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
    .description('cancel an unpaid invoice')
    .argument('<id>', 'INV-… or the eight characters only')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  crypto-checkout invoice cancel INV-ABCD1234')
    .action(async (typed: string, options: { readonly json?: true }) => {
      const id = prefixedId(typed);
      await cancel(serviceClient(terminal), id);
      terminal.write(options.json ? json({ id, status: 'canceled' }) : `${id} is canceled\n`);
    });
}

/** A retry would be rejected if the first request succeeded, so the user has to check. */
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
