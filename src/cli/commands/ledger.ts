import type { Command } from 'commander';
import type { Difference, LedgerLine, OrderLedger } from '../../proxy/admin.js';
import { CommandError, noCheckout } from '../base/exit.js';
import type { Column } from '../base/output.js';
import { examples, formatIsoSecond, formatTable, print } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

/** `ledger` */
export function addLedgerCommand(program: Command, terminal: Terminal): void {
  program
    .command('ledger')
    .description("print the movements of an order's money, with running sums, or verify all sums")
    .argument('[order]', 'id of the order or of its checkout')
    .option('--verify', 'recompute the derived columns of all checkouts, and compare them')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('ledger A-1001', 'ledger --verify'))
    .action(async (id: string | undefined, options: LedgerOptions) => {
      if (options.verify) return verify(terminal, options);
      if (id === undefined) throw new CommandError('the order is missing. Pass its id, or --verify.');
      const found = await withStore(terminal, options.store, (admin) => admin.ledger(id));
      if (!found) throw noCheckout(id);
      print(terminal, options, found, ledgerText(found));
    });
}

interface LedgerOptions extends StoreOptions {
  readonly verify?: true;
}

/** @throws {CommandError} if a stored column differs */
async function verify(terminal: Terminal, options: LedgerOptions): Promise<void> {
  const result = await withStore(terminal, options.store, (admin) =>
    admin.verifyLedger((checkouts) => {
      if (terminal.isInteractive) terminal.writeError(`\r\u001b[2Kchecking … ${checkouts}`);
    }),
  );
  if (terminal.isInteractive) terminal.writeError('\r\u001b[2K');
  const { checkouts, differences } = result;
  const summary = `${checkouts} checkouts, ${differences.length} differences\n`;
  const table = differences.length === 0 ? '' : formatTable(DIFFERENCE_COLUMNS, differences);
  print(terminal, options, result, table + summary);
  if (differences.length > 0)
    throw new CommandError(
      'stored columns differ from the movements. Find out which other program has written to the store.',
    );
}

const DIFFERENCE_COLUMNS: readonly Column<Difference>[] = [
  { title: 'order', value: ({ order }) => order },
  { title: 'column', value: ({ column }) => column },
  { title: 'stored', value: ({ stored }) => stored },
  { title: 'computed', value: ({ computed }) => computed },
];

function ledgerText({ lines, invoices }: OrderLedger): string {
  if (lines.length === 0) return 'nothing was received\n';
  const movements = formatTable(MOVEMENT_COLUMNS, lines);
  return invoices.length === 0 ? movements : `${movements}\n${formatTable(INVOICE_COLUMNS, invoices)}`;
}

const right = { align: 'right' } as const;

const MOVEMENT_COLUMNS: readonly Column<LedgerLine>[] = [
  { title: 'time', value: ({ at }) => formatIsoSecond(at) },
  { title: 'invoice', value: ({ invoice }) => invoice },
  { title: 'movement', value: ({ kind }) => kind },
  { title: 'amount', value: ({ amount, currency }) => `${amount} ${currency}`, ...right },
  { title: 'received', value: ({ received }) => received, ...right },
  { title: 'here', value: ({ here }) => here, ...right },
  { title: 'reserved', value: ({ reserved }) => reserved, ...right },
  { title: 'sent', value: ({ sent }) => sent, ...right },
  { title: 'dismissed', value: ({ dismissed }) => dismissed, ...right },
  { title: 'source', value: ({ source }) => source },
  { title: 'reference', value: ({ reference }) => reference },
  { title: 'note', value: ({ note }) => note },
];

const INVOICE_COLUMNS: readonly Column<OrderLedger['invoices'][number]>[] = [
  { title: 'now', value: ({ invoice }) => invoice },
  { title: 'coin', value: ({ currency }) => currency },
  { title: 'received', value: ({ received }) => received, ...right },
  { title: 'applied', value: ({ applied }) => applied, ...right },
  { title: 'owed', value: ({ owed }) => owed, ...right },
  { title: 'reserved', value: ({ reserved }) => reserved, ...right },
  { title: 'sent', value: ({ sent }) => sent, ...right },
  { title: 'dismissed', value: ({ dismissed }) => dismissed, ...right },
];
