import type { Command } from 'commander';
import {
  MoveOutcomeUnknownError,
  type MoveProgress,
  type StoreMove,
  type TableContents,
  moveStore,
  planMove,
} from '../../proxy/settings.js';
import { CommandError, EXIT } from '../base/exit.js';
import { type Column, type JsonOption, examples, formatTable, print } from '../base/output.js';
import { optional, required } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface MoveOptions extends JsonOption {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: true;
}

/** `store move` */
export function addStoreCommands(program: Command, terminal: Terminal): void {
  program
    .command('store')
    .description('manage the store of the proxy')
    .command('move')
    .description('copy an SQLite store into an empty PostgreSQL database')
    .option('--from <path>', 'the SQLite file (CRYPTO_CHECKOUT_STORE, or crypto-checkout.sqlite)')
    .option('--to <url>', 'postgres://user@host:5432/name, without a password (DATABASE_URL)')
    .option(
      '--dry-run',
      'only count rows and check whether the move is possible; you need not stop the proxy',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Stop the proxy first: no other process may have the file open. The command only reads the file. It writes all rows in
one transaction, which commits only if the row counts and digests of both stores match. After Ctrl-C the database is
unchanged. Put the password in DATABASE_URL or PGPASSWORD.`,
    )
    .addHelpText(
      'after',
      examples(
        'store move --from ./crypto-checkout.sqlite --to postgres://shop@db.example:5432/checkouts --dry-run',
        'store move --env-file .env',
      ),
    )
    .action((options: MoveOptions) => move(terminal, options));
}

async function move(terminal: Terminal, options: MoveOptions): Promise<void> {
  const from = options.from ?? optional(terminal, 'CRYPTO_CHECKOUT_STORE') ?? 'crypto-checkout.sqlite';
  const to = target(terminal, options.to);
  if (options.dryRun) {
    const counts = (await planMove({ from, to })).map(({ table, of: rows }) => ({ table, rows }));
    return print(terminal, options, counts, formatTable(COUNT_COLUMNS, counts));
  }
  const onProgress = options.json ? () => undefined : progress(terminal);
  const moved = await moveAll(terminal, { from, to, onProgress, signal: terminal.signal });
  print(terminal, options, moved, `${formatTable(MOVED_COLUMNS, moved)}\n${NEXT}\n`);
}

const NEXT = `Both stores are identical. From now on, start the proxy on the database: set DATABASE_URL for serve, or the option \`store\` in
your own program. Archive the SQLite file. Do not start a proxy on it again: it lacks all later changes.`;

/** Returns the target. Rejects a password in the argument, which the process list and the shell history would show. */
function target(terminal: Terminal, to: string | undefined): string {
  if (to === undefined) return required(terminal, 'DATABASE_URL');
  if (!URL.canParse(to)) return to;
  const { password, searchParams } = new URL(to);
  if (password === '' && !searchParams.has('password')) return to;
  const problem = '--to contains a password, which other users of this machine can see.';
  const remedy = 'Put the whole URL in DATABASE_URL, or the password in PGPASSWORD.';
  throw new CommandError(`${problem} ${remedy}`, EXIT.usage);
}

async function moveAll(terminal: Terminal, options: StoreMove): Promise<readonly TableContents[]> {
  try {
    return await moveStore(options);
  } catch (error) {
    if (error instanceof MoveOutcomeUnknownError) {
      const problem = 'the connection was lost during the commit, so the outcome is unknown.';
      const remedy = 'Run it with --dry-run to see whether the database is still empty.';
      throw new CommandError(`${problem} ${remedy}`, EXIT.unknown);
    }
    if (!terminal.signal.aborted) throw error;
    throw new CommandError('interrupted: nothing was moved, and the file is unchanged', EXIT.interrupted);
  }
}

/** Returns a function that prints progress: one updated line in a terminal, otherwise one line per table. */
function progress(terminal: Terminal): (progress: MoveProgress) => void {
  return ({ table: name, rows, of }) => {
    const isEnd = rows === of;
    const line = `${name}: ${rows} of ${of}`;
    if (terminal.isInteractive) terminal.writeError(`\r${line}${isEnd ? '\n' : ''}`);
    else if (isEnd) terminal.writeError(`${line}\n`);
  };
}

const COUNT_COLUMNS: readonly Column<Pick<TableContents, 'table' | 'rows'>>[] = [
  { title: 'table', value: ({ table }) => table },
  { title: 'rows to move', value: ({ rows }) => String(rows), align: 'right' },
];

const MOVED_COLUMNS: readonly Column<TableContents>[] = [
  { title: 'table', value: (row) => row.table },
  { title: 'rows', value: ({ rows }) => String(rows), align: 'right' },
  { title: 'digest', value: ({ digest }) => digest.slice(0, 16) },
];
