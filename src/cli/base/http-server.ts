import { once } from 'node:events';
import type { Server } from 'node:http';
import { CommandError } from './exit.js';
import type { Terminal } from './terminal.js';

/** Where a server listens; port 0 selects a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The variables or options that set them. */
  readonly setBy: { readonly host: string; readonly port: string };
}

/** @returns its URL @throws {CommandError} if the port is taken, with the remedy */
export function listen(server: Server, address: ListenAddress): Promise<string> {
  const { host, port } = address;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, address)));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

function listenError(error: NodeJS.ErrnoException, { host, port, setBy }: ListenAddress): Error {
  const isElsewhere = `${setBy.host} "${host}" is not an address of this machine. Use one, such as 127.0.0.1.`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} on ${host} is taken. Stop the program that uses it, or choose another port with ${setBy.port}.`,
    EACCES: `port ${port} needs privileges that this user lacks. Choose a port above 1023 with ${setBy.port}.`,
    EADDRNOTAVAIL: isElsewhere,
    ENOTFOUND: isElsewhere,
  };
  const message = messages[error.code ?? ''];
  return message === undefined ? error : new CommandError(message);
}

/** Resolves at Ctrl-C or SIGTERM. */
export async function waitForShutdown({ signal }: Terminal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Stops accepting connections, runs `work`, and closes what is left after the timeout. */
export async function close(server: Server, work: () => Promise<void>, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const ended = Promise.all([closed, work().then(() => server.closeIdleConnections())]);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  await Promise.race([ended, deadline]);
  clearTimeout(timer);
  server.closeAllConnections();
}
