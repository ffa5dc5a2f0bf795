import * as v from 'valibot';
import { type Currency, CURRENCY_CODES, currencyOf, FIAT_CODES } from '../../../payment/index.js';
import type { MovableClock } from '../base/clock.js';
import type { OnChange, SandboxChange } from '../ledger/change.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';

/** A change read from a journal. A deposit refers to its wallet by address. */
type PastChange = v.InferOutput<typeof Line>;

/** First line of each run, and so of each journal. */
export const START_LINE = '{"kind":"start","format":"crypto-checkout-sandbox","version":1}';

const Units = v.pipe(
  v.string(),
  v.digits(),
  v.transform((digits) => BigInt(digits)),
);
const Time = v.pipe(v.number(), v.safeInteger());
const Code = v.pipe(v.picklist(CURRENCY_CODES), v.transform(currencyOf));

const Start = v.object({
  kind: v.literal('start'),
  format: v.literal('crypto-checkout-sandbox'),
  version: v.literal(1),
});

const Transaction = v.object({
  id: v.string(),
  units: Units,
  seenAtMs: Time,
  confirmedAtMs: v.nullable(Time),
});

const Coin = v.object({
  currency: Code,
  address: v.string(),
  amount: Units,
  amountToPay: Units,
  transferFee: Units,
  serviceFee: Units,
});

const InvoiceLine = v.object({
  kind: v.literal('invoice'),
  recordedAtMs: Time,
  invoice: v.object({
    type: v.literal('up'),
    id: v.string(),
    orderId: v.nullable(v.string()),
    email: v.nullable(v.string()),
    fiat: v.picklist(FIAT_CODES),
    fiatAmount: v.string(),
    usdAmount: Units,
    createdAtMs: Time,
    expiresAtMs: Time,
    canceledAtMs: v.nullable(Time),
    confirmedByHandAtMs: v.nullable(Time),
    offers: v.array(v.picklist(CURRENCY_CODES)),
    coin: v.nullable(Coin),
    transactions: v.array(Transaction),
  }),
});

const WithdrawalLine = v.object({
  kind: v.literal('withdrawal'),
  recordedAtMs: Time,
  withdrawal: v.object({
    type: v.literal('dw'),
    id: v.string(),
    currency: Code,
    toAddress: v.string(),
    amount: Units,
    transferFee: Units,
    createdAtMs: Time,
    transfer: v.nullable(v.object({ id: v.string(), atMs: Time })),
  }),
});

const WalletLine = v.object({
  kind: v.literal('wallet'),
  wallet: v.object({
    id: v.string(),
    identify: v.string(),
    currency: Code,
    address: v.string(),
    createdAtMs: Time,
  }),
});

const DepositLine = v.object({
  kind: v.literal('deposit'),
  address: v.string(),
  deposit: v.object({ id: v.string(), recordId: v.string(), units: Units, atMs: Time }),
});

const ClockLine = v.object({ kind: v.literal('clock'), seconds: v.number() });

const Line = v.variant('kind', [Start, InvoiceLine, WithdrawalLine, WalletLine, DepositLine, ClockLine]);

/** Formats a change as one line of JSON. Amounts are in the smallest unit; currencies are codes. */
export function lineOf(change: SandboxChange): string {
  switch (change.kind) {
    case 'invoice':
      return toLine({ kind: 'invoice', recordedAtMs: change.recordedAtMs, invoice: change.invoice });
    case 'wallet':
      // Each deposit has its own line.
      return toLine({ kind: 'wallet', wallet: { ...change.wallet, deposits: undefined } });
    case 'deposit':
      return toLine({ kind: 'deposit', address: change.wallet.address, deposit: change.deposit });
    case 'withdrawal':
    case 'clock':
      return toLine(change);
  }
}

function toLine(value: object): string {
  return JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === 'bigint') return String(member);
    return name === 'currency' && isCurrency(member) ? member.code : member;
  });
}

function isCurrency(value: unknown): value is Currency {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** Parses a line. @throws {Error} if it is invalid; the message names the field, but quotes nothing */
function parseLine(line: string): PastChange {
  const { success, issues, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line);
  if (success) return output;
  const path = v.getDotPath(issues[0]);
  throw new Error(path === null ? 'it is not a JSON object' : `its field ${path} is invalid`);
}

/** Reads all changes, oldest first. @throws {Error} with the number of an invalid line */
export function readJournal(lines: Iterable<string>): readonly PastChange[] {
  const past: PastChange[] = [];
  for (const line of lines) past.push(withLineNumber(past.length + 1, () => parseLine(line)));
  if (past[0] && past[0].kind !== 'start') throw lineError(1, 'it is not the start of a sandbox');
  return past;
}

/** Returns a different seed for each run: the same seed would repeat the ids of the first run. */
export function seedOfRun(seed: string, past: readonly PastChange[]): string {
  const runs = past.filter(({ kind }) => kind === 'start').length;
  return runs === 0 ? seed : `${seed}\nrun ${runs + 1}`;
}

/** Restores the state. @throws {Error} with the number of a line that contradicts earlier lines */
export function replay(past: readonly PastChange[], account: MerchantAccount, clock: MovableClock): void {
  past.forEach((change, index) => withLineNumber(index + 1, () => replayOne(change, account, clock)));
}

/** Returns a clock that also reports each `advance`. */
export function recordedClock(clock: MovableClock, onChange: OnChange): MovableClock {
  return {
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    advance(seconds) {
      clock.advance(seconds);
      onChange({ kind: 'clock', seconds });
    },
  };
}

function replayOne(
  change: PastChange,
  { ledger, withdrawals, wallets }: MerchantAccount,
  clock: MovableClock,
): void {
  switch (change.kind) {
    case 'start':
      return;
    case 'invoice':
      return void ledger.restore(change.invoice, change.recordedAtMs);
    case 'withdrawal':
      return void withdrawals.restore(change.withdrawal, change.recordedAtMs);
    case 'wallet':
      return void wallets.restore({ ...change.wallet, deposits: [] });
    case 'deposit':
      return wallets.restoreDeposit(change.address, change.deposit);
    case 'clock':
      return clock.advance(change.seconds);
  }
}

function withLineNumber<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw lineError(number, error instanceof Error ? error.message : String(error));
  }
}

function lineError(number: number, reason: string): Error {
  return new Error(`line ${number} was not written by a sandbox of this version: ${reason}`);
}
