import { connect } from 'node:net';
import type { PoolClient } from 'pg';
import * as v from 'valibot';

/** "PostgreSQL Frontend/Backend Protocol", CancelRequest */
const REQUEST_CODE = 80_877_102;
const REQUEST_BYTES = 16;

/** The fields of a `pg` client that identify its session. The types of `pg` omit the last two. */
const sessionSchema = v.object({
  host: v.string(),
  port: v.number(),
  processID: v.number(),
  secretKey: v.number(),
});

/**
 * Requests that the server cancel the running statement of a session. Otherwise the statement continues after the client has
 * closed the connection, for example while it waits for a locked table. Each retry would occupy one more connection. Best effort:
 * an unresponsive server does not receive the request.
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
