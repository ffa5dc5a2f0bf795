import { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import type { CreatedInvoice, Invoice, ServiceClient } from '../../service/node.js';
import { ServiceError } from '../../service/node.js';
import {
  amount,
  currencyCode,
  currencyCodes,
  day,
  fiatCode,
  period,
  USUAL_DAYS,
  wholeNumber,
} from '../arguments.js';
import type { PeriodOptions } from '../arguments.js';
import { CommandError, EXIT } from '../exit.js';
import type { Column } from '../output.js';
import { json, progress, record, table, time } from '../output.js';
import { serviceClient } from '../settings.js';
import type { Terminal } from '../terminal.js';

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
    .option('--offer <codes>', 'coins to choose from, separated by commas', currencyCodes)
    .option('--lifetime <minutes>', 'how long it can be paid', wholeNumber)
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
      const invoice = await serviceClient(terminal).createInvoice({
        amount: options.amount,
        currency: options.currency,
        ...(order === undefined ? {} : { orderId: order }),
        ...(email === undefined ? {} : { email }),
        ...(payIn === undefined ? {} : { cryptocurrency: payIn }),
        ...(offer === undefined ? {} : { availableCurrencies: offer }),
        ...(lifetime === undefined
          ? {}
          : { lifetime: { hours: Math.floor(lifetime / 60), minutes: lifetime % 60 } }),
      });
      terminal.write(options.json ? json(invoice) : record(createdFields(invoice)));
    });
}

interface ListOptions extends PeriodOptions {
  readonly status?: string;
  readonly order?: string;
  readonly limit?: number;
  readonly json?: true;
}

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description(`invoices and withdrawals of some days, newest first as the service orders them`)
    .option('--from <day>', `the first day, UTC (${USUAL_DAYS - 1} days before the last)`, day)
    .option('--to <day>', 'the last day, UTC (today)', day)
    .option('--status <word>', 'only these, e.g. paid')
    .option('--order <text>', "only those with this number of the shop's")
    .option('--limit <count>', 'stop after so many', wholeNumber)
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Examples:
  crypto-checkout invoice list --status paid
  crypto-checkout invoice list --from 2026-11-01 --to 2026-11-30 --json`,
    )
    .action(async (options: ListOptions) => {
      const invoices = await readInvoices(terminal, options);
      if (options.json) terminal.write(json(invoices));
      else if (invoices.length === 0) terminal.writeError('no invoices\n');
      else terminal.write(table(COLUMNS, invoices));
    });
}

async function readInvoices(terminal: Terminal, options: ListOptions): Promise<readonly Invoice[]> {
  const { status, order, limit = Infinity } = options;
  const chosen: Invoice[] = [];
  const line = progress(terminal, 'reading invoices');
  let seen = 0;
  try {
    for await (const invoice of serviceClient(terminal).listInvoices(period(options, terminal))) {
      line.count((seen += 1));
      const isWanted =
        (status === undefined || invoice.status === status) &&
        (order === undefined || invoice.orderId === order);
      if (isWanted) chosen.push(invoice);
      if (chosen.length >= limit) break;
    }
  } finally {
    line.end();
  }
  return chosen;
}

function infoCommand(terminal: Terminal): Command {
  return new Command('info')
    .description('all that the service tells of some invoices')
    .argument('<id...>', 'INV-… or the eight characters alone')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  crypto-checkout invoice info INV-ABCD1234')
    .action(async (ids: readonly string[], options: { readonly json?: true }) => {
      const found = [...(await serviceClient(terminal).invoices(ids)).values()];
      if (options.json) terminal.write(json(found));
      else terminal.write(found.map((invoice) => record(invoiceFields(invoice))).join('\n'));
      const missing = new Set(ids.map((id) => (id.startsWith('INV-') ? id : `INV-${id}`)));
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
    .action(async (id: string, options: { readonly json?: true }) => {
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

const inCoin = (value: string | null, invoice: CreatedInvoice): string | null =>
  value === null || invoice.currency === null ? value : `${value} ${invoice.currency.code}`;

const inFiat = ({ fiatAmount, fiatCurrency, amountUsd }: CreatedInvoice): string | null => {
  if (fiatAmount !== null && fiatCurrency !== null) return `${fiatAmount} ${fiatCurrency}`;
  return amountUsd === null ? fiatAmount : `${amountUsd} USD`;
};

const COLUMNS: readonly Column<Invoice>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAtMs }) => time(createdAtMs) },
  { title: 'type', value: ({ type }) => type },
  { title: 'status', value: ({ status }) => status },
  { title: 'order', value: ({ orderId }) => orderId },
  { title: 'price', value: inFiat, align: 'right' },
  { title: 'to pay', value: ({ amountToPay }) => amountToPay, align: 'right' },
  { title: 'paid', value: ({ amountPaid }) => amountPaid, align: 'right' },
  { title: 'coin', value: ({ currency }) => currency?.code ?? null },
];

function createdFields(invoice: CreatedInvoice): Record<string, string | null> {
  return {
    id: invoice.id,
    status: invoice.status,
    price: inFiat(invoice),
    amount: inCoin(invoice.amount, invoice),
    address: invoice.address,
    fee: inCoin(invoice.fee, invoice),
    created: time(invoice.createdAtMs),
    expires: time(invoice.expiresAtMs),
    page: invoice.link,
    mode: invoice.testMode ? 'test: no money moves' : null,
  };
}

function invoiceFields(invoice: Invoice): Record<string, string | null> {
  const { amountPaid, amountMissing } = invoice;
  return {
    ...createdFields(invoice),
    'type': invoice.type,
    'order': invoice.orderId,
    'to pay': inCoin(invoice.amountToPay, invoice),
    'paid': inCoin(amountPaid, invoice),
    'missing': inCoin(amountMissing, invoice),
    'received': inCoin(invoice.received, invoice),
    'finished': time(invoice.finishedAtMs),
    'transactions': invoice.transactions.join(', '),
  };
}
