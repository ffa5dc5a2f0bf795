import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import type { ChangeNotifier } from './engine.js';

const CHANNEL = 'crypto_checkout';
/** Delay before reconnecting. */
const RETRY_DELAY_MS = 1000;

/**
 * Notifications by NOTIFY, and by LISTEN on a separate connection. Failures are silent: behind a transaction pooler and
 * during an outage of the database there are no notifications.
 */
export class PostgresNotifications implements ChangeNotifier {
  readonly #stopping = new AbortController();
  #socket: Socket | undefined;
  #listening: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    /** Returns an unconnected client that uses this socket. */
    private readonly clientOver: (socket: Socket) => Client,
  ) {}

  async notifyChanged(ids: readonly string[]): Promise<void> {
    const text = 'select pg_notify($1, id) from unnest($2::text[]) as id';
    await this.pool.query(text, [CHANNEL, ids]).catch(() => undefined);
  }

  onChange(listener: (id: string) => void): void {
    this.#listening ??= this.#listen(listener);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    // Not `client.end()`: while the client is still connecting, its promise would never settle.
    this.#socket?.destroy();
    await this.#listening;
  }

  async #listen(listener: (id: string) => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(listener).catch(() => undefined);
      await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves or rejects when the connection is lost. */
  async #listenOnce(listener: (id: string) => void): Promise<void> {
    // Listening must not keep the process alive.
    const socket = new Socket().unref();
    this.#socket = socket;
    const client = this.clientOver(socket);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => socket.destroy());
    client.on('notification', ({ payload }) => listener(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await ended;
    } finally {
      socket.destroy();
    }
  }
}
