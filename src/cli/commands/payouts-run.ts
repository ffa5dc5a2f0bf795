import type { Command } from 'commander';
import { saveRefusal } from '../../payouts/check-store.js';
import { Journal, JournalDamagedError } from '../../payouts/journal.js';
import { PayoutProcess } from '../../payouts/payout-process.js';
import { createStoreLimiter } from '../../payouts/store-limiter.js';
import { createLineLogger, openStoreClock, redactSecrets } from '../../proxy/settings.js';
import type { Staff } from '../../proxy/staff/staff.js';
import { createFileLimiter, createWithdrawalClient } from '../../service/node.js';
import { required, serviceClient } from '../base/environment.js';
import { examples } from '../base/output.js';
import { readPayoutsConfig } from '../base/payouts-config.js';
import { assertSeparateSecrets } from '../base/secrets.js';
import type { Terminal } from '../base/terminal.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

const SECRET = 'CRYPTO_CHECKOUT_PAYOUT_SECRET';

type PayoutsConfig = ReturnType<typeof readPayoutsConfig>;

/** `payouts run` */
export function addPayoutsRun(payouts: Command, terminal: Terminal): void {
  payouts
    .command('run')
    .description('send approved payouts; the only process that holds the withdrawal key')
    .option(...STORE_OPTION)
    .addHelpText(
      'after',
      `
Runs beside the proxy, on the same store, and out of reach of payers. It verifies each proposal and approval with
${SECRET}, applies its own limits, and waits 12 s between two requests. It never resends a
payout whose response was lost: two people decide. All processes of a store share one journal file. A process refuses
to send if its journal is not the newest, or if payouts are missing from the store. Logs JSON lines to stderr. Ctrl-C
ends it after the request in progress.`,
    )
    .addHelpText('after', examples('payouts run --env-file payouts.env'))
    .action(({ store }: StoreOptions) => {
      const config = readPayoutsConfig(terminal);
      return withStore(terminal, store, (staff) => run(terminal, config, staff));
    });
}

async function run(terminal: Terminal, config: PayoutsConfig, { store }: Staff): Promise<void> {
  const { url, withdrawalKey, secret, rules, testMode } = config;
  const logger = redactSecrets(createLineLogger(terminal.writeError), [withdrawalKey, secret]);
  const { signal } = terminal;
  const onCut = (line: number) => logger.warn({ line }, 'incomplete last line removed from the journal');
  const journal = await Journal.open(config.journal, onCut).catch(async (error: unknown) => {
    if (error instanceof JournalDamagedError) await saveRefusal(store, terminal);
    throw error;
  });
  const storeClock = await openStoreClock(store);
  const payouts = new PayoutProcess({
    store,
    storeClock,
    clock: terminal,
    logger,
    signal,
    journal,
    testMode,
    rules,
    connect: (limiter) => createWithdrawalClient({ url, withdrawalKey, limiter }),
    limiters: [createFileLimiter({ url, withdrawalKey }), createStoreLimiter(store, storeClock, signal)],
    service: serviceClient(terminal),
  });
  terminal.write('the payouts process is running\n');
  await payouts.run();
  terminal.write('stopped\n');
}

/**
 * Returns the options for signing proposals and approvals.
 * @throws {OptionError} if the secret is missing or too short, or is also used for another purpose
 */
export function signing(terminal: Terminal) {
  const secret = required(terminal, SECRET);
  assertSeparateSecrets(terminal);
  return { secret, clock: terminal };
}
