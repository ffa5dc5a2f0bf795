import { LosslessNumber, stringify } from 'lossless-json';
import { plainAmount } from '../payment/index.js';
import { resultOf } from './answer.js';
import { ServiceError } from './errors.js';
import { FieldError } from './fields.js';
import { parseCreatedInvoice, parseInvoice, prefixedId } from './invoice.js';
import { causeSummary, post, wasNeverConnected } from './post.js';
import type { CreateInvoiceRequest, Invoice, ServiceClient } from './types.js';

export interface ServiceClientOptions {
  /** The service's base address: `https:`, or `http:` on this machine. */
  readonly url: string;
  /** The project's API key ("Authentication"). */
  readonly apiKey: string;
  /** The store identifier from the account. */
  readonly shopId: string;
  /** For tests, and for runtimes with a `fetch` of their own. */
  readonly fetch?: typeof fetch;
  /** For a whole call, from the connection to the last byte; 20 s unless set. */
  readonly timeoutMs?: number;
  /** More than this is no answer; 4 MiB unless set. */
  readonly maxResponseBytes?: number;
}

/** "Limits": at most 100 identifiers per information request. */
const IDS_PER_CALL = 100;

/**
 * The payment service's API v2. Every call throws `ServiceError`, and nothing of the key gets into one.
 * @throws {TypeError} when an option cannot be right; the message names the remedy
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const baseUrl = checkedUrl(options.url);
  const apiKey = checkedKey(options.apiKey);
  if (options.shopId === '') throw new TypeError('shopId is empty: give the store identifier of the account');
  const postOptions = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    apiKey,
    timeoutMs: options.timeoutMs ?? 20_000,
    maxResponseBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
  } satisfies Parameters<typeof post>[2];

  async function call<T>(
    operation: string,
    path: string,
    body: object,
    parse: (result: unknown) => T,
  ): Promise<T> {
    const text = stringify(body) ?? '';
    const answer = await post(`${baseUrl}${path}`, text, postOptions).catch((error: unknown) => {
      const code = wasNeverConnected(error) ? 'unreachable' : 'unavailable';
      throw new ServiceError(code, operation, { cause: causeSummary(error) });
    });
    const result = resultOf(operation, answer, apiKey);
    try {
      return parse(result);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      throw new ServiceError('bad_answer', operation, { cause: error, status: answer.status });
    }
  }

  return {
    async createInvoice(request) {
      const body = creationBody(options.shopId, request);
      try {
        return await call('create invoice', '/v2/invoice/create', body, parseCreatedInvoice);
      } catch (error) {
        throw mayHaveWorked(error) ? lost(error) : error;
      }
    },

    async invoices(ids) {
      const wanted = [...new Set(ids.map(prefixedId))];
      const found = new Map<string, Invoice>();
      for (let start = 0; start < wanted.length; start += IDS_PER_CALL) {
        const uuids = wanted.slice(start, start + IDS_PER_CALL);
        const parse = (result: unknown) => parseBatch(result, new Set(uuids));
        const batch = await call('invoice information', '/v2/invoice/merchant/info', { uuids }, parse);
        for (const invoice of batch) found.set(invoice.id, invoice);
      }
      return found;
    },

    async cancelInvoice(id) {
      const body = { uuid: prefixedId(id) };
      await call('cancel invoice', '/v2/invoice/merchant/canceled', body, parseCancellation);
    },
  };
}

/** "Create invoice": the optional parameters of the payment are inside `add_fields`. */
function creationBody(shopId: string, request: CreateInvoiceRequest): object {
  const addFields = {
    ...(request.lifetime && { time_to_pay: request.lifetime }),
    ...(request.availableCurrencies && { available_currencies: request.availableCurrencies }),
    ...(request.cryptocurrency !== undefined && { cryptocurrency: request.cryptocurrency }),
  };
  return {
    shop_id: shopId,
    amount: new LosslessNumber(plainAmount(request.amount)),
    currency: request.currency,
    order_id: request.orderId,
    email: request.email,
    add_fields: Object.keys(addFields).length > 0 ? addFields : undefined,
  };
}

/**
 * The wanted invoices of one answer. One that cannot be read is left out, so that it does not hide the news of 99
 * others; an answer with nothing readable in it is refused.
 * @throws {FieldError}
 */
function parseBatch(result: unknown, wanted: ReadonlySet<string>): readonly Invoice[] {
  if (!Array.isArray(result)) throw new FieldError('result');
  const invoices: Invoice[] = [];
  let unreadable: unknown;
  for (const entry of result) {
    try {
      const invoice = parseInvoice(entry);
      if (wanted.has(invoice.id)) invoices.push(invoice);
    } catch (error) {
      unreadable = error;
    }
  }
  if (unreadable !== undefined && invoices.length === 0) throw unreadable;
  return invoices;
}

/** "Cancel invoice": the result is a list with the text `ok`. */
function parseCancellation(result: unknown): void {
  if (!Array.isArray(result) || !result.includes('ok')) throw new FieldError('result');
}

function mayHaveWorked(error: unknown): error is ServiceError {
  return error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'bad_answer');
}

function lost(error: ServiceError): ServiceError {
  const { operation, status, retryAfterMs, serviceText } = error;
  return new ServiceError('lost_answer', operation, { cause: error, status, retryAfterMs, serviceText });
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const remedy = 'give the base address of the payment service';
  if (!url) throw new TypeError(`url is not an address: ${remedy}, such as https://pay.example`);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isSafe) {
    throw new TypeError(
      `url "${url.origin}" would send the key unprotected: use https:, or http: on localhost only`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(`url of "${url.origin}" holds more than host and path: ${remedy} alone`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Checked here, since an error of `fetch` about a forbidden character would quote the whole header. */
function checkedKey(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey is empty or holds a character that no key has: copy it again from the account');
}
