import {
  BALANCES_PATH,
  CANCEL_PATH,
  CREATE_PATH,
  ENDPOINT_PATHS,
  INFO_PATH,
  LIST_PATH,
  LIST_WALLETS_PATH,
  OPEN_WALLET_PATH,
  STATISTICS_PATH,
  WITHDRAW_PATH,
} from './base/endpoint-paths.js';
import type { JsonFields } from './base/fields.js';
import { optionalTexts, parseFields, RequestError, requiredText } from './base/fields.js';
import type { MerchantAccount } from './ledger/merchant-account.js';
import type { Invoice } from './ledger/invoice.js';
import type { RecordView } from './ledger/records.js';
import { statisticsOf } from './ledger/statistics.js';
import type { Withdrawal } from './ledger/withdrawal.js';
import { json } from './base/reply.js';
import {
  parseCreateRequest,
  parseWalletRequest,
  parseWithdrawalRequest,
  requireOwnShop,
} from './requests/create-request.js';
import { EVERYTHING } from './ledger/timeline.js';
import { ANY_DAY, parseOpenPeriod, parsePage, parsePeriod } from './requests/list-request.js';
import { badRequest, previousVersionError, unauthorized } from './wire/errors.js';
import { balanceToWire, statisticsToWire, walletToWire } from './wire/funds-wire.js';
import { createdInvoiceToWire, invoiceToWire } from './wire/invoice-wire.js';
import type { WireOptions } from './wire/project-wire.js';
import { createdWithdrawalToWire, withdrawalToWire } from './wire/withdrawal-wire.js';

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
  /** Return the state before the last change. */
  readonly stale: boolean;
}

/** The members of a successful response beside `status`. */
interface Envelope {
  readonly result: object;
  readonly all_count?: number;
}

type Endpoint = (call: ServiceCall) => Envelope;

/** Service doc, "Limits", invoice information. */
const MAX_IDS = 100;

/** The simulated API of the payment service. */
export class ServiceApi {
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(
    private readonly account: MerchantAccount,
    private readonly options: ServiceApiOptions,
  ) {
    this.#endpoints = new Map<string, Endpoint>([
      [CREATE_PATH, (call) => this.#create(parseFields(call.body), call.origin)],
      [INFO_PATH, (call) => this.#info(parseFields(call.body), call.stale)],
      [CANCEL_PATH, (call) => this.#cancel(parseFields(call.body))],
      [LIST_PATH, (call) => this.#list(parseFields(call.body), call.stale)],
      [STATISTICS_PATH, (call) => this.#statistics(parseFields(call.body), call.stale)],
      // Service doc: "No body". A body is ignored.
      [BALANCES_PATH, (call) => this.#balances(call.stale)],
      [OPEN_WALLET_PATH, (call) => this.#openWallet(parseFields(call.body))],
      [LIST_WALLETS_PATH, (call) => this.#listWallets(parseFields(call.body))],
      [WITHDRAW_PATH, (call) => this.#withdraw(parseFields(call.body))],
    ]);
  }

  /** Returns errors of the caller as responses in the form of the service document. */
  answer(call: ServiceCall): Response {
    if (/^\/v1(?:\/|$)/.test(call.path)) return this.#answerPrevious(call);
    try {
      return json({ status: 'success', ...this.#endpoint(call)(call) });
    } catch (error) {
      if (error instanceof Unauthorized) return unauthorized();
      if (error instanceof RequestError) return badRequest(error.message, error.status);
      throw error;
    }
  }

  /** Service doc, "Versioning", describes only the response of the previous version to an incorrect key. */
  #answerPrevious({ path, authorization }: ServiceCall): Response {
    if (!carriesKey(authorization, this.options.apiKey))
      return previousVersionError('Unauthenticated: the token is not valid', 401);
    return previousVersionError(`${path} is not simulated. Use the endpoints below /v2/.`, 404);
  }

  #endpoint({ path, method, authorization }: ServiceCall): Endpoint {
    const endpoint = this.#endpoints.get(path);
    if (!endpoint)
      throw new RequestError(`${path} is not an endpoint. Use one of ${ENDPOINT_PATHS.join(', ')}.`, 404);
    if (method !== 'POST') throw new RequestError(`${method} is not allowed. Use POST.`, 405);
    const { apiKey, withdrawalKey } = this.options;
    if (!carriesKey(authorization, path === WITHDRAW_PATH ? withdrawalKey : apiKey)) throw new Unauthorized();
    return endpoint;
  }

  #create(fields: JsonFields, origin: string): Envelope {
    const invoice = this.account.ledger.create(parseCreateRequest(fields, this.options.shopId));
    return { result: createdInvoiceToWire(invoice, origin, this.options.wire) };
  }

  #info(fields: JsonFields, stale: boolean): Envelope {
    const ids = optionalTexts(fields, 'uuids');
    if (!ids) throw new RequestError('uuids is missing. Send a list of invoice ids.');
    if (ids.length > MAX_IDS)
      throw new RequestError(`uuids holds ${ids.length} ids. Send at most ${MAX_IDS}.`);
    const views = ids.map((id) => this.account.view(id, stale));
    const found = new Map(views.map((view) => [view.record.id, this.#wire(view)]));
    return { result: [...found.values()] };
  }

  #wire({ record, atMs }: RecordView<Invoice | Withdrawal>): object {
    return record.type === 'dw'
      ? withdrawalToWire(record, this.options.wire)
      : invoiceToWire(record, atMs, this.options.wire);
  }

  #cancel(fields: JsonFields): Envelope {
    this.account.ledger.cancel(requiredText(fields, 'uuid'));
    return { result: ['ok'] };
  }

  #list(fields: JsonFields, stale: boolean): Envelope {
    const period = parsePeriod(fields);
    const views = this.account.newest(period, parsePage(fields), stale);
    return { result: views.map((view) => this.#wire(view)), all_count: this.account.count(period) };
  }

  /** Withdrawals do not count. */
  #statistics(fields: JsonFields, stale: boolean): Envelope {
    const { ledger } = this.account;
    const period = parsePeriod(fields);
    const statistics = stale
      ? statisticsOf(ledger.records.newest(period, EVERYTHING, stale))
      : ledger.statistics(period);
    return { result: statisticsToWire(statistics) };
  }

  #balances(stale: boolean): Envelope {
    return { result: this.account.balances.list(stale).map(balanceToWire) };
  }

  #openWallet(fields: JsonFields): Envelope {
    const { identify, currency } = parseWalletRequest(fields, this.options.shopId);
    return { result: walletToWire(this.account.wallets.open(identify, currency)) };
  }

  #listWallets(fields: JsonFields): Envelope {
    requireOwnShop(fields, this.options.shopId);
    const wallets = this.account.wallets.newest(parseOpenPeriod(fields, ANY_DAY), parsePage(fields));
    return { result: { staticWallets: wallets.map(walletToWire) } };
  }

  #withdraw(fields: JsonFields): Envelope {
    const withdrawal = this.account.withdrawals.create(parseWithdrawalRequest(fields));
    return { result: createdWithdrawalToWire(withdrawal, this.options.wire) };
  }
}

class Unauthorized extends Error {}

/** The scheme is case-insensitive and followed by spaces (RFC 9110 §11.4). */
function carriesKey(authorization: string | null, key: string): boolean {
  const [, sent] = /^Token +(\S+)$/i.exec(authorization ?? '') ?? [];
  return sent === key;
}
