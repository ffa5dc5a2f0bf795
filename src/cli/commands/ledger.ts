import type { Command } from 'commander';
import type { Difference } from '../../proxy/settings.js';
import type { LedgerLine, OrderLedger } from '../../proxy/staff/order-ledger.js';
import { CommandError, EXIT, noCheckout } from '../base/exit.js';
import type { Column } from '../base/output.js';
import { escapeControlCharacters, examples, formatIsoSecond, formatTable, print } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

/** `ledger` */
export function addLedgerCommand(program: Command, terminal: Terminal): void {
  program
    .command('ledger')
    .summary("print the movements of an order's money, or verify all sums")
    .description("print the movements of an order's money, with running sums, or verify all sums")
    .argument('[order]', 'id of the order or of its checkout')
    .option('--verify', 'recompute the derived columns of all checkouts, and compare them')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('ledger A-1001', 'ledger --verify'))
    .action(async (id: string | undefined, options: LedgerOptions) => {
      if (options.verify) return verify(terminal, options);
      if (id === undefined)
        throw new CommandError('the order is missing. Pass its id, or --verify.', EXIT.usage);
      const found = await withStore(terminal, options.store, (staff) => staff.readLedger(id));
      if (!found) throw noCheckout(id);
      print(terminal, options, found, ledgerText(found));
    });
}

interface LedgerOptions extends StoreOptions {
  readonly verify?: true;
}

/** Verifies the derived columns of all checkouts. @throws {CommandError} if a stored column differs */
async function verify(terminal: Terminal, options: LedgerOptions): Promise<void> {
  const result = await withStore(terminal, options.store, (staff) =>
    staff.verifyLedger((checkouts) => {
      if (terminal.isInteractive) terminal.writeError(`\r\u001b[2Kchecking … ${checkouts}`);
    }),
  );
  if (terminal.isInteractive) terminal.writeError('\r\u001b[2K');
  const { checkouts, differences } = result;
  const summary = `${count(checkouts, 'checkout')}, ${count(differences.length, 'difference')}\n`;
  print(terminal, options, result, differences.map(differenceLine).join('') + summary);
  if (differences.length > 0)
    throw new CommandError(
      'stored columns differ from the movements. Find out which other program has written to the store.',
    );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function differenceLine({ order, column, stored, computed }: Difference): string {
  const line = `${order}  ${column}: stored ${readable(stored)}, computed ${readable(computed)}`;
  return `${escapeControlCharacters(line)}\n`;
}

const VALUES: Readonly<Record<string, string>> = {
  true: 'yes',
  false: 'no',
  null: 'none',
  undefined: 'none',
};

const readable = (value: string): string => VALUES[value] ?? value;

function ledgerText({ lines, invoices }: OrderLedger): string {
  if (lines.length === 0) return 'nothing was received\n';
  const movements = formatTable(columnsFor(lines), lines);
  return invoices.length === 0 ? movements : `${movements}\n${formatTable(INVOICE_COLUMNS, invoices)}`;
}

/** Returns the columns that have a value, so that a row fits into a terminal. */
function columnsFor(lines: readonly LedgerLine[]): readonly Column<LedgerLine>[] {
  return MOVEMENT_COLUMNS.filter(
    ({ title, value }) =>
      !OPTIONAL_COLUMNS.has(title) || lines.some((line) => ![null, '0'].includes(value(line))),
  );
}

const OPTIONAL_COLUMNS: ReadonlySet<string> = new Set(['reserved', 'refunded', 'dismissed', 'note']);

/** Shortens the first transaction or payout of a list, and counts the others. `--json` prints them all. */
function shortReference(reference: string | null): string | null {
  if (reference === null) return null;
  const [first = '', ...more] = reference.split(', ');
  if (!/^[\w:-]{20,}$/.test(first)) return reference;
  const shortened = `${first.slice(0, 6)}…`;
  return more.length === 0 ? shortened : `${shortened} (+${more.length} more)`;
}

const right = { align: 'right' } as const;

const MOVEMENT_COLUMNS: readonly Column<LedgerLine>[] = [
  { title: 'time (UTC)', value: ({ at }) => formatIsoSecond(at)?.replace(' UTC', '') ?? null },
  { title: 'invoice', value: ({ invoice }) => invoice },
  { title: 'movement', value: ({ kind }) => kind },
  { title: 'amount', value: ({ amount, currency }) => `${amount} ${currency}`, ...right },
  { title: 'received', value: ({ received }) => received, ...right },
  { title: 'applied + owed', value: ({ here }) => here, ...right },
  { title: 'reserved', value: ({ reserved }) => reserved, ...right },
  { title: 'refunded', value: ({ refunded }) => refunded, ...right },
  { title: 'dismissed', value: ({ dismissed }) => dismissed, ...right },
  { title: 'source', value: ({ source }) => source },
  { title: 'reference', value: ({ reference }) => shortReference(reference) },
  { title: 'note', value: ({ note }) => note },
];

const INVOICE_COLUMNS: readonly Column<OrderLedger['invoices'][number]>[] = [
  { title: 'now', value: ({ invoice }) => invoice },
  { title: 'coin', value: ({ currency }) => currency },
  { title: 'received', value: ({ received }) => received, ...right },
  { title: 'applied', value: ({ applied }) => applied, ...right },
  { title: 'owed', value: ({ owed }) => owed, ...right },
  { title: 'reserved', value: ({ reserved }) => reserved, ...right },
  { title: 'refunded', value: ({ refunded }) => refunded, ...right },
  { title: 'dismissed', value: ({ dismissed }) => dismissed, ...right },
];
