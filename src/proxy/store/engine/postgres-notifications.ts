import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import type { ChangeNotifier } from './engine.js';

const CHANNEL = 'crypto_checkout';
/** After a connection was lost, or could not be made. */
const RETRY_DELAY_MS = 1000;

/**
 * By NOTIFY, and by a connection of its own that does nothing but LISTEN. It says nothing of how it goes: behind a pooler
 * that gives connections by transaction there is silence, and the same as while the database is away.
 */
export class PostgresNotifications implements ChangeNotifier {
  readonly #stopping = new AbortController();
  #socket: Socket | undefined;
  #listening: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    /** A client that is not connected, over this socket. */
    private readonly clientOver: (socket: Socket) => Client,
  ) {}

  async notifyChanged(ids: readonly string[]): Promise<void> {
    const text = 'select pg_notify($1, id) from unnest($2::text[]) as id';
    await this.pool.query(text, [CHANNEL, ids]).catch(() => undefined);
  }

  onChange(onNews: (id: string) => void): void {
    this.#listening ??= this.#listen(onNews);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    // Not `end` of the client: one that is still connecting would leave who waits for it without an answer.
    this.#socket?.destroy();
    await this.#listening;
  }

  async #listen(onNews: (id: string) => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(onNews).catch(() => undefined);
      await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Until the connection is lost. */
  async #listenOnce(onNews: (id: string) => void): Promise<void> {
    // To listen alone must not keep a process alive.
    const socket = new Socket().unref();
    this.#socket = socket;
    const client = this.clientOver(socket);
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => socket.destroy());
    client.on('notification', ({ payload }) => onNews(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await ended;
    } finally {
      socket.destroy();
    }
  }
}
