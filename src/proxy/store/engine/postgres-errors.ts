import { StoreError, type StoreProblem } from './store-error.js';

const UNREACHABLE: StoreProblem = [
  'cannot be reached',
  'Check that the database runs and accepts connections from this machine',
];
const BUSY: StoreProblem = [
  'is locked',
  'End the program that holds the lock, such as an open shell or a long report',
];

/** By SQLSTATE ("PostgreSQL Error Codes"), or by its class. */
const REMEDIES: ReadonlyMap<string, StoreProblem> = new Map([
  ['08', UNREACHABLE],
  [
    '25P03',
    [
      'ended a transaction that was idle for seconds',
      'Give this process more CPU time, or check what blocks it',
    ],
  ],
  ['25006', ['is read-only', 'Use the URL of the primary, or make the database writable']],
  ['28', ['rejects this user', 'Check the user, the password and pg_hba.conf']],
  ['3D000', ['does not exist', 'Create it with "createdb", or correct its name in the URL']],
  [
    '42501',
    ['denies this user a permission', 'Grant it the schema, such as by "grant all on schema public"'],
  ],
  ['53100', ['cannot be written (disk full)', 'Free space on its disk']],
  ['53300', ['has no free connection', 'Raise max_connections, or use a connection pooler']],
  ['53', ['is out of disk space or memory', 'Check its machine']],
  ['55P03', BUSY],
  ['57014', BUSY],
  ['57P', UNREACHABLE],
  ['58', ['cannot be read or written (disk failure)', 'Check its machine']],
]);

/** Errors of `pg` without a code. */
const LOST_MESSAGE = /timeout|terminated|not queryable|socket|Cannot use a pool|closed/i;

/** Whether the connection is lost: a running statement has failed, or its outcome is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return error instanceof Error && LOST_MESSAGE.test(error.message);
  return isOfNode(code) || remedyFor(code) === UNREACHABLE;
}

/** Whether `pg` has timed out waiting for the result of a statement. The server may still be running it. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Converts known errors to a `StoreError` with a remedy, and returns others unchanged. The message does not contain the query.
 */
export function toStoreError(error: unknown, database: string): unknown {
  if (error instanceof StoreError) return error;
  const known = isConnectionLost(error) ? UNREACHABLE : remedyFor(codeOf(error) ?? '');
  return known === undefined
    ? error
    : new StoreError(`"${database}" ${known[0]}`, known[1], { cause: error });
}

/** Whether a concurrent transaction has written the same row, or both deadlocked. */
export function isConflict(error: unknown): boolean {
  return ['23505', '40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Whether the database has ended this statement to resolve a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Whether the code is a Node error code, such as ECONNREFUSED, and not an SQLSTATE. */
function isOfNode(code: string): boolean {
  return /^E[A-Z_]{3,}$/.test(code) || code === 'ERR_STREAM_DESTROYED';
}

function remedyFor(code: string): StoreProblem | undefined {
  return REMEDIES.get(code) ?? REMEDIES.get(code.slice(0, 3)) ?? REMEDIES.get(code.slice(0, 2));
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code;
}
