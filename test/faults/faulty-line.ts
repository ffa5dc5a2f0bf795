// A line of TCP that can be broken: it stands between the proxy and the service, or between a browser and the proxy.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { LineDirection } from './line-direction.js';

/** Towards the server, or back to the client. */
export type Direction = 'up' | 'down';

/**
 * What happens to a connection. Bytes are counted per direction: from the start of the connection, or of the request
 * and its answer where a fault waits for a request.
 *
 * - `close`: it is reset as soon as it is there, before any byte
 * - `cut`: after so many bytes of a direction both ends are reset (or ended in order); 0: at the first byte of it,
 *   which is kept back, so that `up` is before the work of the server and `down` after it
 * - `stall`: after so many bytes of a direction nothing more arrives, and the connection stays
 * - `slow`: so many bytes per second
 * - `corrupt`: the byte at this place is another one
 * - `half-open`: after so many bytes of a direction the other end is as good as gone: nothing arrives in either
 *   direction, and nobody is told
 */
export type LineFault =
  | { readonly kind: 'close' }
  | {
      readonly kind: 'cut';
      readonly direction: Direction;
      readonly afterBytes: number;
      readonly isInOrder?: boolean;
    }
  | { readonly kind: 'stall'; readonly direction: Direction; readonly afterBytes: number }
  | { readonly kind: 'slow'; readonly direction: Direction; readonly bytesPerSecond: number }
  | { readonly kind: 'corrupt'; readonly direction: Direction; readonly atByte: number }
  | { readonly kind: 'half-open'; readonly direction: Direction; readonly afterBytes: number };

/** A fault, and what it waits for. */
export interface LineRule {
  readonly fault: LineFault;
  /** The requests that end with this path; connections, unless set (and always for `close`). */
  readonly path?: string;
  /** So many that fit are let through before; 0 unless set. */
  readonly skip?: number;
  /** It is played so often; once unless set, `Infinity` for ever. */
  readonly times?: number;
}

export interface FaultyLine {
  /** Without a trailing slash: takes the place of the server's address. */
  readonly url: string;
  /** Waits to be played. */
  break(rule: LineRule): void;
  /** Nothing is to be broken any more: what is stalled, slow or half-open is cut, and the next connection is good. */
  mend(): void;
  /** How often each kind was played. */
  readonly played: ReadonlyMap<LineFault['kind'], number>;
  /** The connections that are open now. */
  readonly connections: number;
  /** What waits to be played is not played any more. */
  calm(): void;
  close(): Promise<void>;
}

interface Waiting extends LineRule {
  left: number;
  toSkip: number;
}

const REQUEST_LINE = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/;

/** A connection as it is handled. */
class Connection {
  readonly up: LineDirection;
  readonly down: LineDirection;
  isBroken = false;
  /** It ends with the answer to one request. */
  #isOfRequest = false;

  constructor(
    readonly client: Socket,
    readonly server: Socket,
    private readonly meet: (path: string) => LineFault | null,
  ) {
    const end = (isInOrder: boolean) => this.end(isInOrder);
    const silence = () => this.silence();
    this.up = new LineDirection({
      from: client,
      to: server,
      end,
      silence,
      before: (chunk) => this.#request(chunk),
    });
    this.down = new LineDirection({ from: server, to: client, end, silence });
    for (const socket of [client, server]) socket.on('end', () => this.#leave(socket));
  }

  /** Who has gone waits for nothing that is held back; the other end hears of it, unless the line is half open. */
  #leave(socket: Socket): void {
    if (this.up.isSilent && this.down.isSilent) socket.destroy();
    else if (this.up.isSilent || this.down.isSilent) this.end();
  }

  get isOpen(): boolean {
    return !this.client.destroyed || !this.server.destroyed;
  }

  play(fault: LineFault, isOfRequest = false): void {
    if (fault.kind === 'close') return;
    this.#isOfRequest = isOfRequest;
    this.isBroken = true;
    this[fault.direction].fault = fault;
  }

  /** Neither end is told anything any more. */
  silence(): void {
    for (const way of [this.up, this.down]) way.isSilent = true;
  }

  end(isInOrder = false): void {
    for (const socket of [this.client, this.server]) {
      if (isInOrder) socket.end();
      else if (!socket.destroyed) socket.resetAndDestroy();
    }
  }

  /** Without pipelining, a request begins with the chunk that holds its first line. */
  #request(chunk: Buffer): void {
    const [, path] = REQUEST_LINE.exec(chunk.toString('latin1', 0, 300)) ?? [];
    if (path === undefined) return;
    const fault = this.meet(path);
    if (fault || this.#isOfRequest) for (const way of [this.up, this.down]) way.restart();
    this.isBroken &&= !this.#isOfRequest;
    if (fault) this.play(fault, true);
  }
}

/** A line to a server at `http://host:port`. */
export async function startFaultyLine(target: string): Promise<FaultyLine> {
  const { hostname, port } = new URL(target);
  const connections = new Set<Connection>();
  const played = new Map<LineFault['kind'], number>();
  let waiting: Waiting[] = [];

  /** The first rule that fits, counted as played. */
  const take = (fits: (rule: LineRule) => boolean): LineFault | null => {
    const rule = waiting.find((candidate) => fits(candidate) && candidate.toSkip-- <= 0);
    if (!rule) return null;
    rule.left -= 1;
    waiting = waiting.filter(({ left }) => left > 0);
    played.set(rule.fault.kind, (played.get(rule.fault.kind) ?? 0) + 1);
    return rule.fault;
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const fault = take(({ path }) => path === undefined);
    if (fault?.kind === 'close') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection = new Connection(client, upstream, (path) =>
      take((rule) => rule.path !== undefined && path.endsWith(rule.path)),
    );
    connections.add(connection);
    for (const socket of [client, upstream])
      socket.once('close', () => connection.isOpen || connections.delete(connection));
    if (fault) connection.play(fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the line has no address');

  return {
    url: `http://127.0.0.1:${address.port}`,
    played,
    get connections() {
      return connections.size;
    },
    calm: () => void (waiting = []),
    break: (rule) => void waiting.push({ ...rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 }),
    mend() {
      waiting = [];
      for (const connection of connections) if (connection.isBroken) connection.end();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const connection of connections) connection.end();
      await closed;
    },
  };
}
