import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that was free a moment ago: another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('The port of the server is not known.');
  return address.port;
}
