import type { Command } from 'commander';
import * as v from 'valibot';
import { isLoopback } from '../../service/options.js';
import { optional, redactedServiceUrl } from '../base/environment.js';
import { CommandError, EXIT } from '../base/exit.js';
import { escapeControlCharacters, type JsonOption } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';

export interface ControlOptions extends JsonOption {
  readonly url?: string | undefined;
}

const TIMEOUT_MS = 10_000;
const REMEDY =
  'Start it with crypto-checkout sandbox, pass its address with --url, or pass the variables of the shop with --env-file .env.';

/** Calls the control API, such as `GET /faults`. */
export type Control = (call: string, body?: object) => Promise<unknown>;

/** Returns a function that calls the sandbox. It throws a `CommandError` with the sandbox's message, which names the command's options. */
export function controller(terminal: Terminal, command: Command, { url }: ControlOptions): Control {
  const base = sandboxUrl(terminal, url);
  return async (call, body) => {
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${base}/_sandbox${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([terminal.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => {
      terminal.signal.throwIfAborted();
      throw new CommandError(`no sandbox responds at ${base}. ${REMEDY}`);
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && typeof answer === 'object' && answer !== null) return answer;
    const refusal = v.safeParse(v.object({ error: v.string() }), answer);
    if (!refusal.success) throw new CommandError(`${base} is not a sandbox. ${REMEDY}`);
    const flags = command.options.map(({ long }) => long);
    const named = refusal.output.error.replace(/^\w+/, (word) =>
      flags.includes(`--${word}`) ? `--${word}` : word,
    );
    throw new CommandError(escapeControlCharacters(named));
  };
}

/** Returns the URL of the sandbox. @throws {CommandError} if it is not a URL, or may be the real service */
function sandboxUrl(terminal: Terminal, typed: string | undefined): string {
  const text = typed ?? optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') ?? 'http://127.0.0.1:4010';
  const url = URL.canParse(text) ? new URL(text) : null;
  // Without credentials, which `fetch` rejects and an error message would contain.
  const base =
    url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : null;
  if (base !== null && (typed !== undefined || isLoopback(url?.hostname ?? ''))) return base;
  const problem =
    typed === undefined
      ? `CRYPTO_CHECKOUT_SERVICE_URL "${redactedServiceUrl(terminal.env)}" is not on this machine and may be the real service. Pass the address of the sandbox with --url.`
      : `--url is "${escapeControlCharacters(typed)}". Use the address that the sandbox prints, such as http://127.0.0.1:4010.`;
  throw new CommandError(problem, EXIT.usage);
}
