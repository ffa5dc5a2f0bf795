import { compareAmounts } from '../../payment/index.js';
import { type CreatedInvoice, type ServiceClient, ServiceError } from '../../service/node.js';
import { isLoopback } from '../../service/options.js';
import { describeError } from '../base/exit.js';
import {
  hasAccount,
  optional,
  serviceClient,
  redactedServiceUrl,
  faultsIn,
  testMode,
} from '../base/environment.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import { type Finding, blocked, skipped, ok, warning, failed } from './finding.js';

/** The `Date` header has whole seconds, and the response takes time to arrive. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;
/** Same limit as in `ServiceTime`. */
const MAX_DATE_ERROR_MS = 60_000;
const RECENT_MS = 29 * 86_400_000;

/** Times of the last response, which may be an error response. */
interface LastResponse {
  readonly dateMs: number | null;
  readonly atMs: number;
}

/**
 * Checks whether the service is reachable, accepts the key, has the same time, and interprets prices as the proxy does.
 * @param options.create whether to create an invoice and cancel it
 */
export async function checkService(terminal: Terminal, { create }: { readonly create: boolean }) {
  if (!hasAccount(terminal) || optional(terminal, 'CRYPTO_CHECKOUT_SERVICE_URL') === undefined) {
    return ['service', 'API key', 'clock', 'test mode', 'shop id and price'].map(blocked);
  }
  let lastResponse: LastResponse | null = null;
  let failure: unknown = null;
  try {
    const client = serviceClient(terminal, async (input, init) => {
      const response = await fetch(input, init);
      const dateMs = Date.parse(response.headers.get('date') ?? '');
      lastResponse = { dateMs: Number.isNaN(dateMs) ? null : dateMs, atMs: terminal.nowMs() };
      return response;
    });
    await client.balances();
  } catch (error) {
    // `checkVariables` has reported the invalid variable.
    if (error instanceof TypeError) return ['service', 'API key'].map(blocked);
    failure = error;
  }
  const findings = [reachable(terminal, lastResponse, failure), apiKey(lastResponse, failure)];
  if (failure !== null)
    return [...findings, clock(lastResponse), ...['test mode', 'shop id and price'].map(blocked)];
  const client = serviceClient(terminal);
  const withoutCreate = skipped(
    'shop id and price',
    'use --create to create an invoice of 1.00 EUR and cancel it',
  );
  const price = create
    ? await checkPrice(client, terminal)
    : { findings: [withoutCreate], createdAheadMs: null };
  const clockFinding = clock(lastResponse, price.createdAheadMs);
  return [...findings, clockFinding, await checkMode(client, terminal), ...price.findings];
}

/** Compares the mode of the newest invoice with that of the proxy: no other record has a mode. */
async function checkMode(client: ServiceClient, terminal: Terminal): Promise<Finding> {
  if (faultsIn(() => testMode(terminal)).length > 0) return blocked('test mode');
  const isAccepted = testMode(terminal);
  try {
    const isTest = await modeOfNewest(client, terminal.nowMs());
    if (isAccepted && isTest !== false && terminal.env['NODE_ENV'] === 'production') {
      const remedy = 'unset CRYPTO_CHECKOUT_TEST_MODE before you sell, or goods are delivered unpaid';
      return warning('test mode', 'test payments pay orders, and NODE_ENV is production', remedy);
    }
    if (isTest === null) return skipped('test mode', 'no invoice in the last 30 days shows the mode');
    return modeFinding(isTest, isAccepted);
  } catch (error) {
    const { message } = describeError(error, terminal.env);
    return failed('test mode', message, 'fix this, then run doctor again');
  }
}

async function modeOfNewest(client: ServiceClient, nowMs: number): Promise<boolean | null> {
  const period = { start: new Date(nowMs - RECENT_MS), end: new Date(nowMs) };
  for await (const invoice of client.listInvoices(period)) return invoice.testMode;
  return null;
}

function modeFinding(isTest: boolean, isAccepted: boolean): Finding {
  if (isTest && isAccepted)
    return ok('test mode', 'the account and the proxy are in test mode: no real money moves');
  if (isTest) {
    const remedy =
      'set CRYPTO_CHECKOUT_TEST_MODE=1 for tests, or contact the service to activate the account';
    return failed('test mode', 'the account is in test mode, and the proxy ignores test payments', remedy);
  }
  if (isAccepted) {
    const problem = 'the proxy accepts test payments, and the account is live';
    return failed('test mode', problem, 'unset CRYPTO_CHECKOUT_TEST_MODE');
  }
  return ok('test mode', 'real money');
}

