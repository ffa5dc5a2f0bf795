import { InvalidArgumentError, type Command } from 'commander';
import {
  DECISION_SUBJECTS,
  type Decision,
  type MerchantPaymentDetails,
  type MerchantPendingDecision,
  isOfPaidOrder,
} from '../../proxy/settings.js';
import type { Staff } from '../../proxy/staff/staff.js';
import { noteText, personName, wholeNumber } from '../base/arguments.js';
import { CommandError, noCheckout } from '../base/exit.js';
import { escapeControlCharacters, examples, formatRecord, print } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

interface DecisionOptions extends StoreOptions {
  readonly person: string;
  readonly note?: string;
  readonly invoice?: number;
  readonly about?: MerchantPendingDecision['about'];
}

/** `checkout accept|dismiss` */
export function addCheckoutDecisions(checkout: Command, terminal: Terminal): void {
  const add = (name: string, description: string, decision: Decision) =>
    checkout
      .command(name)
      .description(description)
      .argument('<id>', 'id of the order, the checkout or the payment')
      .requiredOption('--person <name>', 'name of the person, as recorded in the audit log', personName)
      .option(
        '--invoice <number>',
        'number of the invoice; required if several cases are pending',
        wholeNumber,
      )
      .option(
        '--about <case>',
        'owed, late, or the reason of a review; required if several are pending',
        subject,
      )
      .option(...STORE_OPTION)
      .option('--json', 'print JSON')
      .action(async (id: string, options: DecisionOptions) => {
        const payment = await withStore(terminal, options.store, (staff) =>
          decide(staff, { id, decision, ...options }),
        );
        const made = payment.decisions.at(-1);
        const fields = {
          order: payment.order.id,
          state: payment.state,
          invoice: String(made?.invoice ?? ''),
          decision,
          case: made?.about ?? null,
          person: made?.person ?? null,
          note: made?.note ?? null,
        };
        print(terminal, options, { payment: payment.id, ...fields }, `${formatRecord(fields)}${DELIVERY}\n`);
      });

  add(
    'accept',
    'fulfill the order for money that was paid late or is owed, as if it had been paid in full and in time',
    'accepted',
  )
    .option('--note <text>', 'why; only your staff see it', noteText)
    .addHelpText('after', examples('checkout accept A-1001 --person "Maja Lind" --note "Still in stock"'));

  add(
    'dismiss',
    'close a case that needs no further action: the shop keeps the money, or a review is done',
    'dismissed',
  )
    .requiredOption('--note <text>', 'why; only your staff see it', noteText)
    .addHelpText(
      'after',
      examples('checkout dismiss A-1001 --person "Maja Lind" --note "Paid back in cash"'),
    );
}

const DELIVERY = 'A running proxy delivers checkout.settled within one second; otherwise on its next start.';

function subject(text: string): MerchantPendingDecision['about'] {
  const known = DECISION_SUBJECTS.find((one) => one === text);
  if (known) return known;
  throw new InvalidArgumentError(`Use one of ${DECISION_SUBJECTS.join(', ')}.`);
}

/** Returns whether the shop may fulfill the order for this money. Reviews, and surplus money of a paid order, can only be dismissed. */
export function mayAccept(
  { about, invoice }: Pick<MerchantPendingDecision, 'about' | 'invoice'>,
  { invoices }: Pick<MerchantPaymentDetails, 'invoices'>,
): boolean {
  const reason = invoices.find(({ number }) => number === invoice)?.reason ?? null;
  return about === 'late' || (about === 'owed' && !isOfPaidOrder(reason));
}

interface DecisionRequest extends DecisionOptions {
  readonly id: string;
  readonly decision: Decision;
}

/** Records the decision. @throws {CommandError} unless exactly one case is pending @throws {ProblemError} `record_changed` */
async function decide(
  staff: Staff,
  { id, decision, person, invoice, about, note }: DecisionRequest,
): Promise<MerchantPaymentDetails> {
  const checkout = await staff.findCheckout(id);
  if (!checkout) throw noCheckout(id);
  const payment = await staff.findPayment(checkout.paymentId);
  const { pending, order } = payment;
  const waiting = pending.filter(
    (one) => (invoice ?? one.invoice) === one.invoice && (about ?? one.about) === one.about,
  );
  const possible = decision === 'accepted' ? waiting.filter((one) => mayAccept(one, payment)) : waiting;
  const [found, ...more] = possible;
  const subjectName = `order ${escapeControlCharacters(order.id)}`;
  if (found && more.length === 0)
    return staff.settlePayment(checkout.paymentId, { ...found, decision, note: note ?? null }, person);
  if (found)
    throw new CommandError(
      `several cases of ${subjectName} are pending: ${possible.map(optionsOf).join('; ')}. Pass the options of one.`,
    );
  if (waiting.length > 0)
    throw new CommandError(
      `no money of ${subjectName} can be accepted (${waiting.map(optionsOf).join('; ')}). Run checkout dismiss, or refund create.`,
    );
  const reserving = payment.invoices.find(({ reserved }) => reserved !== '0');
  if (pending.length === 0 && reserving)
    throw new CommandError(
      `no decision about ${subjectName} is pending: a payout has reserved ${reserving.reserved} ${reserving.currency}. To decide otherwise, run payouts list, and payouts decline.`,
    );
  throw new CommandError(
    pending.length === 0
      ? `no decision about ${subjectName} is pending. Run attention list to see what is.`
      : `no such decision about ${subjectName} is pending, but: ${pending.map(optionsOf).join('; ')}.`,
  );
}

function optionsOf({ invoice, about }: MerchantPendingDecision): string {
  return `--invoice ${invoice} --about ${about}`;
}
