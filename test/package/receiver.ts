import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import Database from 'libsql';
import type { OrderEvent, WebhookEvent } from '../../src/proxy/index.js';
import { until } from '../until.js';
import { paidEvent } from '../server-example/paid-event.js';
import { fileOf } from './docs-text.js';
import { freePort } from '../free-port.js';
import { root } from './readme-text.js';
import { collectText } from '../collect-text.js';

/** A server of the docs, as a shop starts it. */
export interface ServerSample {
  readonly name: string;
  /** Writes the files of the sample into an empty folder. */
  readonly install: (folder: string, port: number) => void;
  readonly command: (port: number) => readonly [string, ...string[]];
}

/** A webhook receiver of the docs. */
export interface Sample extends ServerSample {
  /** Peak of memory, in megabytes above that of an idle receiver, while a client sends bodies of 100 MB. */
  readonly extraMb: number;
  /** Creates the shop's database. Default: `shop.sqlite` in the folder of the sample. */
  readonly createDatabase?: () => Promise<ShopDatabase>;
}

/** A database of a shop that is no file. */
export interface ShopDatabase {
  /** Tell the sample where it is. */
  readonly variables: NodeJS.ProcessEnv;
  readonly open: (t: TestContext) => Promise<Books>;
}

type Row = readonly unknown[];

/** The database of a shop, as a test reads and changes it. */
export interface Books {
  /** Runs a query. @returns its rows */
  readonly select: (sql: string) => Promise<readonly Row[]>;
  /** Runs other statements. */
  readonly run: (sql: string) => Promise<void>;
  /** A query for the columns of all tables, each as table.column. */
  readonly columns: string;
}

export interface Receiver {
  readonly url: string;
  /** With the shop's database. */
  readonly folder: string;
  readonly output: () => string;
  readonly isAlive: () => boolean;
  readonly peakMb: () => number;
  /** The shop's own order. */
  readonly sells: (id: string, amount?: string, currency?: string) => Promise<void>;
  /** The ids of the orders that were shipped, one for each shipment. */
  readonly shipments: () => Promise<readonly string[]>;
  /** The ids of the events that require a review, sorted. */
  readonly reviews: () => Promise<readonly string[]>;
  /** The money of each invoice: its order, its id, then received = applied + owed + reserved + refunded + dismissed. */
  readonly ledger: () => Promise<readonly string[]>;
  readonly books: Books;
}

export const SECRET = secretOf(32, 7);
export const OTHER_SECRET = secretOf(32, 8);

export function secretOf(bytes: number, fill = 7): string {
  return `whsec_${Buffer.alloc(bytes, fill).toString('base64')}`;
}

/** The tables of a shop. */
export const TABLES = /create table[^`]+/.exec(fileOf('fulfill.js'))?.[0] ?? '';

/** After a rotation a comma is left behind the last secret. */
const SETTINGS = { CRYPTO_CHECKOUT_WEBHOOK_SECRET: `${OTHER_SECRET}, ${SECRET},` };

interface Started {
  readonly folder: string;
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

interface Place {
  /** Default: an empty one. */
  readonly folder?: string;
  /** Default: a free one. */
  readonly port?: number;
}

/** Returns an empty folder inside the package, so that its own name resolves to the build. */
function emptyFolder(): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return mkdtempSync(join(root, '.cache', 'receiver-'));
}

export async function startSample(
  t: TestContext,
  sample: ServerSample,
  variables: NodeJS.ProcessEnv,
  { folder = emptyFolder(), port }: Place = {},
): Promise<Started> {
  port ??= await freePort();
  sample.install(folder, port);
  const [command, ...args] = sample.command(port);
  const env = {
    ...process.env,
    CRYPTO_CHECKOUT_TEST_MODE: '',
    PORT: String(port),
    EVENTS_PORT: String(port),
    ...variables,
  };
  const child = spawn(command, args, { cwd: folder, env });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const output = collectText(child.stdout, child.stderr);
  return { folder, url: `http://127.0.0.1:${port}/`, child, output };
}

export async function startReceiver(
  t: TestContext,
  sample: Sample,
  variables: NodeJS.ProcessEnv = {},
): Promise<Receiver> {
  const database = await sample.createDatabase?.();
  const started = await startSample(t, sample, { ...SETTINGS, ...database?.variables, ...variables });
  const { folder, url, child, output } = started;
  // It needs nothing from the shop, and the receiver creates its tables.
  const expired = { type: 'checkout.expired', fulfill: false, testMode: true };
  const first = signed(realEvent('A-0', 'evt_0', expired));
  await until(
    () => post(url, first),
    `${sample.name} takes events`,
    (status) => status === 204 || !isAlive(child),
  );
  assert.ok(isAlive(child), output());
  const books = database ? await database.open(t) : sqliteBooks(openBooks(t, folder));
  const texts = async (sql: string) => (await books.select(sql)).map(([text]) => String(text));
  return {
    url,
    folder,
    output,
    books,
    isAlive: () => isAlive(child),
    peakMb: () => peakMb(child.pid ?? 0),
    sells: (id, amount = '49.00', currency = 'EUR') =>
      books.run(`insert into orders values ('${id}', '${amount}', '${currency}')`),
    shipments: () => texts('select order_id from shipments order by number'),
    reviews: () => texts('select event_id from reviews order by event_id'),
    ledger: () => texts(LEDGER),
  };
}