function reachable(terminal: Terminal, lastResponse: LastResponse | null, failure: unknown): Finding {
  if (lastResponse === null) {
    const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause.message : '';
    const reason = /\b[A-Z][A-Z\d_]{4,}\b/.exec(cause)?.[0];
    const url = redactedServiceUrl(terminal.env) ?? 'it';
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
  const isUnexpected = failure instanceof ServiceError && failure.code !== 'unauthorized';
  if (isUnexpected) {
    const remedy =
      failure.code === 'invalid_response' ? 'check CRYPTO_CHECKOUT_SERVICE_URL' : 'try again in a minute';
    return failed('service', `error response: ${describeError(failure, terminal.env).message}`, remedy);
  }
  return ok('service', 'reachable');
}

function apiKey(lastResponse: LastResponse | null, failure: unknown): Finding {
  if (failure === null) return ok('API key', 'accepted');
  if (lastResponse && failure instanceof ServiceError && failure.code === 'unauthorized') {
    const remedy = 'copy it again from the account; the withdrawal key is a different key';
    return failed('API key', 'rejected', remedy);
  }
  return blocked('API key');
}

/** Compares the clocks. @param createdAheadMs lead of a new invoice's creation time over this machine; `null` if it is unknown */
function clock(lastResponse: LastResponse | null, createdAheadMs: number | null = null): Finding {
  if (lastResponse === null) return blocked('clock');
  if (lastResponse.dateMs === null) return skipped('clock', 'the service sends no Date header');
  const differenceMs = lastResponse.atMs - lastResponse.dateMs;
  const dateErrorMs = createdAheadMs === null ? 0 : differenceMs + createdAheadMs;
  if (Math.abs(dateErrorMs) > MAX_DATE_ERROR_MS) {
    const difference = `${Math.round(Math.abs(dateErrorMs) / 1000)} s ${dateErrorMs > 0 ? 'behind' : 'ahead of'}`;
    return failed(
      'clock',
      `the Date header of the service is ${difference} the invoices that it creates`,
      'check whether a cache or a proxy in front of the service sends the header: countdowns depend on it',
    );
  }
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return ok('clock', `within ${Math.max(1, seconds)} s`);
  return failed(
    'clock',
    `this machine is ${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} the service`,
    'synchronize its clock with NTP: deadlines and signatures depend on it; the clock of a sandbox may have been moved; use --create to rule out a wrong Date header',
  );
}

/** Not in USD, for which both readings of the document's `amount` agree. */
const PRICE = { amount: '1.00', currency: 'EUR' } as const;

interface PriceCheck {
  readonly findings: readonly Finding[];
  /** Lead of the invoice's creation time over this machine; `null` if it is unknown. */
  readonly createdAheadMs: number | null;
}

/** Creates an invoice, compares its price with the request, and cancels it. */
async function checkPrice(client: ServiceClient, terminal: Terminal): Promise<PriceCheck> {
  const orderId = `doctor-${terminal.nowMs()}`;
  try {
    const invoice = await client.createInvoice({ ...PRICE, orderId });
    const { createdAtMs } = invoice;
    const createdAheadMs = createdAtMs === null ? null : createdAtMs - terminal.nowMs();
    const price = [priceFinding(invoice), await cancel(client, invoice, terminal)];
    return { findings: [ok('shop id', 'accepted'), ...price], createdAheadMs };
  } catch (error) {
    const skippedPrice = skipped('price', 'no invoice was created');
    return { findings: [shopFinding(error, orderId, terminal), skippedPrice], createdAheadMs: null };
  }
}

function priceFinding({ fiatAmount, fiatCurrency }: CreatedInvoice): Finding {
  const isSame = fiatCurrency === PRICE.currency && fiatAmount !== null;
  if (isSame && compareAmounts(fiatAmount, PRICE.amount) === 0) {
    return ok('price', `${PRICE.amount} ${PRICE.currency} is interpreted correctly`);
  }
  return failed(
    'price',
    `${PRICE.amount} ${PRICE.currency} is interpreted as ${fiatAmount ?? 'nothing'} ${escapeControlCharacters(fiatCurrency ?? '')}`.trim(),
    'price orders in USD, or contact the service: the proxy displays no address if the price differs from the order',
  );
}

function shopFinding(error: unknown, orderId: string, { env }: Terminal): Finding {
  const { message } = describeError(error, env);
  if (!(error instanceof ServiceError)) return failed('shop id', message, 'fix this, then run doctor again');
  if (error.code === 'outcome_unknown') {
    return failed(
      'shop id',
      message,
      `find the invoice of order ${orderId} with invoice list, and cancel it`,
    );
  }
  if (error.code === 'refused')
    return failed('shop id', message, 'copy CRYPTO_CHECKOUT_SHOP_ID again from the account');
  return failed('shop id', message, 'try again in a minute');
}

async function cancel(client: ServiceClient, { id }: CreatedInvoice, { env }: Terminal): Promise<Finding> {
  const shownId = escapeControlCharacters(id);
  try {
    await client.cancelInvoice(id);
    return ok('invoice', `${shownId} is canceled`);
  } catch (error) {
    const problem = `${shownId} could not be canceled: ${describeError(error, env).message}`;
    return failed('invoice', problem, `cancel it: crypto-checkout invoice cancel ${id}`);
  }
}
