import type { Command } from 'commander';
import type { BookMismatch, Reconciliation } from '../../proxy/settings.js';
import { FROM_OPTION, type PeriodOptions, TO_OPTION } from '../base/arguments.js';
import { serviceClient } from '../base/environment.js';
import { CommandError } from '../base/exit.js';
import type { Column } from '../base/output.js';
import { examples, formatTable, print, progressLine, UnreadableRecords } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';
import { bookDays } from './books.js';

/** `reconcile` */
export function addReconcileCommand(program: Command, terminal: Terminal): void {
  program
    .command('reconcile')
    .summary("compare the books with the service's list")
    .description(
      `compare all money of the books with the service's list, to the last digit.
Exits with 1 unless every record is in both, without a difference`,
    )
    .option(...FROM_OPTION)
    .option(...TO_OPTION)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('reconcile --from 2026-11-01 --to 2026-11-30'))
    .action((options: PeriodOptions & StoreOptions) => reconcile(terminal, options));
}

/** @throws {CommandError} if the books do not close */
async function reconcile(terminal: Terminal, options: PeriodOptions & StoreOptions): Promise<void> {
  const days = bookDays(options, terminal);
  const service = serviceClient(terminal);
  const showProgress = progressLine(terminal);
  const result = await withStore(terminal, options.store, (staff) =>
    staff.reconcile(days, service, (count) => {
      terminal.signal.throwIfAborted();
      showProgress(`reading invoices … ${count}`);
    }),
  ).finally(() => showProgress(''));
  print(terminal, options, result, reconciliationText(result));
  if (result.closes) return;
  const unreadable = new UnreadableRecords();
  for (const { id, field } of result.unreadable) unreadable.add(id, field);
  unreadable.print(terminal);
  throw new CommandError(
    'the books do not close. Run a proxy until it has polled all invoices, then run reconcile again. Look up the rest in the account.',
  );
}

function reconciliationText({ mismatches, ...counts }: Reconciliation): string {
  const { from, to, matched, onlyHere, onlyThere, different, unpaid } = counts;
  const sums = `${matched} matched, ${onlyHere} only here, ${onlyThere} only there, ${different} different`;
  const table = mismatches.length === 0 ? '' : `${formatTable(COLUMNS, mismatches)}\n`;
  return `${table}${from} to ${to}: ${sums}; ${unpaid} without money\n`;
}

const RESULTS: Readonly<Record<BookMismatch['result'], string>> = {
  only_here: 'only here',
  only_there: 'only there',
  different: 'different',
};

const right = { align: 'right' } as const;

const COLUMNS: readonly Column<BookMismatch>[] = [
  { title: 'result', value: ({ result }) => RESULTS[result] },
  { title: 'record', value: ({ kind }) => kind },
  { title: 'id', value: ({ id }) => id },
  { title: 'order', value: ({ order }) => order },
  { title: 'currency', value: ({ here, there }) => here?.currency ?? there?.currency ?? null },
  { title: 'amount here', value: ({ here }) => here?.amount ?? null, ...right },
  { title: 'there', value: ({ there }) => there?.amount ?? null, ...right },
  { title: 'balance here', value: ({ here }) => here?.balanceChange ?? null, ...right },
  { title: 'there', value: ({ there }) => there?.balanceChange ?? null, ...right },
  { title: 'status there', value: ({ there }) => there?.status ?? null },
  { title: 'difference', value: ({ differences }) => differences.join(', ') || null },
];
