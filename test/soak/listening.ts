import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on this machine alone; the port, which is a free one when 0 was wanted. */
export async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no port');
  return address.port;
}
