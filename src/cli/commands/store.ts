import { Command } from 'commander';
import type { MoveProgress, StoreMove } from '../../proxy/store/store-transfer.js';
import { moveStore, planMove, TransferOutcomeUnknownError } from '../../proxy/store/store-transfer.js';
import type { TableContents } from '../../proxy/store/table-digest.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Column } from '../base/output.js';
import { json, formatTable } from '../base/output.js';
import { optional, required } from '../base/environment.js';
import type { Terminal } from '../base/terminal.js';

interface MoveOptions {
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `store move` */
export function storeCommand(terminal: Terminal): Command {
  return new Command('store')
    .description('where the proxy keeps its checkouts')
    .addCommand(moveCommand(terminal));
}

function moveCommand(terminal: Terminal): Command {
  return new Command('move')
    .description('copy all that an SQLite store holds into an empty PostgreSQL store')
    .option('--from <path>', 'the SQLite file (CRYPTO_CHECKOUT_STORE, or crypto-checkout.sqlite)')
    .option('--to <address>', 'postgres://user@host:5432/name, without a password (DATABASE_URL)')
    .option('--dry-run', 'only count, and look whether it could be done; the proxy may run meanwhile')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Stop the proxy first: nobody else may have the file open. It is only read. All is written in one transaction,
and kept when the rows of both and their digests are the same; after Ctrl-C the database is as it was. A
password belongs in DATABASE_URL, or in PGPASSWORD.

Examples:
  crypto-checkout store move --from ./crypto-checkout.sqlite --to postgres://shop@db.example:5432/checkouts --dry-run
  crypto-checkout store move --env-file .env`,
    )
    .action((options: MoveOptions) => move(terminal, options));
}

async function move(terminal: Terminal, options: MoveOptions): Promise<void> {
  const from = options.from ?? optional(terminal, 'CRYPTO_CHECKOUT_STORE') ?? 'crypto-checkout.sqlite';
  const to = target(terminal, options.to);
  if (options.dryRun) {
    const counts = await planMove({ from, to });
    return terminal.write(options.json ? json(counts.map(inStore)) : formatTable(COUNT_COLUMNS, counts));
  }
  const onProgress = options.json ? () => undefined : progress(terminal);
  const moved = await moveAll(terminal, { from, to, onProgress, signal: terminal.signal });
  terminal.write(options.json ? json(moved) : `${formatTable(MOVED_COLUMNS, moved)}\n${NEXT}\n`);
}

const NEXT = `The same is in both. Start the proxy on the database from now on, serve by DATABASE_URL and a program of your own by
its option \`store\`, and put the file away: a proxy that is started on it again would not know what happens from here.`;

/** An argument stands in the list of processes and in the shell's history. */
function target(terminal: Terminal, to: string | undefined): string {
  if (to === undefined) return required(terminal, 'DATABASE_URL');
  if (!URL.canParse(to)) return to;
  const { password, searchParams } = new URL(to);
  if (password === '' && !searchParams.has('password')) return to;
  const remedy = 'put the whole address in DATABASE_URL, or the password in PGPASSWORD';
  throw new CommandError(
    `--to has a password in it, which others on this machine can see: ${remedy}`,
    EXIT.usage,
  );
}

async function moveAll(terminal: Terminal, options: StoreMove): Promise<readonly TableContents[]> {
  try {
    return await moveStore(options);
  } catch (error) {
    if (error instanceof TransferOutcomeUnknownError) {
      const remedy = 'see with --dry-run whether the database is still empty';
      throw new CommandError(`the connection was lost at the very end: ${remedy}`, EXIT.unknown);
    }
    if (!terminal.signal.aborted) throw error;
    throw new CommandError('interrupted: the database is as it was, and so is the file', EXIT.interrupted);
  }
}

/** One line, written over where somebody looks on. */
function progress(terminal: Terminal): (progress: MoveProgress) => void {
  return ({ table: name, rows, of }) => {
    const isEnd = rows === of;
    const line = `${name}: ${rows} of ${of}`;
    if (terminal.isInteractive) terminal.writeError(`\r${line}${isEnd ? '\n' : ''}`);
    else if (isEnd) terminal.writeError(`${line}\n`);
  };
}

const inStore = ({ table: name, of }: MoveProgress) => ({ table: name, rows: of });

const COUNT_COLUMNS: readonly Column<MoveProgress>[] = [
  { title: 'table', value: (row) => row.table },
  { title: 'rows to move', value: ({ of }) => String(of), align: 'right' },
];

const MOVED_COLUMNS: readonly Column<TableContents>[] = [
  { title: 'table', value: (row) => row.table },
  { title: 'rows', value: ({ rows }) => String(rows), align: 'right' },
  { title: 'digest', value: ({ digest }) => digest.slice(0, 16) },
];
