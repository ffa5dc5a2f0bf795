import type { MovableClock } from '../base/clock.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';
import type { OnChange } from '../ledger/change.js';
import type { PastChange } from './journal-format.js';
import { parseLine } from './journal-format.js';

/** Storage for the changes of a sandbox, from which a later one restores its state. */
export interface Journal {
  /** All appended lines, oldest first. */
  lines(): Iterable<string>;
  /** Stores a line before it returns. @param line without a line break. @throws if it cannot be stored */
  append(line: string): void;
}

/** @internal Reads all changes, oldest first. @throws {Error} with the number of an invalid line */
export function readJournal(journal: Journal): readonly PastChange[] {
  const past: PastChange[] = [];
  for (const line of journal.lines()) past.push(numbered(past.length + 1, () => parseLine(line)));
  if (past[0] && past[0].kind !== 'start') throw foreign(1, 'it is not the start of a sandbox');
  return past;
}

/** @internal Returns another seed for each run: the same one would repeat the ids of the first run. */
export function seedOfRun(seed: string, past: readonly PastChange[]): string {
  const runs = past.filter(({ kind }) => kind === 'start').length;
  return runs === 0 ? seed : `${seed}\nrun ${runs + 1}`;
}

/** @internal Restores the state. @throws {Error} with the number of a line that does not fit */
export function replay(past: readonly PastChange[], account: MerchantAccount, clock: MovableClock): void {
  past.forEach((change, index) => numbered(index + 1, () => replayOne(change, account, clock)));
}

/** Returns a clock that also reports its moves. */
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
