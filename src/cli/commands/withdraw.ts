import type { Command } from 'commander';
import type { CurrencyCode } from '../../payment/index.js';
import { compareAmounts, currencyOf, networkLabel, subtractAmounts } from '../../payment/index.js';
import { sendableBalance } from '../../payment/signed-amount.js';
import { createStoreLimiter } from '../../payouts/store-limiter.js';
import type {
  FileLimiterOptions,
  RequestLimiter,
  Withdrawal,
  WithdrawalClient,
  WithdrawalRequest,
} from '../../service/node.js';
import { createFileLimiter, createWithdrawalClient, ServiceError } from '../../service/node.js';
import { withdrawalBody } from '../../service/withdrawal.js';
import { amount, currencyCode } from '../base/arguments.js';
import { checkRecipient } from '../base/check-recipient.js';
import { CommandError, EXIT, describeErrorInline } from '../base/exit.js';
import type { JsonOption } from '../base/output.js';
import { examples, formatRecord, formatTime, print } from '../base/output.js';
import { hasAccount, optional, required, serviceClient } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';
import { withStore } from '../base/with-store.js';
import { assertNoPayouts } from './payouts-set-up.js';
import { listCandidates } from './unknown-withdrawal.js';

interface WithdrawOptions extends JsonOption {
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly to: string;
  readonly yes?: true;
}

