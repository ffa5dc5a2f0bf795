// The arguments of `npm run bench`.
export const DEFAULT_ROUNDS = 5;

export const HELP = `npm run bench [-- part …] [-- --rounds N]: measurements, in tables, and as JSON in .cache/bench.

  polling      calls to the payment service in a simulated day, and how soon a payment is seen
  proxy        the proxy against a bare node:http server: requests, streams, memory, start, many stored checkouts, the staff's lists
  floods       what one client can do to the others: every public path on 20 connections, beside the health check
  claims       how long a claim takes with 1,000 to 100,000 waiting records, on SQLite and PostgreSQL
  screen       the elements in Chromium against a hand-written twin and another payment element
  loading      from opening a page until a coin can be chosen, on a slow phone: our ways beside floors and another element
  alternatives bytes of our entries and of what a shop would use instead; installs them into .cache/bench-alternatives
  lighthouse   what Lighthouse says of a shop's page with the element and without, and of the payment page;
               installs it there too

  --rounds N     each timed measurement is taken so often, in turns (${DEFAULT_ROUNDS}; loading: 7, floods: 1)
  --help         this text

Without a part: all of them. Only ratios, counts and CPU time mean something on a machine with other work.`;

interface BenchOptions {
  readonly help: boolean;
  readonly parts: readonly string[];
  /** `null`: the default number of the suite. */
  readonly rounds: number | null;
}

export function parseArguments(args: readonly string[], known: readonly string[]): BenchOptions {
  const parts: string[] = [];
  let rounds: number | null = null;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--help' || argument === '-h') return { help: true, parts, rounds };
    if (argument === '--rounds') rounds = positive(args[(index += 1)]);
    else if (known.includes(argument)) parts.push(argument);
    else throw new Error(`there is no "${argument}": the parts are ${known.join(', ')}; see --help`);
  }
  return { help: false, parts: parts.length > 0 ? parts : [...known], rounds };
}

function positive(text = ''): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new Error(`--rounds "${text}" is no number from 1 to 99`);
}
