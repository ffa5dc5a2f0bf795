import type { Invoice, ServiceClient } from '../../service/node.js';
import { ServiceError } from '../../service/node.js';
import { isLoopback } from '../../service/options.js';
import { describeError } from '../base/exit.js';
import { hasAccount, parseTestMode, optional, serviceClient } from '../base/environment.js';
import { shownServiceUrl } from '../base/service-url.js';
import type { Terminal } from '../base/terminal.js';
import type { Finding } from './finding.js';
import { blocked, skipped, ok, warning, failed } from './finding.js';
import { checkPrice } from './price.js';

/** The service reports its time in whole seconds, and the response takes a while to arrive. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;
const RECENT_MS = 29 * 86_400_000;

/** Times of the last response. */
interface LastResponse {
  readonly dateMs: number | null;
  readonly atMs: number;
}

export interface ServiceCheckOptions {
  /** Create an invoice, and cancel it. */
  readonly create: boolean;
}

/** Checks whether the service is reachable, accepts the key, agrees on the time and reads prices as we do. */
export async function checkService(
  terminal: Terminal,
  { create }: ServiceCheckOptions,
): Promise<readonly Finding[]> {
  if (!hasAccount(terminal) || optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') === undefined) {
    return skippedChecks(['service', 'API key', 'clock', 'test mode', 'shop id and price']);
  }
  const probe = new Probe(terminal);
  const failure = await probe.ask((client) => client.balances());
  if (failure instanceof TypeError) return skippedChecks(['service', 'API key']);
  const findings = [
    reachable(terminal, probe.answered, failure),
    apiKey(probe.answered, failure),
    clock(probe.answered),
  ];
  if (failure !== null) return [...findings, ...skippedChecks(['test mode', 'shop id and price'])];
  const priceFindings = create
    ? await checkPrice(serviceClient(terminal), terminal)
    : [skipped('shop id and price', 'use --create to create an invoice of 1.00 EUR and cancel it')];
  return [...findings, await probe.mode(), ...priceFindings];
}

function skippedChecks(checks: readonly string[]): readonly Finding[] {
  return checks.map(blocked);
}

class Probe {
  #answered: LastResponse | null = null;
  readonly #client: () => ServiceClient;

  constructor(private readonly terminal: Terminal) {
    this.#client = () =>
      serviceClient(terminal, async (input, init) => {
        const response = await fetch(input, init);
        const dateMs = Date.parse(response.headers.get('date') ?? '');
        this.#answered = { dateMs: Number.isNaN(dateMs) ? null : dateMs, atMs: terminal.nowMs() };
        return response;
      });
  }

  /** Also set when the response was an error. */
  get answered(): LastResponse | null {
    return this.#answered;
  }

  /** @returns the error of the call, or null */
  async ask(call: (client: ServiceClient) => Promise<unknown>): Promise<Error | null> {
    try {
      await call(this.#client());
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Reads the mode from the newest invoice: only invoices carry it. */
  async mode(): Promise<Finding> {
    const isAccepted = parseTestMode(this.terminal);
    if (isAccepted === null) return blocked('test mode');
    try {
      const newest = await newestInvoice(this.#client(), this.terminal.nowMs());
      if (isAccepted && newest?.testMode !== false && this.terminal.env['NODE_ENV'] === 'production') {
        const remedy = 'unset CRYPTO_CHECKOUT_TEST_MODE before you sell, or goods are delivered unpaid';
        return warning('test mode', 'test payments pay orders, and NODE_ENV is production', remedy);
      }
      if (newest === null) return skipped('test mode', 'no invoice in the last 30 days to read it from');
      return modeFinding(newest.testMode, isAccepted);
    } catch (error) {
      return failed(
        'test mode',
        describeError(error, this.terminal.env).message,
        'fix this, then run doctor again',
      );
    }
  }
}

async function newestInvoice(client: ServiceClient, nowMs: number): Promise<Invoice | null> {
  const period = { start: new Date(nowMs - RECENT_MS), end: new Date(nowMs) };
  for await (const invoice of client.listInvoices(period)) return invoice;
  return null;
}

function modeFinding(isTest: boolean, isAccepted: boolean): Finding {
  if (isTest === isAccepted) {
    return ok(
      'test mode',
      isTest ? 'the account and the proxy are in test mode: no real money moves' : 'real money',
    );
  }
  return isTest
    ? failed(
        'test mode',
        'the account is in test mode, and the proxy ignores test payments',
        'set CRYPTO_CHECKOUT_TEST_MODE=1 for tests, or ask the service to activate the account',
      )
    : failed(
        'test mode',
        'the proxy accepts test payments, and the account is live',
        'unset CRYPTO_CHECKOUT_TEST_MODE',
      );
}

function reachable(terminal: Terminal, answered: LastResponse | null, failure: Error | null): Finding {
  if (answered === null) {
    const cause = failure?.cause instanceof Error ? failure.cause.message : '';
    const reason = /\b[A-Z][A-Z\d_]{4,}\b/.exec(cause)?.[0];
    const url = shownServiceUrl(terminal.env) ?? 'it';
    if (reason === 'BAD_PORT') {
      const remedy = 'use another port in CRYPTO_CHECKOUT_SERVICE_URL';
      return failed('service', `the port of ${url} is blocked by Node`, remedy);
    }
    const remedy =
      URL.canParse(url) && isLoopback(new URL(url).hostname)
        ? 'start the sandbox (npx crypto-checkout sandbox), or check CRYPTO_CHECKOUT_SERVICE_URL'
        : 'check CRYPTO_CHECKOUT_SERVICE_URL, the network, and the certificate of the service';
    return failed('service', `no response from ${url}${reason === undefined ? '' : ` (${reason})`}`, remedy);
  }
  const isStrange = failure instanceof ServiceError && failure.code !== 'unauthorized';
  if (isStrange) {
    const remedy =
      failure.code === 'invalid_response' ? 'check CRYPTO_CHECKOUT_SERVICE_URL' : 'try again in a minute';
    return failed('service', `error response: ${describeError(failure, terminal.env).message}`, remedy);
  }
  return ok('service', 'reachable');
}

function apiKey(answered: LastResponse | null, failure: Error | null): Finding {
  if (failure === null) return ok('API key', 'accepted');
  if (answered && failure instanceof ServiceError && failure.code === 'unauthorized') {
    return failed(
      'API key',
      'rejected',
      'copy it again from the account; the withdrawal key is a different key',
    );
  }
  return blocked('API key');
}

function clock(answered: LastResponse | null): Finding {
  if (answered === null) return blocked('clock');
  if (answered.dateMs === null) return skipped('clock', 'the service sends no Date header');
  const differenceMs = answered.atMs - answered.dateMs;
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return ok('clock', `within ${Math.max(1, seconds)} s`);
  return failed(
    'clock',
    `this machine is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} the service`,
    'synchronize its clock with NTP: deadlines and signatures depend on it; the clock of a sandbox may have been moved',
  );
}
