import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { bookJournal, type BookedPayout } from '../../payouts/book-journal.js';
import { Journal } from '../../payouts/journal.js';
import { PayoutsRefusedError } from '../../payouts/check-store.js';
import { testMode } from '../base/environment.js';
import { CommandError } from '../base/exit.js';
import { escapeControlCharacters, examples, printList, type Column } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, withStore, type StoreOptions } from '../base/with-store.js';
import { journalPath } from './payouts-run.js';

interface BookOptions extends StoreOptions {
  readonly person: string;
}

/** `payouts book` */
export function addPayoutsBook(payouts: Command, terminal: Terminal): void {
  payouts
    .command('book')
    .description(
      'book the payouts of the journal that the store has forgotten, so that payouts run sends again',
    )
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
After a restored backup, the store may lack payouts that were sent, or show them as never sent. payouts run then
refuses to send. This command books them in the store, with the outcome that the journal has. It sends nothing.`,
    )
    .addHelpText('after', examples('payouts book --person "Maja Lind"'))
    .action(async ({ store, json, person }: BookOptions) => {
      const path = journalPath(terminal);
      if (!existsSync(path))
        throw new CommandError(
          `there is no journal "${escapeControlCharacters(path)}". Set CRYPTO_CHECKOUT_PAYOUT_JOURNAL to the file of payouts run.`,
        );
      const reportCut = (line: number) =>
        terminal.writeError(`line ${line} of the journal was only half written, and was cut off\n`);
      const rows = await withStore(terminal, store, async (admin) =>
        bookJournal(await Journal.open(path, reportCut), {
          ...{ store: admin.store, clock: terminal, testMode: testMode(terminal), person },
        }).catch((error: unknown) => {
          if (!(error instanceof PayoutsRefusedError)) throw error;
          throw new CommandError('the journal is not the newest. Put the newest journal in its place.');
        }),
      );
      printList(terminal, { json }, { rows, columns: COLUMNS, none: 'the store has forgotten no payouts' });
    });
}

const COLUMNS: readonly Column<BookedPayout>[] = [
  { title: 'id', value: ({ payout }) => payout.id },
  { title: 'state', value: ({ payout }) => payout.state },
  { title: 'amount', value: ({ payout }) => `${payout.amount} ${payout.currency}`, align: 'right' },
  { title: 'to', value: ({ payout }) => payout.address },
  {
    title: 'refund',
    value: ({ payout, isRefundBooked }) =>
      payout.refund && (isRefundBooked ? payout.refund.id : `${payout.refund.id}: not booked, check it`),
  },
];
