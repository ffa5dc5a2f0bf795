import { request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { createPaymentLink } from '../../src/proxy/settings.js';
import { freshStore, SERVER } from '../proxy/test-stores.js';
import { commandLine, ORDER_SECRET, type CommandLine, type Running } from './command-line.js';
import { untilPrinted, proxyUrl } from './program.js';

export const MERCHANT_SECRET = 'planted-merchant-secret-0123456789abcdef';
export const PAYOUT_SECRET = 'planted-payout-secret-0123456789abcdef';

export interface DeskShell extends CommandLine {
  /** The URL of the proxy's base path. */
  readonly base: string;
  /** The link to the payment page of an order. */
  readonly paymentLink: string;
  readonly proxy: Running;
}

/** A command line with a running proxy that serves the staff. */
export async function servedStaff(
  t: TestContext,
  variables: Readonly<Record<string, string>> = {},
): Promise<DeskShell> {
  const shell = await commandLine(t);
  Object.assign(shell.env, {
    PORT: '0',
    CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET,
    CRYPTO_CHECKOUT_TEST_MODE: '1',
    CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
    CRYPTO_CHECKOUT_PUBLIC_URL: 'https://shop.example/crypto-checkout',
    CRYPTO_CHECKOUT_MERCHANT_SECRET: MERCHANT_SECRET,
    ...(SERVER !== undefined && { DATABASE_URL: await freshStore(t) }),
    ...variables,
  });
  const proxy = shell.start(['serve']);
  const base = await proxyUrl(proxy);
  const order = { id: 'A-1', amount: '49', currency: 'EUR' };
  const paymentLink = await createPaymentLink(order, {
    ...{ secret: ORDER_SECRET, baseUrl: 'https://shop.example/crypto-checkout' },
  });
  return { ...shell, base, paymentLink, proxy };
}

export interface Raw {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface RunningDesk {
  readonly running: Running;
  readonly origin: string;
  /** The secret of the printed link. */
  readonly secret: string;
  /** Sends a request as the page does, but for these headers; `null` removes one. */
  readonly call: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string | null>>,
    body?: string,
  ) => Promise<Raw>;
  /** Exchanges the secret of the link. @returns the key of the page */
  readonly open: () => Promise<string>;
  /** A fresh session, and the calls of the page with it. */
  readonly signIn: (key: string) => Promise<string>;
}

/** Starts the desk of a person, and waits for its link. */
export async function startDesk(
  { start, base }: Pick<DeskShell, 'start' | 'base'>,
  person = 'Maja Lind',
  args: readonly string[] = [],
): Promise<RunningDesk> {
  const running = start(['desk', '--person', person, '--url', base, ...args]);
  const link = await untilPrinted(running, /^http:\/\/127\.0\.0\.1:\d+\/#\S+$/m);
  const [origin = '', secret = ''] = link.split('/#');
  const call: RunningDesk['call'] = async (method, path, changes = {}, body) => {
    const page = { 'origin': method === 'POST' ? origin : null, 'sec-fetch-site': 'same-origin' };
    const sent = Object.entries({ ...page, ...changes }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const request = send(origin + path, { method, headers: Object.fromEntries(sent), agent: false });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  };
  return {
    ...{ running, origin, secret, call },
    open: async () => (await call('POST', '/open', {}, secret)).text,
    signIn: async (key) => (await call('POST', '/session', { authorization: `Bearer ${key}` })).text,
  };
}
