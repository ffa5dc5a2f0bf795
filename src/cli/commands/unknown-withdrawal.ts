import { compareAmounts, plainAmount, subtractAmounts } from '../../payment/index.js';
import type { Invoice, WithdrawalRequest } from '../../service/node.js';
import { isSameAddress } from '../../payment/addresses/index.js';
import { CommandError, EXIT, describeErrorInline } from '../base/exit.js';
import type { Column, JsonOption } from '../base/output.js';
import { formatTable, formatTime, print, withProgress } from '../base/output.js';
import { hasAccount, serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

const DAY_MS = 86_400_000;
/** Maximum difference between the service's clock and ours. */
const CLOCK_DIFFERENCE_MS = 10 * 60_000;

interface UnknownWithdrawal extends WithdrawalRequest {
  /** When the request was sent, or slightly earlier. */
  readonly sentAtMs: number;
}

interface Candidate {
  readonly record: Invoice;
  /** How well it matches the request. The amount may differ: the service has been seen to return a smaller one. */
  readonly match: 'same' | 'another amount' | 'other';
}

/**
 * Lists recent withdrawals after a lost response, for a person to judge. Sends nothing again.
 * @throws {CommandError} always, with `EXIT.unknown`
 */
export async function listCandidates(
  terminal: Terminal,
  request: UnknownWithdrawal,
  options: JsonOption,
): Promise<never> {
  if (!hasAccount(terminal)) throw unknown(`${LIST_UNAVAILABLE} ${HOW_TO_FIND}`);
  terminal.writeError('the response was lost: reading the withdrawals of yesterday and today\n');
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

function unknown(details: string): CommandError {
  return new CommandError(
    `create withdrawal: the request was sent and its response was lost, so it may have succeeded. Do not repeat it before you know.\n  ${details}`,
    EXIT.unknown,
  );
}

async function readCandidates(terminal: Terminal, request: UnknownWithdrawal): Promise<readonly Candidate[]> {
  const nowMs = terminal.nowMs();
  const period = { start: new Date(nowMs - DAY_MS), end: new Date(nowMs) };
  const candidates = new Map<string, Candidate>();
  const all = serviceClient(terminal).listInvoices(period);
  for await (const record of withProgress(terminal, 'reading', all)) {
    if (!isWithdrawal(record, request)) continue;
    candidates.set(record.id, { record, match: matchOf(record, request) });
  }
  return [...candidates.values()];
}

/** A record without a type counts if it has the recipient's address: an incoming payment has an address of its own. */
function isWithdrawal({ type, address }: Invoice, request: UnknownWithdrawal): boolean {
  return type === 'dw' || (type === null && address !== null && isSameAddress(address, request.address));
}

/** Without an address, the amount must match. */
function matchOf(
  { currency, address, createdAtMs, amount }: Invoice,
  request: UnknownWithdrawal,
): Candidate['match'] {
  const isSince = createdAtMs === null || createdAtMs >= request.sentAtMs - CLOCK_DIFFERENCE_MS;
  const isThere = address !== null && isSameAddress(address, request.address);
  if (currency?.code !== request.currency || !isSince || (address !== null && !isThere)) return 'other';
  if (amount !== null && isSameFloat(amount, request.amount)) return 'same';
  return isThere ? 'another amount' : 'other';
}

/** The service's amounts are floats with 15 digits: a longer amount may lose its last digits. */
function isSameFloat(echo: string, requested: string): boolean {
  const isLess = compareAmounts(echo, requested) < 0;
  const difference = isLess ? subtractAmounts(requested, echo) : subtractAmounts(echo, requested);
  return compareAmounts(difference, `${plainAmount(requested)}e-15`) <= 0;
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