const LEDGER = `select order_id || ' ' || invoice_id || ' ' || received || ' = ' || applied || ' + ' || owed || ' + '
  || reserved || ' + ' || refunded || ' + ' || dismissed from ledger where order_id <> 'A-0' order by invoice_id`;

/** The database of a shop from the docs, in its folder. */
export function openBooks(t: TestContext, folder: string): Database.Database {
  const books = new Database(join(folder, 'shop.sqlite'));
  t.after(() => books.close());
  // The shop may be writing.
  books.exec('pragma busy_timeout = 10000');
  return books;
}

export const SQLITE_COLUMNS = `select tables.name || '.' || columns.name
  from sqlite_schema tables, pragma_table_info(tables.name) columns where tables.type = 'table'`;

function sqliteBooks(database: Database.Database): Books {
  return {
    select: async (sql) => database.prepare(sql).raw().all() as readonly Row[],
    run: async (sql) => void database.exec(sql),
    columns: SQLITE_COLUMNS,
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** The peak memory of a process; without /proc, its current memory. */
export function peakMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1024;
}

/** The events of the proxy for real money. */
export function realEvent(orderId: string, id: string, changes: object = {}): OrderEvent {
  return Object.assign(paidEvent(orderId, id), { testMode: false }, changes);
}

export interface Signing {
  /** The raw key, for signatures with keys that no secret may have. */
  readonly key?: Buffer;
  /** Seconds from now. */
  readonly age?: number;
}

export type Headers = Readonly<Record<string, string>>;

export function signed(
  event: WebhookEvent,
  { key = keyOf(SECRET), age = 0 }: Signing = {},
): { readonly headers: Headers; readonly body: string } {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace('whsec_', ''), 'base64');
}

/** The status of the response; 0 if the receiver has cut the connection. */
export async function post(url: string, request: { headers: Headers; body: string }): Promise<number> {
  const signal = AbortSignal.timeout(10_000);
  return (await fetch(url, { method: 'POST', signal, ...request }).catch(() => null))?.status ?? 0;
}

/** Begins a request, and then sends nothing for the rest of the test. */
export async function beginRequest(t: TestContext, url: string, contentLength: string): Promise<void> {
  const { headers } = signed(realEvent('A-0', 'evt_begun'));
  const lines = Object.entries({ ...headers, 'host': 'shop', 'content-length': contentLength }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(`POST / HTTP/1.1\r\n${lines.join('')}\r\n{"id"`, resolve));
}

interface Upload {
  readonly bytes: number;
  readonly declares: boolean;
  /** Fewer than announced: the sender aborts the request. */
  readonly sends?: number;
}

/** Sends zeros until the response arrives. @returns its status; 0 if the connection was cut */
function upload(url: string, headers: Headers, { bytes, declares, sends = bytes }: Upload): Promise<number> {
  const length = declares ? { 'content-length': String(bytes) } : {};
  return new Promise((resolve) => {
    const request = httpRequest(url, { method: 'POST', agent: false, headers: { ...headers, ...length } });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.on('error', () => resolve(0));
    request.on('close', () => resolve(0));
    const chunk = Buffer.alloc(65_536);
    let sent = 0;
    const send = (): void => {
      if (request.destroyed) return;
      if (sent === sends) return void (sends < bytes ? request.destroy() : request.end());
      const part = chunk.subarray(0, Math.min(chunk.length, sends - sent));
      sent += part.length;
      // Called when the bytes are on their way: a request that is destroyed before was never sent.
      request.write(part, send);
    };
    send();
  });
}

/** Statuses of a response to a body that is too long; 0 if the connection was cut. */
const REFUSED: readonly number[] = [0, 400, 413];

/** Aborts a few requests, then sends bodies of 100 MB, each with its length and without. */
export async function flood(url: string, headers: Headers, expected = REFUSED): Promise<void> {
  for (const declares of [true, false]) {
    await upload(url, headers, { bytes: 1_000, declares, sends: 500 });
    await upload(url, headers, { bytes: 90_000, declares, sends: 500 });
  }
  for (const declares of [true, false]) {
    const status = await upload(url, headers, { bytes: 100_000_000, declares });
    assert.ok(expected.includes(status), `answered ${status}`);
  }
}
