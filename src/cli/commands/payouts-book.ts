import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { bookJournal, NotMissingError, type BookedPayout } from '../../payouts/book-journal.js';
import { Journal } from '../../payouts/journal.js';
import { PayoutsRefusedError } from '../../payouts/check-store.js';
import { personName } from '../base/arguments.js';
import { required, testMode } from '../base/environment.js';
import { CommandError } from '../base/exit.js';
import { escapeControlCharacters, examples, printList, type Column } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, withStore, type StoreOptions } from '../base/with-store.js';

interface BookOptions extends StoreOptions {
  readonly person: string;
  readonly includesPayment?: readonly string[];
  readonly leaveRefund?: readonly string[];
}

/** `payouts book` */
export function addPayoutsBook(payouts: Command, terminal: Terminal): void {
  payouts
    .command('book')
    .description('book payouts of the journal that are missing from the store, so that payouts run resumes')
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log', personName)
    .option('--includes-payment <id...>', 'ids of payouts that may have refunded money that pays the order')
    .option('--leave-refund <id...>', 'ids of payouts to store without changing the ledger')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
After a restored backup, the store may lack payouts that were sent, or show them as never sent. payouts run then
refuses to send. This command books them in the store, with the outcome that the journal has. It takes back other
payouts of the same refund or money that were not sent. It sends nothing itself.

With --leave-refund, you say that the ledger of the order is right without the payout. The command takes back the
payouts of the order in the same currency that were not sent.`,
    )
    .addHelpText('after', examples('payouts book --person "Maja Lind"'))
    .action(async ({ store, json, person, includesPayment = [], leaveRefund = [] }: BookOptions) => {
      const both = includesPayment.find((id) => leaveRefund.includes(id));
      if (both !== undefined)
        throw new CommandError(
          `payout ${escapeControlCharacters(both)} is in both options. Pass it with one of --includes-payment and --leave-refund.`,
        );
      const path = required(terminal, 'CRYPTO_CHECKOUT_PAYOUT_JOURNAL');
      if (!existsSync(path))
        throw new CommandError(
          `there is no journal "${escapeControlCharacters(path)}". Use the variables of payouts run, including CRYPTO_CHECKOUT_PAYOUT_JOURNAL.`,
        );
      const reportCut = (line: number) =>
        terminal.writeError(`line ${line} of the journal was incomplete and was removed\n`);
      const rows = await withStore(terminal, store, async (staff) => {
        const booked = await bookJournal(await Journal.open(path, reportCut), {
          store: staff.store,
          clock: terminal,
          testMode: testMode(terminal),
          person,
          includesPayment: new Set(includesPayment),
          leavesRefunds: new Set(leaveRefund),
        }).catch((error: unknown) => {
          if (error instanceof NotMissingError)
            throw new CommandError(
              `payout ${escapeControlCharacters(error.payout)} is not missing from the store. Pass ids that payouts book prints.`,
            );
          if (!(error instanceof PayoutsRefusedError)) throw error;
          throw new CommandError('the journal is not the newest. Restore the newest journal.');
        });
        return Promise.all(
          booked.map(async (one) => {
            const checkout = one.payout.refund && (await staff.findCheckout(one.payout.refund.payment));
            return { ...one, order: checkout ? { id: checkout.order.id } : null };
          }),
        );
      });
      printList(
        terminal,
        { json },
        { rows, columns: COLUMNS, none: 'no payouts are missing from the store' },
      );
      const problems = rows.flatMap(problemOf);
      if (problems.length > 0) throw new CommandError(problems.join('\n'));
    });
}

type Row = BookedPayout & { readonly order: { readonly id: string } | null };

/** Returns the instructions for a payout whose refund is not booked. */
function problemOf({ payout: { id, refund }, booking, order }: Row): readonly string[] {
  if (booking === 'order forgotten')
    return [
      `the order of payout ${id} is missing from the store. Record the payout in your books, and refund nothing for payment ${refund?.payment}.`,
    ];
  if (booking !== 'no money') return [];
  const text = escapeControlCharacters(order?.id ?? '');
  return [
    `payout ${id} is not booked, and payouts run sends nothing until it is: the money is not in the ledger of order ${text}. ` +
      'If the proxy has not polled since the restore, start it, and run this command again. ' +
      `If the payout refunded the payment itself, pass --includes-payment ${id}. ` +
      'If another payout with an unknown outcome has the refund, resolve that one first. ' +
      `If the ledger of the order is correct without the payout, pass --leave-refund ${id}.`,
  ];
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'id', value: ({ payout }) => payout.id },
  { title: 'order', value: ({ order }) => order?.id ?? null },
  { title: 'state', value: ({ payout }) => payout.state },
  { title: 'amount', value: ({ payout }) => `${payout.amount} ${payout.currency}`, align: 'right' },
  {
    title: 'refund',
    value: ({ payout, booking }) => payout.refund && booking,
  },
];
