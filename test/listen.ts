import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { TestContext } from 'node:test';

/** After Node's five seconds, a client on a busy machine sends a request on a connection that is just closing. */
export const KEEP_ALIVE_MS = 75_000;

/** Listens on a free port of this machine until the test ends. @returns the URL, without a path */
export async function listen(t: Pick<TestContext, 'after'>, server: Server): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${portOf(server)}`;
}

export function portOf(server: NetServer): number {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}
