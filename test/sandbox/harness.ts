import type { TestContext } from 'node:test';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import { plainAmount } from '../../src/payment/index.js';
import type { SandboxServerOptions } from '../../src/sandbox/index.js';
import { createMovableClock, createSandbox, startSandbox } from '../../src/sandbox/index.js';

export const API_KEY = 'test-key';
export const WITHDRAWAL_KEY = 'test-withdrawal-key';
export const SHOP_ID = 'test-shop';
/** 2026-03-01 12:00:00 UTC. Clocks of these tests are frozen unless a test moves them. */
export const START_MS = Date.UTC(2026, 2, 1, 12);

export type JsonFields = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: JsonFields;
}

export function fieldsOf(value: unknown): JsonFields {
  if (typeof value !== 'object' || value === null) throw new TypeError(`not an object: ${stringify(value)}`);
  return Object.fromEntries(Object.entries(value));
}

/** Returns an amount of a response as plain decimal text. */
export function amountOf(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (!(value instanceof LosslessNumber)) throw new TypeError(`${name} is no number: ${stringify(value)}`);
  return plainAmount(value.value);
}

export function textOf(fields: JsonFields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new TypeError(`${name} is no text: ${stringify(value)}`);
  return value;
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type') === 'application/json';
  return { status, headers, text, body: isJson ? fieldsOf(parse(text)) : {} };
}

/** A merchant with a key, who also controls payments and clock. */
export class Merchant {
  constructor(readonly url: string) {}

  async send(
    path: string,
    body: string | undefined,
    headers: HeadersInit = {},
    method = 'POST',
  ): Promise<Answer> {
    const init = { method, headers: { authorization: `Token ${API_KEY}`, ...headers } };
    return toAnswer(await fetch(`${this.url}${path}`, body === undefined ? init : { ...init, body }));
  }

  call(path: string, body: object): Promise<Answer> {
    return this.send(path, stringify(body) ?? '', { 'content-type': 'application/json' });
  }

  /** Requests an invoice, by default 49 EUR in USDT on TRON. */
  requestInvoice(overrides: JsonFields = {}): Promise<Answer> {
    const addFields = { cryptocurrency: 'USDT_TRC20', time_to_pay: { hours: 0, minutes: 30 } };
    const body = { shop_id: SHOP_ID, amount: 49, currency: 'EUR', order_id: 'A-1001', add_fields: addFields };
    return this.call('/v2/invoice/create', { ...body, ...overrides });
  }

  /** Returns the `result` of a successful creation. */
  async create(overrides: JsonFields = {}): Promise<JsonFields> {
    const answer = await this.requestInvoice(overrides);
    if (answer.status !== 200) throw new Error(answer.text);
    return fieldsOf(answer.body['result']);
  }

  async createId(overrides: JsonFields = {}): Promise<string> {
    return textOf(await this.create(overrides), 'uuid');
  }

  createIn(cryptocurrency: string, amount: string, currency = 'USD'): Promise<JsonFields> {
    return this.create({ amount: new LosslessNumber(amount), currency, add_fields: { cryptocurrency } });
  }

  requestInfo(...uuids: readonly string[]): Promise<Answer> {
    return this.call('/v2/invoice/merchant/info', { uuids });
  }

  async info(uuid: string): Promise<JsonFields> {
    const answer = await this.requestInfo(uuid);
    if (answer.status !== 200 || !Array.isArray(answer.body['result'])) throw new Error(answer.text);
    return fieldsOf(answer.body['result'][0]);
  }

  cancel(uuid: string): Promise<Answer> {
    return this.call('/v2/invoice/merchant/canceled', { uuid });
  }

  requestWithdrawal(body: object): Promise<Answer> {
    const headers = { authorization: `Token ${WITHDRAWAL_KEY}` };
    return this.send('/v2/invoice/api/out/create', stringify(body) ?? '', headers);
  }

  control(method: string, path: string, body?: object, headers: HeadersInit = {}): Promise<Answer> {
    return this.send(`/_sandbox${path}`, body && (stringify(body) ?? ''), headers, method);
  }

  /** Makes a successful control call. */
  async steer(path: string, body: object): Promise<JsonFields> {
    const answer = await this.control('POST', path, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  }

  /** Deposits to a static wallet: a balance without fees. */
  async fund(currency: string, amount: string): Promise<void> {
    const wallet = { shop_id: SHOP_ID, currency, identify: 'saver' };
    const { body } = await this.call('/v2/invoice/static/create', wallet);
    await this.steer('/payments', { address: textOf(fieldsOf(body['result']), 'address'), amount });
  }

  pay(uuid: string, amount?: string, confirm = true): Promise<JsonFields> {
    return this.steer('/payments', { uuid, confirm, ...(amount === undefined ? {} : { amount }) });
  }

  advance(seconds: number): Promise<JsonFields> {
    return this.steer('/clock', { advance: seconds });
  }
}

/** Starts a sandbox with a frozen clock, and closes it after the test. */
export async function openSandbox(
  t: TestContext,
  options: Partial<SandboxServerOptions> = {},
): Promise<Merchant> {
  const clock = createMovableClock(() => START_MS);
  const keys = { apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID };
  const server = await startSandbox({ ...keys, clock, port: 0, ...options });
  t.after(() => server.close());
  return new Merchant(server.url);
}

/** Creates a sandbox without a server, so that concurrent calls reach it at the same time. */
export function openCore(): (path: string, body?: string | URLSearchParams) => Promise<Answer> {
  const sandbox = createSandbox({ apiKey: API_KEY, withdrawalKey: WITHDRAWAL_KEY, shopId: SHOP_ID });
  return async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body };
    const reply = await sandbox.handle(new Request(`http://sandbox.test/_sandbox${path}`, init));
    if (reply.kind !== 'response') throw new Error(reply.kind);
    return toAnswer(reply.response);
  };
}
