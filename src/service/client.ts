import { LosslessNumber, stringify } from 'lossless-json';
import { plainAmount } from '../payment/index.js';
import { parseBalances, parseStatistics } from './account.js';
import { successOf } from './answer.js';
import { ServiceError } from './errors.js';
import type { Fields } from './fields.js';
import { FieldError } from './fields.js';
import { parseCreatedInvoice, parseInvoice, prefixedId } from './invoice.js';
import { listed, pageOf, readable } from './list.js';
import type { ServiceClientOptions } from './options.js';
import { checkedKey, checkedUrl } from './options.js';
import { dayRange } from './period.js';
import { causeSummary, post, wasNeverConnected } from './post.js';
import { checkedWalletRequest, parseCreatedWallet, parseWallet, walletEntries } from './static-wallet.js';
import type { CreateInvoiceRequest, Invoice, ServiceClient } from './types.js';

export type { ServiceClientOptions } from './options.js';

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
    body: object | undefined,
    parse: (result: unknown, envelope: Fields) => T,
  ): Promise<T> {
    const text = body && stringify(body);
    const answer = await post(`${baseUrl}${path}`, text, postOptions).catch((error: unknown) => {
      const code = wasNeverConnected(error) ? 'unreachable' : 'unavailable';
      throw new ServiceError(code, operation, { cause: causeSummary(error) });
    });
    const envelope = successOf(operation, answer, apiKey);
    try {
      return parse(envelope['result'], envelope);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      throw new ServiceError('bad_answer', operation, { cause: error, status: answer.status });
    }
  }

  const createOnce: typeof call = async (...creation) => {
    try {
      return await call(...creation);
    } catch (error) {
      throw mayHaveWorked(error) ? lost(error) : error;
    }
  };

  return {
    async createInvoice(request) {
      const body = creationBody(options.shopId, request);
      return createOnce('create invoice', '/v2/invoice/create', body, parseCreatedInvoice);
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

    listInvoices(period) {
      const days = dayRange(period);
      const parse = (result: unknown, envelope: Fields) =>
        pageOf(result, parseInvoice, envelope['all_count']);
      return listed('list invoices', (operation, place) =>
        call(operation, '/v2/invoice/merchant/list', { ...days, ...place }, parse),
      );
    },

    async statistics(period) {
      return call('statistics', '/v2/invoice/merchant/statistics', dayRange(period), parseStatistics);
    },

    async balances() {
      return call('balances', '/v2/merchant/wallet/balance/all', undefined, parseBalances);
    },

    async createStaticWallet(request) {
      const { currency, customer } = checkedWalletRequest(request);
      const body = { shop_id: options.shopId, currency, identify: customer };
      const parse = (result: unknown) => parseCreatedWallet(result, request);
      return createOnce('create static wallet', '/v2/invoice/static/create', body, parse);
    },

    listStaticWallets(period) {
      const days = { shop_id: options.shopId, ...dayRange(period) };
      const parse = (result: unknown) => pageOf(walletEntries(result), parseWallet);
      return listed('list static wallets', (operation, place) =>
        call(operation, '/v2/invoice/static/list', { ...days, ...place }, parse),
      );
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

/** The wanted invoices of one answer. @throws {FieldError} as `readable` */
function parseBatch(result: unknown, wanted: ReadonlySet<string>): readonly Invoice[] {
  return readable(result, parseInvoice, ({ id }) => wanted.has(id));
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
