import { compareAmounts, plainAmount, subtractAmounts } from '../../payment/index.js';
import type { Invoice, WithdrawalRequest } from '../../service/node.js';
import { CommandError, EXIT, explainInLine } from '../exit.js';
import type { Column } from '../output.js';
import { json, progress, table, time } from '../output.js';
import { hasAccount, serviceClient } from '../settings.js';
import type { Terminal } from '../terminal.js';

const DAY_MS = 86_400_000;

interface Candidate {
  readonly record: Invoice;
  /** Of the same currency and amount: it may be the one whose answer was lost. */
  readonly matches: boolean;
}

/**
 * After a lost answer: what the service has noted of late, for a person to judge. Nothing is sent again.
 * @throws {CommandError} always, with `EXIT.unknown`
 */
export async function lookForLost(
  terminal: Terminal,
  request: WithdrawalRequest,
  asJson: boolean,
): Promise<never> {
  if (!hasAccount(terminal)) throw unknown(`${NOT_LOOKED} ${HOW_TO_LOOK}`);
  terminal.writeError('the answer was lost: reading the withdrawals of yesterday and today\n');
  const candidates = await readCandidates(terminal, request).catch((error: unknown) => {
    throw unknown(`${NOT_LOOKED} (${explainInLine(error, terminal.env)}) ${HOW_TO_LOOK}`);
  });
  terminal.write(asJson ? toJson(candidates) : toTable(candidates));
  throw unknown(
    candidates.some(({ matches }) => matches)
      ? 'The marked ones have this currency and amount: look at their time and address.'
      : 'None has this currency and amount: it may still appear.',
  );
}

const NOT_LOOKED = 'The withdrawals of the account could not be read here.';
const HOW_TO_LOOK =
  'Look for one of type dw with this currency and amount in the account, or with CRYPTO_CHECKOUT_API_KEY and' +
  ' CRYPTO_CHECKOUT_SHOP_ID set: crypto-checkout invoice list';

function unknown(words: string): CommandError {
  return new CommandError(
    `create withdrawal: it was sent and its answer was lost: it may have worked. Do not repeat it before you know.\n  ${words}`,
    EXIT.unknown,
  );
}

async function readCandidates(terminal: Terminal, request: WithdrawalRequest): Promise<readonly Candidate[]> {
  const nowMs = terminal.nowMs();
  const period = { start: new Date(nowMs - DAY_MS), end: new Date(nowMs) };
  const candidates: Candidate[] = [];
  const line = progress(terminal, 'reading');
  let seen = 0;
  try {
    for await (const record of serviceClient(terminal).listInvoices(period)) {
      line.count((seen += 1));
      if (record.type === 'dw') candidates.push({ record, matches: isLike(record, request) });
    }
  } finally {
    line.end();
  }
  return candidates;
}

function isLike({ currency, amount }: Invoice, request: WithdrawalRequest): boolean {
  return currency?.code === request.currency && amount !== null && isSameFloat(amount, request.amount);
}

/** The document's amounts are floats, which carry 15 digits: a longer one may come back without its last ones. */
function isSameFloat(echo: string, asked: string): boolean {
  const isLess = compareAmounts(echo, asked) < 0;
  const difference = isLess ? subtractAmounts(asked, echo) : subtractAmounts(echo, asked);
  return compareAmounts(difference, `${plainAmount(asked)}e-15`) <= 0;
}

function toJson(candidates: readonly Candidate[]): string {
  const records = candidates.map(({ record, matches }) => ({ matches, ...record }));
  return json({ status: 'unknown', records });
}

function toTable(candidates: readonly Candidate[]): string {
  return candidates.length === 0 ? 'no withdrawals since yesterday\n' : table(COLUMNS, candidates);
}

const COLUMNS: readonly Column<Candidate>[] = [
  { title: '', value: ({ matches }) => (matches ? '>' : '') },
  { title: 'id', value: ({ record }) => record.id },
  { title: 'created', value: ({ record }) => time(record.createdAtMs) },
  { title: 'status', value: ({ record }) => record.status },
  { title: 'amount', value: ({ record }) => record.amount, align: 'right' },
  { title: 'coin', value: ({ record }) => record.currency?.code ?? null },
  { title: 'address', value: ({ record }) => record.address },
];
