import { LosslessNumber } from 'lossless-json';
import { plainAmount } from '../payment/index.js';
import {
  parseBalances,
  parseCreatedWallet,
  parseStatistics,
  parseWallet,
  validateWalletRequest,
  walletEntries,
} from './account.js';
import { createCalls, type ServiceCall } from './calls.js';
import { FieldError } from './fields.js';
import { hasMoreMoney, idOf, parseCreatedInvoice, parseInvoice, prefixedId } from './invoice.js';
import { byId, type Page, pageOf, paginate, parseEntries } from './pagination.js';
import { type ServiceClientOptions, validateAttempts, validateKey } from './options.js';
import type { HttpTransport } from './transport.js';
import type { CreateInvoiceRequest, Invoice, Period, ServiceClient, StaticWallet } from './types.js';

/** Service doc, "Limits". */
const IDS_PER_CALL = 100;

/** Creates the client on a transport. */
export function serviceClientOver(send: HttpTransport, options: ServiceClientOptions): ServiceClient {
  const { shopId, attempts = 3 } = options;
  const key = validateKey(options.apiKey, 'apiKey');
  const calls = createCalls(options, { send, key, attempts: validateAttempts(attempts) });
  if (typeof shopId !== 'string' || shopId === '')
    throw new TypeError(
      `shopId is ${shopId === '' ? 'empty' : 'missing'}. Use the store identifier of the account.`,
    );

  return {
    async createInvoice(request) {
      const body = creationBody(shopId, request);
      const path = '/v2/invoice/create';
      return calls.createOnce(
        { operation: 'create invoice', path, body, parse: parseCreatedInvoice },
        'Search the list of invoices for its order_id before you send it again.',
      );
    },

    async invoices(ids, onUnreadable) {
      const requested = [...new Set(ids.map(prefixedId))];
      const found = new Map<string, Invoice>();
      for (let start = 0; start < requested.length; start += IDS_PER_CALL) {
        const uuids = requested.slice(start, start + IDS_PER_CALL);
        const isReported = (entry: unknown, error: unknown) => {
          const id = idOf(entry);
          if (!onUnreadable || id === null || !uuids.includes(id)) return false;
          onUnreadable(id, error instanceof FieldError ? error.message : 'result');
          return true;
        };
        const returned = await calls.read({
          operation: 'invoice information',
          path: '/v2/invoice/merchant/info',
          body: { uuids },
          parse: (result) => parseEntries(result, parseInvoice, ({ id }) => uuids.includes(id), isReported),
        });
        const batch = byId(returned, hasMoreMoney);
        for (const id of uuids) {
          const invoice = batch.get(id);
          if (invoice) found.set(id, invoice);
        }
      }
      return found;
    },

    async cancelInvoice(id) {
      const body = { uuid: prefixedId(id) };
      const path = '/v2/invoice/merchant/canceled';
      await calls.sendOnce({ operation: 'cancel invoice', path, body, parse: parseCancellation });
    },

    listInvoices(period, onUnreadable) {
      const call: ServiceCall<Page<Invoice>> = {
        operation: 'list invoices',
        path: '/v2/invoice/merchant/list',
        body: dayRange(period),
        parse: (result, envelope) =>
          pageOf(result, parseInvoice, { isReported: !!onUnreadable, total: envelope['all_count'] }),
      };
      return paginate(calls, call, { isMore: hasMoreMoney, onUnreadable });
    },

    async statistics(period) {
      const body = dayRange(period);
      const path = '/v2/invoice/merchant/statistics';
      return calls.read({ operation: 'statistics', path, body, parse: parseStatistics });
    },

    async balances() {
      const path = '/v2/merchant/wallet/balance/all';
      return calls.read({ operation: 'balances', path, parse: parseBalances });
    },

    async createStaticWallet(request) {
      const { currency, customer } = validateWalletRequest(request);
      return calls.createOnce(
        {
          operation: 'create static wallet',
          path: '/v2/invoice/static/create',
          body: { shop_id: shopId, currency, identify: customer },
          parse: (result) => parseCreatedWallet(result, request),
        },
        'Search the list of static wallets for its customer before you send it again.',
      );
    },

    listStaticWallets(period, onUnreadable) {
      const call: ServiceCall<Page<StaticWallet>> = {
        operation: 'list static wallets',
        path: '/v2/invoice/static/list',
        body: { shop_id: shopId, ...dayRange(period) },
        parse: (result) => pageOf(walletEntries(result), parseWallet, { isReported: !!onUnreadable }),
      };
      return paginate(calls, call, { onUnreadable });
    },
  };
}

/** Rejects `None`, which the service returns for a missing id (service doc, "Invoice"). @throws {TypeError} */
function validateOrderId(orderId: string | undefined): string | undefined {
  if (orderId === undefined || !['', 'None'].includes(orderId.trim())) return orderId;
  throw new TypeError(
    `orderId "${orderId}" is empty or "None", which the service treats as missing. Use the order id of the shop, or omit it.`,
  );
}

/** Rejects numbers, which untyped code may pass: they are not exact. @throws {TypeError} */
function validateAmount(amount: unknown): string {
  if (typeof amount === 'string') return plainAmount(amount);
  throw new TypeError(`amount is ${String(amount)}. Use decimal text, such as "49.00".`);
}

/** Returns the body of "Create invoice", with the optional parameters inside `add_fields`. */
function creationBody(shopId: string, request: CreateInvoiceRequest): object {
  const addFields = {
    ...(request.lifetime && { time_to_pay: request.lifetime }),
    ...(request.availableCurrencies && { available_currencies: request.availableCurrencies }),
    ...(request.cryptocurrency !== undefined && { cryptocurrency: request.cryptocurrency }),
  };
  return {
    shop_id: shopId,
    amount: new LosslessNumber(validateAmount(request.amount)),
    currency: request.currency,
    order_id: validateOrderId(request.orderId),
    email: request.email,
    add_fields: Object.keys(addFields).length > 0 ? addFields : undefined,
  };
}

/** Parses "Cancel invoice": `ok`, or a list that contains it. @throws {FieldError} */
function parseCancellation(result: unknown): void {
  if (result !== 'ok' && !(Array.isArray(result) && result.includes('ok'))) throw new FieldError('result');
}

/**
 * Formats a period as `dd.mm.yyyy` (service doc, "Conventions for every endpoint").
 * @throws {TypeError} if a date is invalid, or `start` is a later day than `end`
 */
function dayRange({ start, end }: Period): { readonly start: string; readonly end: string } {
  const [first, last] = [isoDay(start, 'start'), isoDay(end, 'end')];
  if (first > last) {
    throw new TypeError(`start ${first} is later than end ${last}. Use the earlier day as start.`);
  }
  return { start: dotted(first), end: dotted(last) };
}

/** Returns the day as `yyyy-mm-dd`, which sorts as text. @throws {TypeError} */
function isoDay(date: Date, name: string): string {
  const iso = Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
  const day = /^(\d{4}-\d\d-\d\d)T/.exec(iso)?.[1];
  if (day !== undefined) return day;
  throw new TypeError(`${name} is not a date of the years 0 to 9999 (${iso}). Use a Date.`);
}

function dotted(isoDay: string): string {
  return isoDay.split('-').reverse().join('.');
}
