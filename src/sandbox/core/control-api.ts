import { CURRENCY_CODES, type CurrencyCode, FIAT_CODES, isAmount } from '../../payment/index.js';
import { iso, LAST_MS, MAX_ADVANCE_SECONDS, type MovableClock } from './base/clock.js';
import { CONTROL_PATH, ENDPOINT_PATHS, PAYMENT_PAGES, STALE_PATHS } from './base/endpoint-paths.js';
import type { JsonFields } from './base/fields.js';
import {
  optionalBoolean,
  optionalNumber,
  optionalText,
  parseFields,
  rejectUnknownFields,
  RequestError,
  requiredText,
} from './base/fields.js';
import { json } from './base/reply.js';
import {
  reportBalances,
  reportInvoices,
  reportStatistics,
  reportWallet,
  reportWallets,
  reportWithdrawal,
  reportWithdrawals,
} from './control/account-report.js';
import { FAULT_HINTS, type Faults, parseFault } from './control/faults.js';
import { reportInvoice } from './control/invoice-report.js';
import type { RequestLog } from './control/request-log.js';
import type { Invoice } from './ledger/invoice.js';
import type { MerchantAccount } from './ledger/merchant-account.js';
import { payableIn, sameCurrency } from './ledger/quote.js';
import type { StaticWallet } from './ledger/static-wallet.js';
import { INVOICE_STATUSES } from './ledger/statistics.js';
import { type PageFiles, pageAsset } from './page/assets.js';
import { handlePaymentPage } from './payment-page-handler.js';
import type { Postbacks } from './postbacks/postbacks.js';
import { POSTBACK_FORMATS } from './postbacks/settings.js';
import { optionalCoinAmount, parseCreateRequest, parseCurrencyCode } from './requests.js';
import type { WireOptions } from './wire/formats.js';

export interface ControlApiOptions {
  readonly account: MerchantAccount;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly postbacks: Postbacks;
  readonly shopId: string;
  readonly wire: WireOptions;
  readonly page: PageFiles;
}

/** The known values, for the forms of the page. */
const CHOICES = {
  fiatCodes: FIAT_CODES,
  currencyCodes: CURRENCY_CODES,
  faults: Object.entries(FAULT_HINTS).map(([kind, hint]) => ({ kind, hint })),
  endpoints: ENDPOINT_PATHS,
  staleEndpoints: STALE_PATHS,
  postbackFormats: POSTBACK_FORMATS,
  statuses: INVOICE_STATUSES,
};

type Handler = (fields: JsonFields, query: URLSearchParams) => object;

/**
 * Creates the control API for people and tests, below `/_sandbox`. For an invalid request, it returns `{error}`. Paths begin with
 * `/_sandbox` and have no trailing slash.
 */
