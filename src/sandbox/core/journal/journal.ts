import type { MovableClock } from '../base/clock.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';
import type { OnChange } from '../ledger/change.js';
import type { PastChange } from './journal-format.js';
import { parseLine } from './journal-format.js';

/** Where a sandbox writes down what happens, so that a later one can go on from there. */
export interface Journal {
  /** What was appended before, oldest first. */
  lines(): Iterable<string>;
  /** `line` has no line end. It is kept when this returns. @throws when it could not be kept */
  append(line: string): void;
}

/** @internal What was before, oldest first. @throws {Error} with the number of the line that no sandbox has written */
export function readJournal(journal: Journal): readonly PastChange[] {
  const past: PastChange[] = [];
  for (const line of journal.lines()) past.push(numbered(past.length + 1, () => parseLine(line)));
  if (past[0] && past[0].kind !== 'start') throw foreign(1, 'it is not the start of a sandbox');
  return past;
}

/** @internal Each run has a seed of its own, or a seed that was given would give the names of the first run again. */
export function seedOfRun(seed: string, past: readonly PastChange[]): string {
  const runs = past.filter(({ kind }) => kind === 'start').length;
  return runs === 0 ? seed : `${seed}\nrun ${runs + 1}`;
}

/** @internal Makes everything as it was. @throws {Error} with the number of the line that does not fit */
export function replay(past: readonly PastChange[], books: MerchantAccount, clock: MovableClock): void {
  past.forEach((change, index) => numbered(index + 1, () => replayOne(change, books, clock)));
}

/** The same clock, which records each move. */
export function recordedClock(clock: MovableClock, onChange: OnChange): MovableClock {
  return {
    nowMs: () => clock.nowMs(),
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
      ledger.restore(change.invoice, change.recordedAtMs);
      return;
    case 'withdrawal':
      withdrawals.restore(change.withdrawal, change.recordedAtMs);
      return;
    case 'wallet':
      wallets.restore({ ...change.wallet, deposits: [] });
      return;
    case 'deposit':
      wallets.restoreDeposit(change.address, change.deposit);
      return;
    case 'clock':
      clock.advance(change.seconds);
  }
}

function numbered<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw foreign(number, error instanceof Error ? error.message : String(error));
  }
}

function foreign(number: number, reason: string): Error {
  return new Error(`line ${number} was not written by a sandbox of this version: ${reason}`);
}
