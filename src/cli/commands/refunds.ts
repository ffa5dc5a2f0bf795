import { Option, type Command } from 'commander';
import { PAID_STATES } from '../../proxy/admin.js';
import type { MerchantPaymentDetails, MerchantRefund, StoreAdmin } from '../../proxy/admin.js';
import { createStaffPayments } from '../../proxy/settings.js';
import { testMode } from '../base/environment.js';
import { CommandError } from '../base/exit.js';
import type { Column } from '../base/output.js';
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

interface DecideOptions extends StoreOptions {
  readonly person: string;
  readonly accept?: string;
  readonly decline?: string;
  readonly checked?: string;
}

/** A refund that waits for the staff, with its checkout. */
export interface WaitingRefund extends MerchantRefund {
  readonly checkout: string;
  readonly order: string;
}

/** `refund list|decide` */
export function addRefundCommands(program: Command, terminal: Terminal): void {
  const refund = program.command('refund').description('decide on refund requests of payers');

  refund
    .command('list')
    .description('list refunds that wait for a decision, the longest waiting payments first')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('refund list --json'))
    .action(async ({ store, ...options }: StoreOptions) => {
      const rows = await withStore(terminal, store, waitingRefunds);
      printList(terminal, options, { rows, columns: COLUMNS, none: 'no pending refunds' });
    });

  refund
    .command('decide')
    .description('accept the payment instead, decline the refund, or record how you verified the payer')
    .argument('<id>', 'id of the refund, from refund list')
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log')
    .addOption(
      new Option('--accept <note>', 'fulfill the order instead; only your staff see this note').conflicts([
        ...['decline', 'checked'],
      ]),
    )
    .addOption(
      new Option('--decline <reason>', 'decline the refund; the payer sees this reason').conflicts('checked'),
    )
    .option('--checked <note>', 'how you verified that the payer sent the request')
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
To pay a refund: payouts propose --refund <id>.
${examples(
  'refund decide 4f1c92aa-93b7-4a58-8c1f-2e7d05b9a4c6 --person "Maja Lind" --checked "Signed with the paying address"',
  'refund decide 4f1c92aa-93b7-4a58-8c1f-2e7d05b9a4c6 --person "Maja Lind" --accept "Sent two more by agreement"',
)}`,
    )
    .action(async (id: string, options: DecideOptions) => {
      const decided = await withStore(terminal, options.store, (admin) =>
        decide(terminal, admin, id, options),
      );
      print(terminal, options, decided, formatRecord(fieldsOf(decided)));
    });
}

async function decide(
  terminal: Terminal,
  admin: StoreAdmin,
  id: string,
  { person, accept, decline, checked }: DecideOptions,
): Promise<MerchantRefund> {
  const note = accept ?? decline ?? checked;
  if (note === undefined)
    throw new CommandError('nothing was decided. Pass --accept, --decline or --checked.');
  const refund = await findRefund(admin, id);
  const decision = decline === undefined ? 'checked' : 'declined';
  const staff = createStaffPayments(admin.store, terminal, testMode(terminal));
  const { refunds } =
    accept === undefined
      ? await staff.decideRefund(refund.checkout, { refund: id, decision, note }, person)
      : await acceptPayment(staff, refund, note, person);
  const decided = refunds.find((one) => one.id === id);
  if (!decided)
    throw new CommandError('the payer has corrected the refund in the meantime. Run refund list to find it.');
  return decided;
}

/**
 * Accepts the payment: the shop fulfills the order for the money that the payer wants back, which closes the request.
 * @throws {CommandError} if other money has paid the order
 */
async function acceptPayment(
  staff: ReturnType<typeof createStaffPayments>,
  { checkout, invoice }: WaitingRefund,
  note: string,
  person: string,
): Promise<MerchantPaymentDetails> {
  const { pending, state } = await staff.payment(checkout);
  const owed = pending.find(
    (one) =>
      one.invoice === invoice && (one.about === 'late' || (one.about === 'owed' && !PAID_STATES.has(state))),
  );
  if (!owed)
    throw new CommandError(
      'this money does not pay the order, which is paid. Pass --decline, or pay it with payouts propose --refund.',
    );
  return staff.settle(checkout, { ...owed, decision: 'accepted', note }, person);
}

/** Finds a refund that waits for the staff. @throws {CommandError} if there is none with this id */
export async function findRefund(admin: StoreAdmin, id: string): Promise<WaitingRefund> {
  const refund = (await waitingRefunds(admin)).find((one) => one.id === id);
  if (refund) return refund;
  throw new CommandError(
    `no refund "${escapeControlCharacters(id)}" waits in this store. Run refund list to find it.`,
  );
}

/** Maximum number of payments that are read. */
const MAX_PAYMENTS = 1000;

async function waitingRefunds(admin: StoreAdmin): Promise<readonly WaitingRefund[]> {
  const { items } = await admin.attention(MAX_PAYMENTS);
  return items.flatMap((item) => {
    if (!('order' in item)) return [];
    const refunds = 'refund' in item ? [item.refund] : 'refunds' in item ? item.refunds : [];
    return refunds
      .filter(({ state }) => state === 'requested')
      .map((refund) => ({ ...refund, checkout: item.checkout, order: item.order.id }));
  });
}

const COLUMNS: readonly Column<WaitingRefund>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'since', value: ({ requestedAt }) => formatIsoTime(requestedAt) },
  { title: 'order', value: ({ order }) => order },
  { title: 'requested by', value: (refund) => requestedBy(refund) },
  { title: 'amount', value: ({ amount, currency }) => `${amount} ${currency}`, align: 'right' },
  { title: 'to', value: ({ address }) => address },
];

function requestedBy({ by, check }: MerchantRefund): string {
  if (by === 'key') return 'the browser that received the address';
  if (by === 'shop') return 'the shop';
  return check ? `the link, checked by ${check.person}` : 'the link, not checked';
}

function fieldsOf(refund: MerchantRefund): Record<string, string | null> {
  return {
    'id': refund.id,
    'state': refund.state,
    'requested by': requestedBy(refund),
    'amount': `${refund.amount} ${refund.currency}`,
    // In groups of four, so that people can compare it.
    'to': refund.address.replace(/.{4}(?=.)/g, '$& '),
    'reply': refund.reply,
  };
}
