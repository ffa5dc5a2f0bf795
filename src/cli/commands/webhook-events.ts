import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { StoredEvent } from '../../proxy/staff/serialize.js';
import { isLoopback } from '../../service/options.js';
import { amount, fiatCode } from '../base/arguments.js';
import { required, testMode } from '../base/environment.js';
import { eventLine } from '../base/event-fields.js';
import { CommandError, EXIT, describeErrorInline } from '../base/exit.js';
import { type JsonOption, examples } from '../base/output.js';
import { sampleEvent, SAMPLE_TYPES, type SampleSubject, type SampleType } from '../base/sample-event.js';
import type { Terminal } from '../base/terminal.js';
import { describeAttempt, remedyForAttempt, type SendEvent, webhookSender } from '../base/webhook.js';
import { STORE_OPTION, type StoreOptions, withStore } from '../base/with-store.js';

interface ListenOptions extends StoreOptions {
  readonly forwardTo?: string;
}

interface TriggerOptions extends SampleSubject, JsonOption {
  readonly forwardTo?: string;
}

/** `event listen|trigger`: test a webhook receiver. */
export function addWebhookCommands(event: Command, terminal: Terminal): void {
  event
    .command('listen')
    .description('print new events until Ctrl-C, and forward them to a receiver under development')
    .option('--forward-to <url>', 'also send each event to this URL, signed like a webhook')
    .option(...STORE_OPTION)
    .option('--json', 'print each event as JSON, on one line')
    .addHelpText(
      'after',
      `
Only reads the store, and does not affect the delivery by the proxy. Forwards each event once, whatever the receiver
responds, and does not show resent events again. Signs with CRYPTO_CHECKOUT_WEBHOOK_SECRET. Ctrl-C ends it with exit
code 0.`,
    )
    .addHelpText('after', examples('event listen --forward-to http://localhost:3001/hook'))
    .action((options: ListenOptions) => listen(terminal, options));

  event
    .command('trigger')
    .description('send a sample event to a receiver on this machine, in test mode only')
    .argument('<type>', 'one of the types below', sampleType)
    .option('--forward-to <url>', 'a URL on this machine (CRYPTO_CHECKOUT_WEBHOOK_URL)')
    .option('--order <text>', 'order id of the shop', 'A-1001')
    .option('--amount <amount>', 'the price', amount, '49')
    .option('--currency <code>', 'currency of the price', fiatCode, 'EUR')
    .option('--customer <text>', 'customer id, for deposits', '1001')
    .option('--json', 'print the event as JSON')
    .addHelpText(
      'after',
      `
No payment causes the event. Its testMode is always true, so that a shop outside test mode ignores it. Requires
CRYPTO_CHECKOUT_TEST_MODE=1, and signs with CRYPTO_CHECKOUT_WEBHOOK_SECRET.

Types:
${SAMPLE_TYPES.map((type) => `  ${type}`).join('\n')}`,
    )
    .addHelpText('after', examples('event trigger checkout.paid --forward-to http://localhost:3001/hook'))
    .action((type: SampleType, options: TriggerOptions) => trigger(terminal, type, options));
}

function sampleType(text: string): SampleType {
  const known = SAMPLE_TYPES.find((type) => type === text);
  if (known) return known;
  throw new InvalidArgumentError(`Use one of ${SAMPLE_TYPES.join(', ')}.`);
}

const POLL_MS = 500;

async function listen(terminal: Terminal, { forwardTo, store, json }: ListenOptions): Promise<void> {
  const send = forwardTo === undefined ? null : webhookSender(terminal, forwardTo, '--forward-to');
  await withStore(terminal, store, async (staff) => {
    const next = withRetry(terminal, await staff.followEvents());
    const to = forwardTo === undefined ? '' : `, forwarding them to ${new URL(forwardTo).origin}`;
    terminal.writeError(`waiting for events${to}. Ctrl-C ends.\n`);
    try {
      for (;;) {
        for (const event of await next()) await show(terminal, event, send, { json });
        await pause(POLL_MS, undefined, { signal: terminal.signal });
      }
    } catch (error) {
      if (!terminal.signal.aborted) throw error;
    }
  });
}

/** Returns no events while the store is unavailable, such as during a database restart. Prints each problem once. */
function withRetry(terminal: Terminal, next: () => Promise<readonly StoredEvent[]>) {
  let reported = '';
  return async (): Promise<readonly StoredEvent[]> => {
    try {
      const events = await next();
      reported = '';
      return events;
    } catch (error) {
      const problem = describeErrorInline(error, terminal.env);
      if (problem !== reported) terminal.writeError(`the store cannot be read, retrying: ${problem}\n`);
      reported = problem;
      return [];
    }
  };
}

async function show(terminal: Terminal, stored: StoredEvent, send: SendEvent | null, { json }: JsonOption) {
  if (json) terminal.write(`${JSON.stringify(stored.event)}\n`);
  const response = send && describeAttempt(await send(stored.event));
  const line = [eventLine(stored), ...(response === null ? [] : [response])].join('  ');
  if (!json) terminal.write(`${line}\n`);
  else if (response !== null) terminal.writeError(`${line}\n`);
}

async function trigger(terminal: Terminal, type: SampleType, options: TriggerOptions): Promise<void> {
  if (!testMode(terminal)) {
    const problem = 'event trigger works in test mode only, since no payment causes the event.';
    throw new CommandError(`${problem} Set CRYPTO_CHECKOUT_TEST_MODE=1.`, EXIT.usage);
  }
  const { forwardTo, json, ...subject } = options;
  const url = forwardTo ?? required(terminal, 'CRYPTO_CHECKOUT_WEBHOOK_URL');
  const source = forwardTo === undefined ? 'CRYPTO_CHECKOUT_WEBHOOK_URL' : '--forward-to';
  const send = webhookSender(terminal, url, source);
  const { hostname, origin } = new URL(url);
  if (!isLoopback(hostname)) {
    const problem = `${source} "${origin}" is not on this machine.`;
    throw new CommandError(
      `${problem} Use a receiver there, such as http://localhost:3001/hook.`,
      EXIT.usage,
    );
  }
  const event = sampleEvent(type, subject, terminal);
  const attempt = await send(event);
  const line = `${type}  ${event.id}  ${describeAttempt(attempt)}\n`;
  if (json) terminal.write(`${JSON.stringify(event)}\n`);
  if (!attempt.isDelivered) {
    // Everything after the origin may be secret.
    const remedy = remedyForAttempt(attempt, source);
    throw new CommandError(
      `${line.trim()} at ${origin}. ${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}.`,
    );
  }
  if (json) terminal.writeError(line);
  else terminal.write(line);
}
