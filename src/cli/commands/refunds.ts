import { Option, type Command } from 'commander';
import { isSameAddress } from '../../payment/addresses/index.js';
import { type MerchantPaymentDetails, type MerchantRefund, ProblemError } from '../../proxy/settings.js';
import type { Staff } from '../../proxy/staff/staff.js';
import { amount as amountOption, noteText, personName, wholeNumber } from '../base/arguments.js';
import { checkRecipient } from '../base/check-recipient.js';
import { CommandError, noCheckout } from '../base/exit.js';
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
import { mayAccept } from './checkout-decisions.js';

interface DecideOptions extends StoreOptions {
  readonly person: string;
  readonly accept?: string;
  readonly decline?: string;
  readonly checked?: string;
}

interface CreateOptions extends StoreOptions {
  readonly person: string;
  readonly invoice?: number;
  readonly to: string;
  readonly amount?: string;
  readonly includesPayment?: boolean;
}

/** A refund that awaits a decision, with its payment. */
export interface WaitingRefund extends MerchantRefund {
  readonly payment: string;
  readonly order: string;
}

/** The commands from a refund to its payment. */
const STEPS = `
From a refund to its payment:
  refund list                      find a payer's request
  refund create <order>            or create a refund without a request
  refund decide <id> --checked     record how you verified a request that anyone with the link may have sent
  payouts propose --refund <id>    propose the payout
  payouts approve <payout>         approve it as another person; payouts run then sends it`;

