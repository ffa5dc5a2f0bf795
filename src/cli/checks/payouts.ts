import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { validateJournal } from '../../payouts/journal.js';
import { payoutLimits } from '../base/arguments.js';
import { journalPath, optional, parsedVariable } from '../base/environment.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { failed, findingOf, ok, type Finding } from './finding.js';

/**
 * Whether the variables are those of `payouts run` alone: with the withdrawal key and the payout secret, but without an order secret,
 * no proxy can run.
 */
export function isPayoutsProcess(terminal: Terminal): boolean {
  const names = ['CRYPTO_CHECKOUT_WITHDRAWAL_KEY', 'CRYPTO_CHECKOUT_PAYOUT_SECRET'] as const;
  return (
    names.every((name) => optional(terminal, name) !== undefined) &&
    optional(terminal, 'CRYPTO_CHECKOUT_ORDER_SECRET') === undefined
  );
}

/** Checks limits and journal of `payouts run`. Creates and repairs nothing. */
export async function checkPayouts(terminal: Terminal): Promise<readonly Finding[]> {
  const name = 'CRYPTO_CHECKOUT_PAYOUT_LIMITS';
  const limits = findingOf(name, () => {
    const parsed = parsedVariable(terminal, name, payoutLimits);
    return ok(name, parsed ? `set, for ${[...parsed.keys()].join(', ')}` : 'not set: no limits');
  });
  return [limits, await checkJournalFile(journalPath(terminal))];
}

async function checkJournalFile(path: string): Promise<Finding> {
  const remedy = 'make it writable for this user, or use another file in CRYPTO_CHECKOUT_PAYOUT_JOURNAL';
  const isNew = !existsSync(path);
  try {
    await access(isNew ? dirname(resolve(path)) : path, constants.R_OK | constants.W_OK);
  } catch {
    const what = isNew ? 'its folder is missing or not writable' : 'it is not writable';
    return failed('journal', `${escapeControlCharacters(path)}: ${what}`, remedy);
  }
  if (isNew)
    return ok('journal', `${escapeControlCharacters(path)} does not exist yet: payouts run creates it`);
  try {
    const { lines } = await validateJournal(path);
    return ok(
      'journal',
      `${escapeControlCharacters(path)}, writable, ${lines} line${lines === 1 ? '' : 's'}, not damaged`,
    );
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return failed('journal', `damaged: ${problem}`, 'restore the newest journal from a backup');
  }
}
