import { StoreError } from './store-error.js';

const UNREACHABLE = 'cannot be reached: is the database running, and may this process connect to it?';
const BUSY = 'is held by somebody else: end what holds it, such as an open shell or a long report';

/** By SQLSTATE ("PostgreSQL Error Codes"), or by its class. */
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['08', UNREACHABLE],
  ['25006', 'can only be read: give the address of the primary, or let it be written again'],
  ['28', 'does not let this user in: look at the user, the password and pg_hba.conf'],
  ['3D000', 'does not exist: make it with "createdb", or correct the name in the address'],
  [
    '42501',
    'does not let this user do its work: give it the schema, such as by "grant all on schema public"',
  ],
  ['53100', 'cannot be written: there is no room. Make room on its disk'],
  ['53300', 'has no connection left: raise max_connections, or put a pooler before it'],
  ['53', 'has not enough room or memory: look at its machine'],
  ['55P03', BUSY],
  ['57014', BUSY],
  ['57P', UNREACHABLE],
  ['58', 'cannot be written or read: its disk fails. Look at its machine'],
]);

/** Of `pg`, for which it has no code. */
const LOST_MESSAGE = /timeout|terminated|not queryable|socket|Cannot use a pool|closed/i;

/** The connection is of no use any more: whatever was under way has not happened, or nobody knows. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return error instanceof Error && LOST_MESSAGE.test(error.message);
  return isOfNode(code) || remedyFor(code) === UNREACHABLE;
}

/** An error that says what to do; anything else as it is. Nothing in it has been sent by us. */
export function toStoreError(error: unknown, place: string): unknown {
  if (error instanceof StoreError) return error;
  const trouble = isConnectionLost(error) ? UNREACHABLE : remedyFor(codeOf(error) ?? '');
  return trouble === undefined ? error : new StoreError(`store: "${place}" ${trouble}`, { cause: error });
}

/** Somebody else was quicker with the same row, or both waited for each other. */
export function isConflict(error: unknown): boolean {
  return ['23505', '40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Both waited for each other, and this one was chosen to begin again. */
export function isDeadlock(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Node's, such as ECONNREFUSED, and not a SQLSTATE. */
function isOfNode(code: string): boolean {
  return /^E[A-Z_]{3,}$/.test(code) || code === 'ERR_STREAM_DESTROYED';
}

function remedyFor(code: string): string | undefined {
  return REMEDIES.get(code) ?? REMEDIES.get(code.slice(0, 3)) ?? REMEDIES.get(code.slice(0, 2));
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code;
}
