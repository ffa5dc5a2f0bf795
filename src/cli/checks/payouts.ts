import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkStore, hasJournal, PayoutsRefusedError } from '../../payouts/check-store.js';
import { validateJournal, type JournalContent } from '../../payouts/journal.js';
import { isDatabaseUrl } from '../../proxy/settings.js';
import { openStaff, type Staff } from '../../proxy/staff/staff.js';
import { optional, required } from '../base/environment.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { failed, failedWithError, ok, type Finding } from './finding.js';

/**
 * Returns whether the variables are those of `payouts run` alone: the withdrawal key and the payout secret, but no order secret, which a
 * proxy requires.
 */
export function isPayoutsProcess(terminal: Terminal): boolean {
  const names = ['CRYPTO_CHECKOUT_WITHDRAWAL_KEY', 'CRYPTO_CHECKOUT_PAYOUT_SECRET'] as const;
  return (
    names.every((name) => optional(terminal, name) !== undefined) &&
    optional(terminal, 'CRYPTO_CHECKOUT_ORDER_SECRET') === undefined
  );
}

/** Checks the journal of `payouts run`. Neither creates nor repairs it. @param store path or URL of the store */
export async function checkJournal(terminal: Terminal, store: string): Promise<Finding> {
  const path = required(terminal, 'CRYPTO_CHECKOUT_PAYOUT_JOURNAL');
  const remedy = 'make it writable for this user, or use another file in CRYPTO_CHECKOUT_PAYOUT_JOURNAL';
  const isNew = !existsSync(path);
  try {
    await access(isNew ? dirname(resolve(path)) : path, constants.R_OK | constants.W_OK);
  } catch {
    const what = isNew ? 'its folder is missing or not writable' : 'it is not writable';
    return failed('journal', `${escapeControlCharacters(path)}: ${what}`, remedy);
  }
  if (isNew) {
    const newFile = `${escapeControlCharacters(path)} does not exist`;
    return (await readStore(store, hasJournal))
      ? failed('journal', `${newFile}, but the store knows a journal`, 'restore the newest journal')
      : ok('journal', `${newFile} yet: payouts run creates it`);
  }
  let journal: JournalContent;
  try {
    journal = await validateJournal(path);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return failed('journal', `damaged: ${problem}`, 'restore the newest journal from a backup');
  }
  const { lines } = journal.head;
  const count = `${lines} line${lines === 1 ? '' : 's'}`;
  const found = await compareWithStore(journal, store);
  return found ?? ok('journal', `${escapeControlCharacters(path)}, writable, ${count}, not damaged`);
}

/** Returns why `payouts run` would refuse to send; `null` if it would not, or if the store is unreadable, which another check reports. */
async function compareWithStore(journal: JournalContent, path: string): Promise<Finding | null> {
  try {
    await readStore(path, (store) => checkStore(store, journal));
    return null;
  } catch (error) {
    if (!(error instanceof PayoutsRefusedError)) return failedWithError('journal', error);
    return error.alert === 'store_outdated'
      ? failed(
          'journal',
          'payouts of the journal are missing from the store',
          'run crypto-checkout payouts book --person <name>, with the variables of payouts run',
        )
      : failed('journal', 'the store knows a newer journal', 'restore the newest journal');
  }
}

/** Reads the store, without creating it. @returns `null` if it does not exist, or is unreadable */
async function readStore<T>(path: string, read: (store: Staff['store']) => Promise<T>): Promise<T | null> {
  if (!isDatabaseUrl(path) && !existsSync(path)) return null;
  const staff = await openStaff(path).catch(() => null);
  if (!staff) return null;
  try {
    return await read(staff.store);
  } finally {
    await staff.close();
  }
}
