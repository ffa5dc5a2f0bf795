import { connect } from 'node:net';
import type { PoolClient } from 'pg';
import * as v from 'valibot';

/** "PostgreSQL Frontend/Backend Protocol", CancelRequest */
const REQUEST_CODE = 80_877_102;
const REQUEST_BYTES = 16;

/** What `pg` knows of a session. Its types omit the last two. */
const sessionSchema = v.object({
  host: v.string(),
  port: v.number(),
  processID: v.number(),
  secretKey: v.number(),
});

/**
 * Asks the server to end the running statement of a session. The server would run it to its end after the client has closed the
 * connection, such as while a table is locked, and each retry would occupy one more of its connections. Best effort: a server that
 * does not respond cannot be asked either.
 * @param timeoutMs time limit of the request
 */
export function cancelStatement(client: PoolClient, timeoutMs: number): void {
  const session = v.safeParse(sessionSchema, client);
  if (!session.success) return;
  const { host, port, processID, secretKey } = session.output;
  const request = Buffer.alloc(REQUEST_BYTES);
  for (const [index, field] of [REQUEST_BYTES, REQUEST_CODE, processID, secretKey].entries())
    request.writeInt32BE(field, index * Int32Array.BYTES_PER_ELEMENT);
  // A host that begins with a slash is the folder of a socket (libpq).
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.unref();
  socket.on('error', () => undefined);
  socket.setTimeout(timeoutMs, () => socket.destroy());
  socket.end(request);
}