/** `withdraw`: sends money for one person. Refuses if payouts are set up: see `assertNoPayouts`. */
export function addWithdrawCommand(program: Command, terminal: Terminal): void {
  program
    .command('withdraw')
    .description('send money from the account to an address')
    .requiredOption('--currency <code>', 'such as USDT_TRC20: the coin and its network', currencyCode)
    .requiredOption('--amount <amount>', 'amount in the coin', amount)
    .requiredOption('--to <address>', "the recipient's address on that network")
    .option('--yes', 'send without confirmation')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Reads the key from CRYPTO_CHECKOUT_WITHDRAWAL_KEY. The request is sent once and never repeated. Exit code 3 means
that the outcome is unknown. Where payouts are set up, it refuses: use payouts propose.`,
    )
    .addHelpText(
      'after',
      examples('withdraw --currency USDT_TRC20 --amount 12.5 --to TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'),
    )
    .action((options: WithdrawOptions) => withdraw(terminal, options));
}

async function withdraw(terminal: Terminal, options: WithdrawOptions): Promise<void> {
  await assertNoPayouts(terminal);
  const request = { currency: options.currency, amount: options.amount, address: options.to };
  checkRecipient(request.currency, request.address);
  // Throws for an invalid amount before the confirmation.
  withdrawalBody(request);
  const client = withdrawalClient(terminal);
  if (!options.yes && !terminal.isInteractive) {
    throw new CommandError('Confirmation requires a terminal. Pass --yes to skip it.', EXIT.usage);
  }
  const available = await readAvailable(terminal, request.currency);
  terminal.writeError(formatRecord({ ...requestFields(request), ...balanceFields(request, available) }));
  assertAvailable(available, request);
  if (!options.yes && (await terminal.ask('Type yes to send: ')).trim() !== 'yes')
    throw new CommandError('nothing was sent');
  const sentAtMs = terminal.nowMs();
  const withdrawal = await client.withdraw(request).catch((error: unknown) => {
    const isUnknown = error instanceof ServiceError && error.code === 'outcome_unknown';
    if (!isUnknown) throw error;
    return listCandidates(terminal, { ...request, sentAtMs, created: error.created }, options);
  });
  print(terminal, options, withdrawal, formatRecord(resultFields(withdrawal)));
}

/** Creates a client without the terminal's signal: the command must wait for the response to a sent withdrawal. */
function withdrawalClient(terminal: Terminal): WithdrawalClient {
  const url = required(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL');
  const withdrawalKey = required(terminal, 'CRYPTO_CHECKOUT_WITHDRAWAL_KEY');
  const limiter = interruptibleLimiter(terminal, { url, withdrawalKey });
  return createWithdrawalClient({ url, withdrawalKey, limiter });
}

function requestFields({ currency, amount, address }: WithdrawalRequest): Record<string, string> {
  const { name, network } = currencyOf(currency);
  return {
    currency: `${currency} (${name})`,
    network: networkLabel(network),
    amount: `${amount} ${currency}`,
    fee: 'unknown before sending: the service may deduct it from the amount, or add it',
    // Groups of four characters are easier to compare.
    to: address.replace(/.{4}(?=.)/g, '$& '),
  };
}

/** The available balance as exact decimal text, negative if below zero, or why it is unknown; `null` without an API key. */
type Available = { readonly amount: string } | { readonly unknown: string } | null;

/** Reads the available balance. If it cannot be read, the withdrawal continues. */
async function readAvailable(terminal: Terminal, currency: CurrencyCode): Promise<Available> {
  if (!hasAccount(terminal)) return null;
  try {
    const balances = await serviceClient(terminal).balances();
    const entry = balances.find((one) => one.currency?.code === currency);
    // An entry without a code may belong to this coin.
    if (!entry && balances.every((one) => one.currency !== null)) return { amount: '0' };
    const amount = entry?.available ?? null;
    return amount === null ? { unknown: 'the balance is unreadable' } : { amount };
  } catch (error) {
    terminal.signal.throwIfAborted();
    return { unknown: describeErrorInline(error, terminal.env) };
  }
}

function balanceFields(
  { currency, amount }: WithdrawalRequest,
  available: Available,
): Record<string, string> {
  if (available === null) return {};
  if ('unknown' in available) return { 'available now': `unknown: ${available.unknown}` };
  const now = { 'available now': `${available.amount} ${currency}` };
  if (!covers(available, amount)) return now;
  return {
    ...now,
    'and afterwards': `${subtractAmounts(available.amount, amount)} ${currency}, before any fee`,
  };
}

function covers(available: { readonly amount: string }, amount: string): boolean {
  return compareAmounts(sendableBalance(available.amount), amount) >= 0;
}

/** @throws {CommandError} if the balance is too low */
function assertAvailable(available: Available, { currency, amount }: WithdrawalRequest): void {
  if (available === null || 'unknown' in available || covers(available, amount)) return;
  throw new CommandError(
    `nothing was sent. ${sendableBalance(available.amount)} ${currency} can be withdrawn, ${amount} ${currency} were requested.`,
  );
}

function resultFields(withdrawal: Withdrawal): Record<string, string | null> {
  const { amount, currency, fee, testMode } = withdrawal;
  return {
    id: withdrawal.id,
    status: withdrawal.status,
    amount: amount === null ? 'not reported: see invoice info' : `${amount} ${currency}`,
    to: withdrawal.address,
    fee: fee === null ? null : `${fee} ${currency}`,
    created: formatTime(withdrawal.createdAtMs),
    mode: testMode ? 'test, no real money' : null,
  };
}

/** Delay of the notice, which appears only if the command has to wait. */
const SILENT_MS = 300;

/**
 * Limits withdrawals among the processes of this machine, and of all machines that share a database. Prints a notice while waiting.
 * Ctrl-C ends the wait, but never a request that was sent.
 */
function interruptibleLimiter(terminal: Terminal, options: FileLimiterOptions): RequestLimiter {
  const [limiter, database] = [createFileLimiter(options), databaseLimiter(terminal)];
  return {
    take: (minIntervalMs, send) =>
      new Promise((resolve, reject) => {
        const seconds = minIntervalMs / 1000;
        const notice = setTimeout(
          () => terminal.writeError(`waiting: withdrawals are sent at least ${seconds} s apart …\n`),
          SILENT_MS,
        );
        const stopWaiting = () => {
          clearTimeout(notice);
          reject(new CommandError('interrupted, nothing was sent', EXIT.interrupted));
        };
        const sendNow = () => {
          terminal.signal.throwIfAborted();
          terminal.signal.removeEventListener('abort', stopWaiting);
          clearTimeout(notice);
          return send();
        };
        terminal.signal.addEventListener('abort', stopWaiting, { once: true });
        if (terminal.signal.aborted) stopWaiting();
        else
          limiter
            .take(minIntervalMs, () => (database ? database.take(minIntervalMs, sendNow) : sendNow()))
            .then(resolve, reject);
      }),
  };
}

/** Returns the limiter that the payouts process uses too; `null` without a database. */
function databaseLimiter(terminal: Terminal): RequestLimiter | null {
  if (optional(terminal, 'DATABASE_URL') === undefined) return null;
  return {
    async take<T>(minIntervalMs: number, send: () => Promise<T>): Promise<T> {
      const response: { ended?: Promise<T> } = {};
      const sendOnce = () => (response.ended = send());
      const done = withStore(terminal, undefined, ({ store }) =>
        createStoreLimiter(store, terminal, terminal.signal).take(minIntervalMs, sendOnce),
      );
      // A store error after the request must not hide its outcome.
      return done.catch((error: unknown) => response.ended ?? Promise.reject(error));
    },
  };
}
