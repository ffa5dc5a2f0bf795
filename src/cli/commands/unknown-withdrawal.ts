import type { CreatedRecord, Invoice } from '../../service/node.js';
import {
  matchWithdrawal,
  type LostWithdrawal,
  type WithdrawalMatch,
} from '../../service/withdrawal-match.js';
import { isSameWithdrawalAmount } from '../../service/withdrawal.js';
import { CommandError, EXIT, describeErrorInline } from '../base/exit.js';
import type { Column, JsonOption } from '../base/output.js';
import { formatTable, formatTime, print, UnreadableRecords, withProgress } from '../base/output.js';
import { hasAccount, serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

const DAY_MS = 86_400_000;

interface Candidate {
  readonly record: Invoice;
  readonly match: WithdrawalMatch;
}

interface UnknownWithdrawal extends LostWithdrawal {
  /** The withdrawal that the service reported in an error, or with another amount. */
  readonly created: CreatedRecord | undefined;
}

/**
 * Lists recent withdrawals, for a person to decide whether a request with an unknown outcome succeeded. Resends nothing.
 * @throws {CommandError} always, with `EXIT.unknown`
 */
export async function listCandidates(
  terminal: Terminal,
  request: UnknownWithdrawal,
  options: JsonOption,
): Promise<never> {
  const unknown = (details: string) => unknownOutcome(request, details);
  if (!hasAccount(terminal)) throw unknown(`${LIST_UNAVAILABLE} ${HOW_TO_FIND}`);
  terminal.writeError('the outcome is unknown: reading the withdrawals of yesterday and today\n');
  const candidates = await readCandidates(terminal, request).catch((error: unknown) => {
    throw unknown(`${LIST_UNAVAILABLE} (${describeErrorInline(error, terminal.env)}) ${HOW_TO_FIND}`);
  });
  const records = candidates.map(({ record, match }) => {
    return { matches: match === 'same', amountDiffers: match === 'another amount', ...record };
  });
  const table = records.length === 0 ? 'no withdrawals since yesterday\n' : formatTable(COLUMNS, candidates);
  print(terminal, options, { status: 'unknown', records }, table);
  const found = new Set(candidates.map(({ match }) => match));
  const findings = [
    found.has('same') && 'Records marked > have this currency, address and amount.',
    found.has('another amount') && 'Records marked ? have this currency and address, but another amount.',
  ].filter((text) => text !== false);
  if (findings.length === 0) findings.push('No record has this currency and address; it may still appear.');
  throw unknown(
    [...findings, `The request was sent at ${formatTime(request.sentAtMs)}: compare the times.`].join(' '),
  );
}

const LIST_UNAVAILABLE = 'The withdrawals of the account could not be read.';
const HOW_TO_FIND =
  'Find a record of type dw with this currency and address in the account, or set CRYPTO_CHECKOUT_API_KEY and' +
  ' CRYPTO_CHECKOUT_SHOP_ID and run crypto-checkout invoice list.';

function unknownOutcome({ created, amount, currency }: UnknownWithdrawal, details: string): CommandError {
  const reported = created?.amount ?? null;
  const isSame = reported !== null && isSameWithdrawalAmount(reported, amount);
  const difference = isSame
    ? 'in an error'
    : `with ${reported ?? 'an unreadable amount'} instead of ${amount} ${currency}`;
  const problem = created
    ? `the service reported the id ${created.id} ${difference}`
    : 'the request was sent, and no response proves its outcome';
  return new CommandError(
    `create withdrawal: ${problem}, so it may have succeeded. Do not repeat it until you know.\n  ${details}`,
    EXIT.unknown,
  );
}

/** Searches from yesterday to tomorrow, since the clocks may differ. For payouts, see `findPayoutCandidates` in `src/payouts/lookups.ts`. */
async function readCandidates(terminal: Terminal, request: LostWithdrawal): Promise<readonly Candidate[]> {
  const nowMs = terminal.nowMs();
  const period = { start: new Date(nowMs - DAY_MS), end: new Date(nowMs + DAY_MS) };
  const candidates = new Map<string, Candidate>();
  const unreadable = new UnreadableRecords();
  const all = serviceClient(terminal).listInvoices(period, unreadable.add);
  for await (const record of withProgress(terminal, 'reading', all)) {
    const match = matchWithdrawal(record, request);
    if (match !== null) candidates.set(record.id, { record, match });
  }
  // An unreadable record may be the withdrawal.
  unreadable.print(terminal);
  return [...candidates.values()];
}

const COLUMNS: readonly Column<Candidate>[] = [
  { title: '', value: ({ match }) => ({ 'same': '>', 'another amount': '?', 'other': '' })[match] },
  { title: 'id', value: ({ record }) => record.id },
  { title: 'created', value: ({ record }) => formatTime(record.createdAtMs) },
  { title: 'status', value: ({ record }) => record.status },
  { title: 'amount', value: ({ record }) => record.amount, align: 'right' },
  { title: 'coin', value: ({ record }) => record.currency?.code ?? null },
  { title: 'address', value: ({ record }) => record.address },
];
