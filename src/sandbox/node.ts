import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { MovableClock, Sandbox, SandboxOptions, SandboxReply } from './core/index.js';
import { errorResponseAt } from './core/base/reply.js';
import { createSandbox } from './core/index.js';
import { assertRequired } from './core/sandbox.js';
import { hostOfAddress, isOwnHost, parseHostNames } from './host-names.js';
import { openJournalFile } from './journal-file.js';

export interface SandboxServerOptions extends Omit<SandboxOptions, 'journal' | 'page'> {
  /** File that keeps the data. Use one per sandbox. Default: data is in memory only. */
  readonly file?: string;
  /** Port; 0 selects a free one. Default: 4010. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /**
   * Additional host names, such as that of a container or a reverse proxy. The sandbox accepts requests only for these, loopback
   * names and the listen address. Default: none.
   */
  readonly allowedHosts?: readonly string[];
}

export interface SandboxServer {
  /** The service's `base_url`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly clock: MovableClock;
  /** Closes all connections and the file, stops sending postbacks, and releases the port. */
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Idle timeout of a connection, as in nginx. With Node's default of 5 s, a busy client would often send a request on a connection that
 * the server is closing.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Starts the sandbox as an HTTP server.
 * @throws {TypeError} if an option without a default is missing
 * @throws {Error} if the port is taken, the address cannot be used, or `allowedHosts` contains an invalid name
 * @throws {Error} if the file cannot be opened, or a sandbox did not write it
 * @example
 * ```ts
 * import { startSandbox } from 'crypto-checkout/sandbox';
 *
 * const sandbox = await startSandbox({
 *   port: 0,
 *   apiKey: 'sandbox-key',
 *   withdrawalKey: 'sandbox-withdrawal-key',
 *   shopId: 'sandbox-shop',
 * });
 * // Pass `sandbox.url` to the proxy. Then pay an invoice that the proxy has created.
 * await fetch(`${sandbox.url}/_sandbox/payments`, {
 *   method: 'POST',
 *   body: JSON.stringify({ uuid: 'INV-ABCD1234', currency: 'BTC' }),
 * });
 * await sandbox.close();
 * ```
 */
export async function startSandbox(options: SandboxServerOptions): Promise<SandboxServer> {
  assertRequired(options);
  const { host = '127.0.0.1', port: requestedPort = 4010, file, allowedHosts = [], ...rest } = options;
  const ownHosts = [hostOfAddress(host), ...parseHostNames(allowedHosts, 'allowedHosts')];
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const port = await listen(server, requestedPort, host);
  try {
    // After `listen`, which fails if another sandbox runs: a second start must not touch the file. No request is handled before.
    const { sandbox, release } = openSandbox(rest, file);
    const url = `http://${hostOfAddress(host)}:${port}`;
    server.on('request', (incoming, outgoing) => {
      const { localAddress } = incoming.socket;
      const own = localAddress === undefined ? ownHosts : [...ownHosts, hostOfAddress(localAddress)];
      const isForeign = !isOwnHost(incoming.headers.host, own);
      void handle(sandbox, incoming, outgoing, isForeign ? foreignHost(incoming.headers.host, url) : null);
    });
    return { url, port, clock: sandbox.clock, close: () => close(server).then(release) };
  } catch (error) {
    await close(server);
    throw error;
  }
}

/** Creates the sandbox, and opens its file. @throws {Error} if that fails; the message contains the path */
function openSandbox(options: SandboxOptions, file: string | undefined) {
  const journal = file ? openJournalFile(file) : undefined;
  try {
    const sandbox = createSandbox({ ...options, page: readPage(), ...(journal && { journal }) });
    const release = () => {
      sandbox.stop();
      journal?.close();
    };
    return { sandbox, release };
  } catch (error) {
    if (!journal) throw error;
    journal.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`sandbox with the file ${file}: ${reason}`, { cause: error });
  }
}

/** Reads the files of the page. Their relative path is the same in the package and in the repository. */
function readPage(): ReadonlyMap<string, string> {
  const manifest = createRequire(import.meta.url).resolve('crypto-checkout/package.json');
  const folder = join(dirname(manifest), 'src/sandbox/page');
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} on ${host} is taken. Stop the program that uses it, or choose another port with --port, SANDBOX_PORT, or the option port.`;
      const impossible = `the sandbox cannot listen on ${host} (${error.code}). Use an address of this machine, such as 127.0.0.1.`;
      reject(new Error(error.code === 'EADDRINUSE' ? taken : impossible, { cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function foreignHost(header: string | undefined, url: string): string {
  return `Host ${JSON.stringify(header)} is not a name of this sandbox. Call it at ${url}, or add the name to SANDBOX_ALLOWED_HOSTS (option allowedHosts).`;
}

/** Handles a request. @param foreign reason for rejecting it; `null` to accept it */
async function handle(
  sandbox: Sandbox,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  foreign: string | null,
): Promise<void> {
  const reject = async (status: number, reason: string) => {
    if (outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    outgoing.setHeader('connection', 'close');
    const response = errorResponseAt(incoming.url ?? '', reason, status);
    await deliver({ kind: 'response', response }, outgoing);
  };
  const disconnected = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || disconnected.abort());
  try {
    const body = await readBody(incoming);
    if (body === null)
      return await reject(413, `the body is too large. Send at most ${MAX_BODY_BYTES} bytes.`);
    if (foreign !== null) return await reject(403, foreign);
    const request = toRequest(incoming, body, disconnected.signal);
    if (request === null) return await reject(400, 'the request line or the Host header cannot be read');
    await deliver(await sandbox.handle(request), outgoing);
  } catch (error) {
    // Unless the client has disconnected, this is a bug of the sandbox.
    if (disconnected.signal.aborted || incoming.errored !== null) return;
    process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    await reject(500, 'the sandbox failed. Check its output.');
  }
}

/** Reads a body; `null` if it is too large. Always reads all of it: otherwise the client might not receive the rejection. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length <= MAX_BODY_BYTES) chunks.push(bytes);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : null;
}

function toRequest(incoming: IncomingMessage, body: Buffer, signal: AbortSignal): Request | null {
  const { method = 'GET', url = '/' } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const isBodiless = method === 'GET' || method === 'HEAD';
  try {
    const address = `http://${incoming.headers.host ?? 'localhost'}${url}`;
    const sent = isBodiless ? null : new Uint8Array(body);
    return new Request(address, { method, headers, signal, body: sent });
  } catch {
    return null;
  }
}

async function deliver(reply: SandboxReply, outgoing: ServerResponse): Promise<void> {
  if (reply.kind === 'reset') {
    outgoing.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(await reply.response.arrayBuffer());
  outgoing.statusCode = reply.response.status;
  outgoing.setHeaders(reply.response.headers);
  if (reply.kind === 'response') {
    outgoing.end(body);
    return;
  }
  outgoing.setHeader('content-length', body.length);
  // Close the connection only once the bytes have left the process.
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}
