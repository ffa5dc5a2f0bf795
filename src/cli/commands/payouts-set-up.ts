import { existsSync } from 'node:fs';
import { isDatabaseUrl } from '../../proxy/settings.js';
import { optional, required, storePath } from '../base/environment.js';
import { CommandError } from '../base/exit.js';
import type { Terminal } from '../base/terminal.js';
import { withStore } from '../base/with-store.js';

const VARIABLES = [
  'CRYPTO_CHECKOUT_PAYOUT_SECRET',
  'CRYPTO_CHECKOUT_PAYOUT_JOURNAL',
  'CRYPTO_CHECKOUT_PAYOUT_LIMITS',
] as const;

/**
 * Prevents `withdraw` from bypassing the second person, the journal and the limits of payouts.
 * @throws {CommandError} if payouts are set up: one of their variables is set, this folder has their journal, or the store has payouts
 * @throws {Error} if the store cannot be read
 */
export async function assertNoPayouts(terminal: Terminal): Promise<void> {
  const reason = await findSetup(terminal);
  if (reason === null) return;
  throw new CommandError(
    `nothing was sent. Payouts are set up here (${reason}), and withdraw would bypass their approval, journal and limits.` +
      ' Run crypto-checkout payouts propose.',
  );
}

async function findSetup(terminal: Terminal): Promise<string | null> {
  const variable = VARIABLES.find((name) => optional(terminal, name) !== undefined);
  if (variable !== undefined) return `${variable} is set`;
  const journal = required(terminal, 'CRYPTO_CHECKOUT_PAYOUT_JOURNAL');
  if (existsSync(journal)) return `the journal ${journal} exists`;
  const path = storePath(terminal);
  if (!isDatabaseUrl(path) && !existsSync(path)) return null;
  const isUsed = await withStore(terminal, path, (staff) => staff.hasPayouts());
  return isUsed ? 'the store has payouts' : null;
}
