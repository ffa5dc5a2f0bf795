import { randomBytes } from 'node:crypto';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: string;
  /** A file, or the database of `DATABASE_URL`. Default: a new PostgreSQL server. */
  readonly store: 'sqlite' | 'postgres';
  readonly processes: number;
  readonly ordersPerSecond: number;
  /** Whether to keep the folder with the store and the logs also when every invariant held. */
  readonly keep: boolean;
}

export const HELP = `npm run soak: runs proxies with simulated payers, a shop and injected faults, and checks the proxy's promises.

  --minutes N             minutes of new orders; the final checks follow (2)
  --seed S                seed of all random decisions; repeats the faults of a failed run (random)
  --store sqlite|postgres a file, or the empty database of DATABASE_URL, by default of a new server (sqlite)
  --processes N           number of proxies that share the store (2)
  --orders-per-second R   average rate of new orders (12)
  --keep                  keep the folder with the store and the logs, as after a violation
  --help

Exit code 0: every invariant held. 1: a violation, printed with the history of its order. Ctrl-C ends the run with a
partial report.
`;

/** @throws {Error} that names the value and the remedy */
export function parseOptions(args: readonly string[]): SoakOptions | 'help' {
  if (args.includes('--help') || args.includes('-h')) return 'help';
  const given = read(args);
  const store = given.get('--store') ?? 'sqlite';
  if (store !== 'sqlite' && store !== 'postgres')
    throw new Error(`--store is "${store}": give sqlite or postgres`);
  const number = (name: string, unlessSet: number, most: number) =>
    positive(name, given.get(name) ?? String(unlessSet), most);
  const processes = number('--processes', 2, 16);
  if (!Number.isInteger(processes)) throw new Error(`--processes is "${processes}": give a whole number`);
  return {
    minutes: number('--minutes', 2, 24 * 60),
    seed: given.get('--seed') ?? randomBytes(4).toString('hex'),
    store,
    processes,
    ordersPerSecond: number('--orders-per-second', 12, 1000),
    keep: args.includes('--keep'),
  };
}

const NAMES = ['--minutes', '--seed', '--store', '--processes', '--orders-per-second'];

function read(args: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const rest = args.flatMap((arg) => (arg.startsWith('--') && arg.includes('=') ? split(arg) : [arg]));
  for (let at = 0; at < rest.length; at += 1) {
    const name = rest[at] ?? '';
    if (name === '--keep') continue;
    if (!NAMES.includes(name)) throw new Error(`${name} is not known: use --help`);
    const value = rest[(at += 1)];
    if (value === undefined || value === '') throw new Error(`${name} needs a value: use --help`);
    given.set(name, value);
  }
  return given;
}

function split(arg: string): readonly string[] {
  const at = arg.indexOf('=');
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function positive(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= most) return value;
  throw new Error(`${name} is "${text}": give a number above 0, at most ${most}`);
}
