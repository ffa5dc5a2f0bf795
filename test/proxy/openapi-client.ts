import { MERCHANT_SECRET } from '../merchant/staff.js';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openApi } from '../../.config/build/openapi.js';
import { PROBLEMS } from '../../src/protocol/index.js';
import type { Checkout, ProblemCode } from '../../src/protocol/index.js';
import { matchRoute } from '../../src/proxy/http/routes.js';
import type { Order } from '../../src/proxy/index.js';
import { createCustomerToken } from '../../src/proxy/domain/shop-tokens.js';
import { faultsOf } from './openapi-validator.js';
import type { Described, Schema } from './openapi-validator.js';
import type { CallOptions, TestEnvironment } from './test-environment.js';
import { json, orderToken, SECRETS, startProxy, startService, startEnvironment } from './test-environment.js';

export const api = await described31();
export const { schemas } = api.components;
export const UNKNOWN = 'A'.repeat(32);
export const secret = SECRETS.orderSecret;

async function described31(): Promise<Described> {
  const text = JSON.stringify(await openApi());
  const value: Described = JSON.parse(text);
  return value;
}

const codeOf = new Map(Object.keys(PROBLEMS).map((code) => [code, code]));
export const isCode = (value: unknown): value is ProblemCode =>
  typeof value === 'string' && codeOf.has(value);
export const codesOf = (schema: Schema): readonly ProblemCode[] =>
  (schema.allOf ?? []).flatMap(({ properties }) => (properties?.['code']?.enum ?? []).filter(isCode));

/** All responses so far, in the notation of `described`. */
export const answered = new Set<string>();

/** Sends a request, and checks the response against the description. */
export async function send(
  environment: TestEnvironment,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  return check(method, path, await environment.call(method, path, options));
}

export async function check(method: string, path: string, response: Response): Promise<Response> {
  const name = matchRoute(path.split('?')[0] ?? '', method)?.path ?? '';
  const operation = api.paths[name.replace(/:(\w+)/, '{$1}')]?.[method.toLowerCase()];
  const described = operation?.responses[String(response.status)];
  const line = `${method} ${name} ${response.status}`;
  if (!described) throw new Error(`${line} is not described: ${await response.clone().text()}`);
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const content = described.content?.[mediaType.replace(/^image\/.*/, 'image/*')];
  assert.equal(content === undefined, mediaType === '', `${line} with ${mediaType}`);
  if (!mediaType.endsWith('json')) answered.add(line);
  else {
    const body: unknown = await response.clone().json();
    assert.deepEqual(faultsOf(body, content?.schema ?? {}, schemas), [], line);
    const isProblem = mediaType === 'application/problem+json';
    answered.add(isProblem ? `${line} ${(await json<{ code: string }>(response.clone())).code}` : line);
  }
  return response;
}

export const post = (environment: TestEnvironment, path: string, body: unknown) =>
  send(environment, 'POST', path, { body });

export async function opened(environment: TestEnvironment, order: Partial<Order> = {}): Promise<Checkout> {
  return json<Checkout>(await post(environment, '/checkouts', { order: await orderToken(order) }));
}

export const choose = (environment: TestEnvironment, id: string, currency = 'USDT_TRC20') =>
  post(environment, `/checkouts/${id}/invoice`, { currency });

export async function customer(environment: TestEnvironment, name = 'c-7'): Promise<string> {
  return createCustomerToken(name, { secret, clock: environment.sandbox.clock });
}

export async function openWallet(
  environment: TestEnvironment,
  currency = 'USDT_TRC20',
  name?: string,
): Promise<Response> {
  return post(environment, '/deposit-addresses', { customer: await customer(environment, name), currency });
}

export async function codes(answers: readonly Promise<Response>[]): Promise<readonly string[]> {
  const responses = await Promise.all(answers);
  return Promise.all(responses.map(async (response) => (await json<{ code: string }>(response)).code));
}

/** The last of several consecutive calls, one more than the limit allows. */
export async function limited(
  t: TestContext,
  calls: (environment: TestEnvironment) => readonly (() => Promise<Response>)[],
) {
  const rateLimits = { requestsPerMinute: 1, streamsPerClient: 1 };
  const merchant = { secrets: [MERCHANT_SECRET] };
  const environment = await startEnvironment(t, {
    ...{
      isIdle: true,
      proxy: { rateLimits, metrics: true, merchant, publicUrl: 'https://shop.example/pay' },
    },
  });
  const statuses = [];
  for (const call of calls(environment)) statuses.push((await call()).status);
  assert.equal(statuses.at(-1), 429);
}

export async function tampered(t: TestContext, tamper: (url: string, answer: Response) => Promise<Response>) {
  const sandbox = await startService();
  t.after(() => sandbox.close());
  const { apiKey, shopId } = SECRETS;
  const send: typeof fetch = async (input, init) => tamper(String(input), await fetch(input, init));
  return startProxy(t, sandbox, {
    isIdle: true,
    proxy: { service: { url: sandbox.url, apiKey, shopId, testMode: true, fetch: send } },
  });
}