export function createControlApi(options: ControlApiOptions) {
  const { account, clock, faults, requests, postbacks, shopId, wire, page } = options;
  const { ledger, wallets, withdrawals } = account;
  const now = () => ({ now: iso(clock.nowMs()) });
  const report = (id: string) => ({ invoice: reportInvoice(ledger.find(id), clock.nowMs()) });

  /** Returns the numbers of changes: little data, since the page polls it every second. */
  function state(): object {
    const changes = {
      books: account.changes,
      faults: faults.changes,
      requests: requests.changes,
      postbacks: postbacks.changes,
    };
    return { ...now(), shopId, statistics: reportStatistics(account), changes };
  }

  /** Accepts the body of "Create invoice", with an optional `shop_id`. */
  function create(fields: JsonFields): object {
    return report(ledger.create(parseCreateRequest({ shop_id: shopId, ...fields }, shopId)).id);
  }

  function cancel(fields: JsonFields): object {
    const id = requiredText(fields, 'uuid');
    ledger.cancel(id);
    return report(id);
  }

  function pay(fields: JsonFields): object {
    rejectUnknownFields(fields, ['uuid', 'address', 'currency', 'amount', 'confirm']);
    const code = optionalText(fields, 'currency');
    const wanted = code === undefined ? undefined : parseCurrencyCode(code);
    const wallet = wallets.findByAddress(optionalText(fields, 'address') ?? '');
    if (wallet) return deposit(fields, wallet, wanted);
    const invoice = payee(fields);
    const currency = payableIn(invoice, wanted, clock.nowMs());
    const units = optionalCoinAmount(fields, currency);
    const confirmed = optionalBoolean(fields, 'confirm') ?? true;
    ledger.choose(invoice.id, currency.code);
    const { id } = ledger.pay(invoice.id, { units, confirmed });
    return { transaction: id, ...report(invoice.id) };
  }

  function deposit(fields: JsonFields, wallet: StaticWallet, wanted: CurrencyCode | undefined): object {
    const { address } = wallet;
    sameCurrency(wallet.currency, wanted, `the static wallet ${address} is for`);
    if (optionalText(fields, 'uuid') !== undefined)
      throw new RequestError(
        `address ${address} belongs to a static wallet. Send the address without a uuid.`,
      );
    if (optionalBoolean(fields, 'confirm') === false)
      throw new RequestError(
        'confirm is false, but deposits to a static wallet are always confirmed. Omit it.',
      );
    const units = optionalCoinAmount(fields, wallet.currency);
    if (units === undefined)
      throw new RequestError(
        `amount is missing, and nothing is due on the static wallet ${address}. Send an amount.`,
      );
    const { id } = wallets.deposit(wallet, units);
    return { transaction: id, wallet: reportWallet(wallets.findByAddress(address) ?? wallet) };
  }

  function payee(fields: JsonFields): Invoice {
    const address = optionalText(fields, 'address');
    const id = optionalText(fields, 'uuid');
    if (address === undefined) {
      if (!id) throw new RequestError('uuid and address are missing. Send one of them.');
      return ledger.find(id);
    }
    const invoice = ledger.findByAddress(address);
    if (id === undefined || ledger.find(id).id === invoice.id) return invoice;
    throw new RequestError(`address ${address} belongs to ${invoice.id}, not to ${id}. Send one of the two.`);
  }

  function confirm(fields: JsonFields): object {
    rejectUnknownFields(fields, ['uuid', 'transaction', 'byHand']);
    const id = requiredText(fields, 'uuid');
    const transaction = optionalText(fields, 'transaction');
    const byHand = optionalBoolean(fields, 'byHand') ?? false;
    const withdrawal = withdrawals.records.find(id);
    if (withdrawal) return { withdrawal: reportWithdrawal(withdrawals.finish(withdrawal)) };
    if (byHand && transaction !== undefined)
      throw new RequestError('transaction and byHand are both set. Send one of them.');
    if (byHand) ledger.confirmByHand(id);
    else ledger.confirm(id, transaction);
    return report(id);
  }

  function advance(fields: JsonFields): object {
    const seconds = optionalNumber(fields, 'advance', 0, MAX_ADVANCE_SECONDS);
    if (seconds === undefined) throw new RequestError('advance is missing. Send a number of seconds.');
    if (clock.nowMs() + seconds * 1000 > LAST_MS)
      throw new RequestError(`advance ${seconds} leads beyond the year 9999. Start a new sandbox.`);
    clock.advance(seconds);
    return now();
  }

  const handlers = new Map<string, Handler>([
    ['GET /state', state],
    ['GET /choices', () => CHOICES],
    ['GET /invoices', (_, query) => ({ ...now(), ...reportInvoices(account, query) })],
    ['POST /invoices', create],
    ['POST /cancellations', cancel],
    ['GET /wallets', () => ({ ...now(), ...reportWallets(account) })],
    ['GET /withdrawals', () => ({ ...now(), ...reportWithdrawals(account) })],
    ['GET /balances', () => ({ ...now(), ...reportBalances(account) })],
    ['POST /payments', pay],
    ['POST /confirmations', confirm],
    ['POST /clock', advance],
    ['GET /faults', () => ({ faults: faults.pending })],
    ['POST /faults', (fields) => ({ faults: faults.add(parseFault(fields)) })],
    ['DELETE /faults', () => ({ faults: faults.clear() })],
    ['GET /requests', (_, query) => requests.toJson(parseLast(query), parseBodies(query))],
    ['DELETE /requests', () => requests.clear()],
    ['GET /postbacks', (_, query) => postbacks.toJson(parseLast(query), parseBodies(query))],
    ['POST /postbacks', (fields) => postbacks.change(fields)],
  ]);
  const known = [...handlers.keys()].map((key) => key.replace('/', `${CONTROL_PATH}/`)).join(', ');

  return ({ method, url: address }: Request, path: string, body: string): Response => {
    const url = new URL(address);
    const name = path.slice(CONTROL_PATH.length);
    if (path.startsWith(`${PAYMENT_PAGES}/`) && (method === 'GET' || method === 'POST')) {
      const id = path.slice(PAYMENT_PAGES.length + 1);
      return handlePaymentPage(id, method === 'GET' ? null : body, ledger, wire);
    }
    const asset = method === 'GET' ? pageAsset(page, name, url) : null;
    if (asset) return asset;
    try {
      const handler = handlers.get(`${method} ${name}`);
      if (!handler) throw new RequestError(`${method} ${path} is unknown. Use ${known}.`, 404);
      return json(handler(parseFields(body), url.searchParams));
    } catch (error) {
      if (error instanceof RequestError) return json({ error: error.message }, error.status);
      throw error;
    }
  };
}

function parseLast(query: URLSearchParams): number | undefined {
  const last = query.get('last');
  if (last === null) return undefined;
  if (isAmount(last) && Number.isSafeInteger(Number(last))) return Number(last);
  throw new RequestError(`last is ${last}. Send the maximum number of requests.`);
}

function parseBodies(query: URLSearchParams): 'json' | 'text' {
  const bodies = query.get('bodies') ?? 'json';
  if (bodies === 'json' || bodies === 'text') return bodies;
  throw new RequestError(`bodies is ${bodies}. Send json or text.`);
}
