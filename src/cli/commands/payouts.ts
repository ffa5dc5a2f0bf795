import type { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import { type Payout, createPayoutApproval, createPayoutProposal } from '../../proxy/settings.js';
import type { Staff } from '../../proxy/staff/staff.js';
import type { PayoutRequest } from '../../proxy/server.js';
import { amount, currencyCode, noteText, personName } from '../base/arguments.js';
import { checkRecipient } from '../base/check-recipient.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Column, JsonOption } from '../base/output.js';
import {
  escapeControlCharacters,
  examples,
  formatIsoTime,
  formatRecord,
  print,
  printList,
} from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';
import { addPayoutsBook } from './payouts-book.js';
import { addPayoutsRun, signing } from './payouts-run.js';
import { findRefund } from './refunds.js';

interface ProposeOptions extends StoreOptions {
  readonly person: string;
  readonly currency?: CurrencyCode;
  readonly amount?: string;
  readonly to?: string;
  readonly purpose?: string;
  readonly refund?: string;
}

interface PersonOptions extends StoreOptions {
  readonly person: string;
}

interface ApproveOptions extends PersonOptions {
  readonly yes?: true | undefined;
}

const PERSON_OPTION = [
  '--person <name>',
  'name of the person, as recorded in the audit log',
  personName,
] as const;

interface DeclineOptions extends PersonOptions {
  readonly reason: string;
}

/** `payouts run|book|propose|approve|decline|list` */
export function addPayoutCommands(program: Command, terminal: Terminal): void {
  const payouts = program
    .command('payouts')
    .description('send payouts: one person proposes, another approves');

  addPayoutsRun(payouts, terminal);
  addPayoutsBook(payouts, terminal);

  payouts
    .command('propose')
    .description('propose a payout, which another person then approves')
    .requiredOption(...PERSON_OPTION)
    .option('--currency <code>', 'such as USDT_TRC20: the coin and its network', currencyCode)
    .option('--amount <amount>', 'amount in the coin', amount)
    .option('--to <address>', "the recipient's address on that network")
    .option(
      '--refund <id>',
      'id of the refund to pay, from refund list; supplies currency, amount and address',
    )
    .option('--purpose <text>', 'purpose of the payout')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'payouts propose --person "Maja Lind" --currency USDT_TRC20 --amount 12.5 --to TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      ),
    )
    .action(async ({ store, json, ...options }: ProposeOptions) => {
      const payout = await withStore(terminal, store, async (staff) => {
        const proposal = await createPayoutProposal(await requestOf(staff, options), signing(terminal));
        return staff.proposePayout(proposal, options.person);
      });
      printPayout(terminal, { json }, payout);
    });

  payouts
    .command('approve')
    .description('approve a payout that another person proposed')
    .argument('<id>', 'id of the payout, from payouts list')
    .requiredOption(...PERSON_OPTION)
    .option('--yes', 'approve without confirmation')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('payouts approve 4f1c92aa-93b7-4a58-8c1f-2e7d05b9a4c6 --person "Jon Berg"'),
    )
    .action(async (id: string, { person, yes, store, json }: ApproveOptions) => {
      if (!yes && !terminal.isInteractive)
        throw new CommandError('Confirmation requires a terminal. Pass --yes to skip it.', EXIT.usage);
      const approved = await withStore(terminal, store, (staff) =>
        approve(terminal, staff, { id, person, yes }),
      );
      printPayout(terminal, { json }, approved);
    });

  payouts
    .command('decline')
    .description('decline a payout that another person proposed')
    .argument('<id>', 'id of the payout, from payouts list')
    .requiredOption(...PERSON_OPTION)
    .requiredOption('--reason <text>', 'reason, shown to the proposer', noteText)
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'payouts decline 4f1c92aa-93b7-4a58-8c1f-2e7d05b9a4c6 --person "Jon Berg" --reason "Wrong account"',
      ),
    )
    .action(async (id: string, { person, reason, store, json }: DeclineOptions) => {
      const declined = await withStore(terminal, store, (staff) => staff.declinePayout(id, reason, person));
      printPayout(terminal, { json }, declined);
    });

  payouts
    .command('list')
    .description('list payouts, newest first')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('payouts list --json'))
    .action(async ({ store, json }: StoreOptions) => {
      const { payouts: rows } = await withStore(terminal, store, (staff) =>
        staff.listPayouts({ cursor: null, limit: 100 }),
      );
      printList(terminal, { json }, { rows, columns: COLUMNS, none: 'no payouts' });
    });
}

/** @throws {CommandError} if an option is missing */
async function requestOf(
  staff: Staff,
  { person, purpose, refund: refundId, ...typed }: ProposeOptions,
): Promise<PayoutRequest> {
  const refund = refundId === undefined ? null : await findRefund(staff, refundId);
  const currency = typed.currency ?? refund?.currency;
  const sum = typed.amount ?? refund?.amount;
  const address = typed.to ?? refund?.address;
  if (currency === undefined || sum === undefined || address === undefined)
    throw new CommandError('--currency, --amount or --to is missing. Pass all three, or --refund.');
  checkRecipient(currency, address);
  const link = refund && { payment: refund.payment, id: refund.id };
  return { person, currency, amount: sum, address, purpose: purpose ?? null, refund: link };
}

async function approve(
  terminal: Terminal,
  staff: Staff,
  { id, person, yes }: Pick<ApproveOptions, 'person' | 'yes'> & { readonly id: string },
): Promise<Payout> {
  const { payouts } = await staff.listPayouts({ cursor: null });
  const payout = payouts.find((one) => one.id === id);
  if (!payout)
    throw new CommandError(
      `there is no open payout "${escapeControlCharacters(id)}" in this store. Run payouts list to find it.`,
    );
  terminal.writeError(formatRecord(fieldsOf(payout)));
  if (!yes && (await terminal.ask('Type yes to approve: ')).trim() !== 'yes')
    throw new CommandError('nothing was approved');
  const approval = await createPayoutApproval({ person, digest: payout.digest }, signing(terminal));
  return staff.approvePayout(id, approval, person);
}

const COLUMNS: readonly Column<Payout>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'proposed', value: ({ proposedAt }) => formatIsoTime(proposedAt) },
  { title: 'state', value: ({ state, refusal }) => (refusal === null ? state : `${state}: ${refusal}`) },
  { title: 'amount', value: (payout) => `${payout.amount} ${payout.currency}`, align: 'right' },
  { title: 'to', value: ({ address }) => address },
  { title: 'proposed by', value: ({ proposedBy }) => proposedBy },
  { title: 'approved by', value: ({ approvedBy }) => approvedBy },
];

function fieldsOf(payout: Payout): Record<string, string | null> {
  return {
    'id': payout.id,
    'state': payout.state,
    'amount': `${payout.amount} ${payout.currency}`,
    // Groups of four characters are easier to compare.
    'to': payout.address.replace(/.{4}(?=.)/g, '$& '),
    'purpose': payout.purpose,
    'proposed by': payout.proposedBy,
    'approved by': payout.approvedBy,
  };
}

function printPayout(terminal: Terminal, options: JsonOption, payout: Payout): void {
  print(terminal, options, payout, formatRecord(fieldsOf(payout)));
}
