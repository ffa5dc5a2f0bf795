// A TCP line with faults: it is between the proxy and the service, or between a browser and the proxy.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { LineDirection } from './line-direction.js';
import { portOf } from '../listen.js';

/** Towards the server, or back to the client. */
export type Direction = 'up' | 'down';

/**
 * The fault of a connection. Bytes are counted per direction: from the start of the connection, or of the request
 * and its response if a fault waits for a request.
 *
 * - `close`: reset on connection, before any byte
 * - `cut`: after this number of bytes of a direction both ends are reset (or closed); 0: at its first byte,
 *   which is not forwarded, so that `up` is before the work of the server and `down` after it
 * - `stall`: after this number of bytes of a direction nothing more arrives, and the connection stays open
 * - `slow`: a number of bytes per second
 * - `corrupt`: the byte at this offset is changed
 * - `half-open`: after this number of bytes of a direction the other end is as good as gone: nothing arrives in either
 *   direction, and neither end is notified
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

/** A fault, and its trigger. */
export interface LineRule {
  readonly fault: LineFault;
  /** The requests that end with this path. Default: connections (always for `close`). */
  readonly path?: string;
  /** The number of matching ones that pass before. Default: 0. */
  readonly skip?: number;
  /** The number of times that it is applied. Default: once; `Infinity`: always. */
  readonly times?: number;
}

export interface FaultyLine {
  /** Without a trailing slash; replaces the server's address. */
  readonly url: string;
  /** Adds a pending fault. */
  break(rule: LineRule): void;
  /** Repairs the line: stalled, slow or half-open connections are cut, and the next connection works. */
  repair(): void;
  /** The number of applied faults of each kind. */
  readonly played: ReadonlyMap<LineFault['kind'], number>;
  /** The open connections. */
  readonly connections: number;
  /** Removes the pending faults. */
  calm(): void;
  close(): Promise<void>;
}

interface Waiting extends LineRule {
  left: number;
  toSkip: number;
}

const REQUEST_LINE = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/;

/** The state of a connection. */
class Connection {
  readonly up: LineDirection;
  readonly down: LineDirection;
  isBroken = false;
  /** Whether it ends with the response to one request. */
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

  /** Data held back for an end that has left is dropped; the other end is notified, unless the line is half open. */
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

  /** Neither end receives anything any more. */
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

  /** The first matching rule, counted as applied. */
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

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    played,
    get connections() {
      return connections.size;
    },
    calm: () => void (waiting = []),
    break: (rule) => void waiting.push({ ...rule, left: rule.times ?? 1, toSkip: rule.skip ?? 0 }),
    repair() {
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