/** `refund list|create|decide` */
export function addRefundCommands(program: Command, terminal: Terminal): void {
  const refund = program
    .command('refund')
    .summary('find or create a refund, to be paid with payouts')
    .description('refund payers: find or create a refund, then pay it with payouts')
    .addHelpText('after', STEPS);

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
    .command('create')
    .description('refund a payer without a request: the amount owed on an invoice, or a part of its payment')
    .argument('<id>', 'id of the order, the checkout or the payment')
    .option(
      '--invoice <number>',
      'number of the invoice, from checkout show (the only invoice with money)',
      wholeNumber,
    )
    .requiredOption('--to <address>', 'an address from the payer, on the network of the invoice')
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log', personName)
    .option('--amount <amount>', 'amount in the coin of the invoice; default: the amount owed', amountOption)
    .option(
      '--includes-payment',
      'confirm that the refund exceeds the amount owed and includes money that pays the order',
    )
    .option(...STORE_OPTION)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
No money is sent: pay the refund with payouts propose --refund <id>. The same command again creates no second refund while the
first one is open.
${examples(
  'refund create A-1001 --invoice 1 --to TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf --person "Maja Lind"',
  'refund create A-1001 --invoice 1 --to TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf --amount 40 --includes-payment --person "Maja Lind"',
)}`,
    )
    .action(async (id: string, options: CreateOptions) => {
      const created = await withStore(terminal, options.store, (staff) =>
        create(terminal, staff, id, options),
      );
      print(terminal, options, created, formatRecord(fieldsOf(created)));
      if (created.state === 'requested')
        terminal.writeError(`→ payouts propose --refund ${created.id} --person <name>\n`);
    });

  refund
    .command('decide')
    .description('accept the payment instead, decline the refund, or record how you verified the payer')
    .argument('<id>', 'id of the refund, from refund list')
    .requiredOption('--person <name>', 'name of the person, as recorded in the audit log', personName)
    .addOption(
      new Option('--accept <note>', 'fulfill the order instead; only your staff see this note')
        .argParser(noteText)
        .conflicts(['decline', 'checked']),
    )
    .addOption(
      new Option('--decline <reason>', 'decline the refund; the payer sees this reason')
        .argParser(noteText)
        .conflicts('checked'),
    )
    .option('--checked <note>', 'how you verified that the payer sent the request', noteText)
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
      const decided = await withStore(terminal, options.store, (staff) => decide(staff, id, options));
      print(terminal, options, decided, formatRecord(fieldsOf(decided)));
    });
}

async function create(
  terminal: Terminal,
  staff: Staff,
  id: string,
  { invoice: number, to: address, person, amount: typed, includesPayment = false }: CreateOptions,
): Promise<MerchantRefund> {
  const checkout = await staff.findCheckout(id);
  if (!checkout) throw noCheckout(id);
  const before = await staff.findPayment(checkout.paymentId);
  const { number: invoice, currency } =
    number === undefined ? onlyInvoiceWithMoney(before) : findInvoice(before, number);
  checkRecipient(currency, address);
  const owed = before.pending.find((one) => one.invoice === invoice && one.about === 'owed')?.amount ?? null;
  const isSame = (one: MerchantRefund) =>
    one.requestedBy === 'staff' &&
    one.invoice === invoice &&
    (typed === undefined || one.amount === typed) &&
    isSameAddress(one.address, address);
  const open = before.refunds.findLast((one) => isSame(one) && OPEN_STATES.has(one.state));
  // A proposed refund has reserved the amount owed, so use its amount.
  const amount = typed ?? owed ?? open?.amount;
  if (amount === undefined)
    throw new CommandError(
      `nothing is owed on invoice ${invoice} of order ${escapeControlCharacters(before.order.id)}. Pass --amount and --includes-payment to refund a part of its payment.`,
    );
  try {
    const request = { invoice, address, amount, includesPayment };
    const { refunds } = await staff.createRefund(checkout.paymentId, request, person);
    const created = refunds.findLast((one) => isSame(one) && one.amount === amount);
    if (!created)
      throw new CommandError('the refund has changed in the meantime. Run refund list to find it.');
    if (before.refunds.some((one) => one.id === created.id))
      terminal.writeError(`this refund already exists and is ${created.state}; nothing was created\n`);
    return created;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'confirmation_required') throw error;
    throw new CommandError(
      `${amount} ${currency} is more than the ${owed ?? '0'} ${currency} that is owed. Pass --includes-payment to include money that pays the order.`,
    );
  }
}

/** States of a refund that a payout may still pay. */
const OPEN_STATES: ReadonlySet<MerchantRefund['state']> = new Set(['requested', 'proposed', 'approved']);

/** @throws {CommandError} that lists the invoices unless exactly one has money */
function onlyInvoiceWithMoney(payment: MerchantPaymentDetails) {
  const [found, ...more] = payment.invoices.filter(({ received }) => received !== '0');
  if (found && more.length === 0) return found;
  const which = found ? 'several invoices' : 'no invoice';
  const order = escapeControlCharacters(payment.order.id);
  throw new CommandError(
    `${which} of order ${order} received money. Pass one with --invoice: ${listed(payment)}.`,
  );
}

function listed({ invoices }: MerchantPaymentDetails): string {
  return invoices.map((one) => `${one.number} (${one.currency}, ${one.state})`).join(', ') || 'there is none';
}

/** @throws {CommandError} that lists the invoices if there is none with this number */
function findInvoice({ invoices, order }: MerchantPaymentDetails, number: number) {
  const found = invoices.find((one) => one.number === number);
  if (found) return found;
  const known = invoices.map((one) => `${one.number} (${one.currency}, ${one.state})`).join(', ');
  const problem = `order ${escapeControlCharacters(order.id)} has no invoice ${number}`;
  throw new CommandError(
    known === '' ? `${problem}. It has no invoices yet.` : `${problem}. Pass one of its invoices: ${known}.`,
  );
}

async function decide(
  staff: Staff,
  id: string,
  { person, accept, decline, checked }: DecideOptions,
): Promise<MerchantRefund> {
  const note = accept ?? decline ?? checked;
  if (note === undefined)
    throw new CommandError('nothing was decided. Pass --accept, --decline or --checked.');
  const refund = await findRefund(staff, id);
  const decision = decline === undefined ? 'checked' : 'declined';
  const { refunds } =
    accept === undefined
      ? await staff.decideRefund(refund.payment, { refund: id, decision, note }, person)
      : await acceptPayment(staff, refund, note, person);
  const decided = refunds.find((one) => one.id === id);
  if (!decided)
    throw new CommandError('the payer has corrected the refund in the meantime. Run refund list to find it.');
  return decided;
}

/**
 * Accepts the payment instead of refunding it, which closes the request: the shop fulfills the order.
 * @throws {CommandError} if other money has paid the order
 */
async function acceptPayment(
  staff: Staff,
  { payment: id, invoice }: WaitingRefund,
  note: string,
  person: string,
): Promise<MerchantPaymentDetails> {
  const payment = await staff.findPayment(id);
  const owed = payment.pending.find((one) => one.invoice === invoice && mayAccept(one, payment));
  if (!owed)
    throw new CommandError(
      'other money has paid the order. Pass --decline, or run payouts propose --refund if the money is still owed.',
    );
  return staff.settlePayment(id, { ...owed, decision: 'accepted', note }, person);
}

/** Finds a refund that awaits a decision. @throws {CommandError} if there is none with this id; the message states its state */
export async function findRefund(staff: Staff, id: string): Promise<WaitingRefund> {
  const refund = (await waitingRefunds(staff)).find((one) => one.id === id);
  if (refund) return refund;
  const known = await staff.findRefund(id);
  const text = escapeControlCharacters(id);
  if (!known)
    throw new CommandError(`there is no refund "${text}" in this store. Run refund list to find it.`);
  throw new CommandError(
    `refund ${text} ${STATE_MESSAGES[known.state]?.(known.payout ?? '') ?? `is ${known.state}.`}`,
  );
}

const STATE_MESSAGES: Readonly<Record<string, (payout: string) => string>> = {
  requested: () => 'awaits a decision. Run refund list to find it.',
  proposed: (payout) =>
    `is proposed: payout ${payout} awaits another person. Run payouts approve ${payout}, or payouts decline.`,
  approved: (payout) =>
    `has payout ${payout}, which is approved or has an unknown outcome. Run payouts list to see its state.`,
  sent: (payout) => `was sent with payout ${payout}. Run payouts list to see it.`,
  declined: () => 'was declined. Run refund create to refund the payer without a request.',
  accepted: () => 'is closed: the payment was accepted instead, and pays the order.',
  replaced: () => 'was replaced: the payer has corrected it. Run refund list to find the new one.',
};

/** Maximum number of payments to read. */
const MAX_PAYMENTS = 1000;

async function waitingRefunds(staff: Staff): Promise<readonly WaitingRefund[]> {
  const { items } = await staff.listAttention({ cursor: null, limit: MAX_PAYMENTS });
  return items.flatMap((item) => {
    if (!('order' in item)) return [];
    const refunds = 'refund' in item ? [item.refund] : 'refunds' in item ? item.refunds : [];
    return refunds
      .filter(({ state }) => state === 'requested')
      .map((refund) => ({ ...refund, payment: item.payment, order: item.order.id }));
  });
}

const COLUMNS: readonly Column<WaitingRefund>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'since', value: ({ requestedAt }) => formatIsoTime(requestedAt) },
  { title: 'order', value: ({ order }) => order },
  { title: 'requested by', value: (refund) => requesterOf(refund) },
  { title: 'amount', value: ({ amount, currency }) => `${amount} ${currency}`, align: 'right' },
  { title: 'to', value: ({ address }) => address },
];

function requesterOf({ requestedBy, check }: MerchantRefund): string {
  if (requestedBy === 'payer') return 'the only browser that was shown the address';
  if (requestedBy === 'staff') return 'the staff';
  return check ? `the link, checked by ${check.person}` : 'the link, not checked';
}

function fieldsOf(refund: MerchantRefund): Record<string, string | null> {
  return {
    'id': refund.id,
    'state': refund.state,
    'requested by': requesterOf(refund),
    'amount': `${refund.amount} ${refund.currency}`,
    'to': refund.address,
    'reply': refund.reply,
  };
}
