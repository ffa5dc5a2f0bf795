import type { Server } from 'node:http';
import { CommandError } from './exit.js';
import type { VariableName } from './environment.js';
import type { Terminal } from './terminal.js';

/** Where a server is asked to listen; port 0 takes a free one. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** What the person has set them by. */
  readonly variables: { readonly host: VariableName; readonly port: VariableName };
}

/** @returns its address @throws {CommandError} when the port is taken, with the remedy */
export function listen(server: Server, place: ListenAddress): Promise<string> {
  const { host, port } = place;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, place)));
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`);
    });
  });
}

function listenError(error: NodeJS.ErrnoException, { host, port, variables }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE') {
    return new CommandError(
      `port ${port} on ${host} is taken: stop what listens there, or choose another with ${variables.port}`,
    );
  }
  if (error.code === 'EACCES') {
    return new CommandError(
      `port ${port} may not be used by this user: choose one above 1023 with ${variables.port}`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new CommandError(
      `${variables.host} "${host}" is no address of this machine: give one, such as 127.0.0.1`,
    );
  }
  return error;
}

/** Resolves at Ctrl-C or SIGTERM. */
export function waitForShutdown({ signal }: Terminal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Takes no more connections, does `work`, and cuts what is left when it has taken too long. */
export async function close(server: Server, work: () => Promise<void>, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const ended = Promise.all([closed, work().then(() => server.closeIdleConnections())]);
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  await Promise.race([ended, deadline]);
  clearTimeout(timer);
  server.closeAllConnections();
}
