import { ENDPOINT_PATHS, PATHS } from './base/endpoint-paths.js';
import { type JsonFields, optionalTexts, parseFields, RequestError, requiredText } from './base/fields.js';
import { badRequest, json, unauthorized } from './base/reply.js';
import type { Invoice } from './ledger/invoice.js';
import type { MerchantAccount } from './ledger/merchant-account.js';
import { EVERYTHING, type RecordView } from './ledger/records.js';
import { statisticsOf } from './ledger/statistics.js';
import type { Withdrawal } from './ledger/withdrawal.js';
import {
  ANY_DAY,
  parseCreateRequest,
  parseOpenPeriod,
  parsePage,
  parsePeriod,
  parseWalletRequest,
  parseWithdrawalRequest,
  requireOwnShop,
} from './requests.js';
import { balanceToWire, statisticsToWire, walletToWire } from './wire/funds-wire.js';
import type { WireOptions } from './wire/formats.js';
import {
  createdInvoiceToWire,
  createdWithdrawalToWire,
  invoiceToWire,
  withdrawalToWire,
} from './wire/record-wire.js';

export interface ServiceApiOptions {
  readonly apiKey: string;
  readonly withdrawalKey: string;
  readonly shopId: string;
  readonly wire: WireOptions;
}

export interface ServiceCall {
  /** Without a trailing slash. */
  readonly path: string;
  readonly method: string;
  /** The `Authorization` header. */
  readonly authorization: string | null;
  readonly body: string;
  /** Origin of the URL that was called. */
  readonly origin: string;
  /** Whether to return the state before the last change. */
  readonly stale: boolean;
}

/** Returns the fields of a successful response, except `status`. */
type Endpoint = (fields: JsonFields, call: ServiceCall) => { result: object; all_count?: number };

/** Service doc, "Limits", invoice information. */
const MAX_IDS = 100;

/**
 * Creates the simulated API of the payment service. For an invalid request, it returns an error as in the service document.
 */
export function createServiceApi(
  account: MerchantAccount,
  { apiKey, withdrawalKey, shopId, wire }: ServiceApiOptions,
): (call: ServiceCall) => Response {
  const { ledger, wallets, withdrawals } = account;

  const recordToWire = ({ record, atMs }: RecordView<Invoice | Withdrawal>): object =>
    record.type === 'dw' ? withdrawalToWire(record, wire) : invoiceToWire(record, atMs, wire);

  const endpoints: Readonly<Record<string, Endpoint>> = {
    [PATHS.create]: (fields, { origin }) => {
      const invoice = ledger.create(parseCreateRequest(fields, shopId));
      return { result: createdInvoiceToWire(invoice, origin, wire) };
    },
    [PATHS.info]: (fields, { stale }) => {
      const ids = optionalTexts(fields, 'uuids');
      if (!ids) throw new RequestError('uuids is missing. Send a list of invoice ids.');
      if (ids.length > MAX_IDS)
        throw new RequestError(`uuids contains ${ids.length} ids. Send at most ${MAX_IDS}.`);
      const views = ids.map((id) => account.view(id, stale));
      const found = new Map(views.map((view) => [view.record.id, recordToWire(view)]));
      return { result: [...found.values()] };
    },
    [PATHS.cancel]: (fields) => {
      ledger.cancel(requiredText(fields, 'uuid'));
      return { result: ['ok'] };
    },
    [PATHS.list]: (fields, { stale }) => {
      const period = parsePeriod(fields);
      const views = account.newest(period, parsePage(fields), stale);
      return { result: views.map(recordToWire), all_count: account.count(period) };
    },
    // Without withdrawals.
    [PATHS.statistics]: (fields, { stale }) => {
      const period = parsePeriod(fields);
      const previous = stale && statisticsOf(ledger.records.newest(period, EVERYTHING, stale));
      return { result: statisticsToWire(previous || ledger.statistics(period)) };
    },
    [PATHS.balances]: (_, { stale }) => ({ result: account.balances.list(stale).map(balanceToWire) }),
    [PATHS.openWallet]: (fields) => {
      const { identify, currency } = parseWalletRequest(fields, shopId);
      return { result: walletToWire(wallets.open(identify, currency)) };
    },
    [PATHS.listWallets]: (fields) => {
      requireOwnShop(fields, shopId);
      const found = wallets.newest(parseOpenPeriod(fields, ANY_DAY), parsePage(fields));
      return { result: { staticWallets: found.map(walletToWire) } };
    },
    [PATHS.withdraw]: (fields) => {
      const withdrawal = withdrawals.create(parseWithdrawalRequest(fields));
      return { result: createdWithdrawalToWire(withdrawal, wire) };
    },
  };

  /** Handles calls of the previous API version. Service doc, "Versioning", describes only the response to a wrong key. */
  function handlePreviousVersion({ path, authorization }: ServiceCall): Response {
    if (!carriesKey(authorization, apiKey))
      return json({ message: 'Unauthenticated: the token is not valid' }, 401);
    return json({ message: `${path} is not simulated. Use the endpoints below /v2/.` }, 404);
  }

  return (call) => {
    const { path, method, authorization, body } = call;
    if (/^\/v1(?:\/|$)/.test(path)) return handlePreviousVersion(call);
    const endpoint = endpoints[path];
    if (!endpoint)
      return badRequest(`${path} is not an endpoint. Use one of ${ENDPOINT_PATHS.join(', ')}.`, 404);
    if (method !== 'POST') return badRequest(`${method} is not allowed. Use POST.`, 405);
    if (!carriesKey(authorization, path === PATHS.withdraw ? withdrawalKey : apiKey)) return unauthorized();
    try {
      // Service doc, "Balances": "No body".
      const fields = path === PATHS.balances ? {} : parseFields(body);
      return json({ status: 'success', ...endpoint(fields, call) });
    } catch (error) {
      if (error instanceof RequestError) return badRequest(error.message, error.status);
      throw error;
    }
  };
}

/** Returns whether the header contains the key. The scheme is case-insensitive and followed by spaces (RFC 9110 §11.4). */
function carriesKey(authorization: string | null, key: string): boolean {
  const [, sent] = /^Token +(\S+)$/i.exec(authorization ?? '') ?? [];
  return sent === key;
}
