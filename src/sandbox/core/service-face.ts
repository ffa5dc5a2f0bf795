import { balancesOf } from './balances.js';
import type { MovableClock } from './clock.js';
import { parseCreateRequest, requireOwnShop } from './create-request.js';
import type { Fields } from './fields.js';
import { optionalTexts, parseFields, Refusal, requiredText } from './fields.js';
import { balanceToWire, walletToWire } from './funds-wire.js';
import type { Invoice } from './invoice.js';
import type { Ledger } from './ledger.js';
import { ANY_DAY, isWithin, pageOf, parseOpenPeriod, parsePage, parsePeriod } from './list-request.js';
import { json } from './reply.js';
import type { StaticWallets } from './static-wallets.js';
import { statisticsOf } from './statistics.js';
import { parseWalletRequest } from './wallet-request.js';
import type { WireOptions } from './wire.js';
import { createdInvoiceToWire, invoiceToWire, statisticsToWire } from './wire.js';

export interface ServiceFaceOptions {
  readonly apiKey: string;
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
  /** Scheme, host and port under which the sandbox was called. */
  readonly origin: string;
  /** Answer with the state before the last change. */
  readonly stale: boolean;
}

/** What stands beside `status` in a successful answer. */
interface Answer {
  readonly result: object;
  readonly all_count?: number;
}

type Endpoint = (fields: Fields, call: ServiceCall) => Answer | Promise<Answer>;

/** "Limits": invoice information. */
const MAX_IDS = 100;

export const CREATE_PATH = '/v2/invoice/create';
export const INFO_PATH = '/v2/invoice/merchant/info';
export const CANCEL_PATH = '/v2/invoice/merchant/canceled';
const LIST_PATH = '/v2/invoice/merchant/list';
const STATISTICS_PATH = '/v2/invoice/merchant/statistics';
const BALANCES_PATH = '/v2/merchant/wallet/balance/all';
const OPEN_WALLET_PATH = '/v2/invoice/static/create';
const LIST_WALLETS_PATH = '/v2/invoice/static/list';
export const ENDPOINT_PATHS: readonly string[] = [
  CREATE_PATH,
  INFO_PATH,
  CANCEL_PATH,
  LIST_PATH,
  STATISTICS_PATH,
  BALANCES_PATH,
  OPEN_WALLET_PATH,
  LIST_WALLETS_PATH,
];

/** The payment service's own interface. */
export class ServiceFace {
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(
    private readonly ledger: Ledger,
    private readonly wallets: StaticWallets,
    private readonly clock: MovableClock,
    private readonly options: ServiceFaceOptions,
  ) {
    this.#endpoints = new Map<string, Endpoint>([
      [CREATE_PATH, (fields, { origin }) => this.#create(fields, origin)],
      [INFO_PATH, (fields, { stale }) => this.#info(fields, stale)],
      [CANCEL_PATH, (fields) => this.#cancel(fields)],
      [LIST_PATH, (fields) => this.#list(fields)],
      [STATISTICS_PATH, (fields) => this.#statistics(fields)],
      [BALANCES_PATH, () => this.#balances()],
      [OPEN_WALLET_PATH, (fields) => this.#openWallet(fields)],
      [LIST_WALLETS_PATH, (fields) => this.#listWallets(fields)],
    ]);
  }

  /** Never rejects for what the caller sent: every refusal is an answer of the document's form. */
  async answer(call: ServiceCall): Promise<Response> {
    try {
      const answer = await this.#endpoint(call)(parseFields(call.body), call);
      return json({ status: 'success', ...answer });
    } catch (error) {
      if (error instanceof Unauthorized) return unauthorized();
      if (error instanceof Refusal) return refused(error.message, error.status);
      throw error;
    }
  }

  #endpoint({ path, method, authorization }: ServiceCall): Endpoint {
    const endpoint = this.#endpoints.get(path);
    if (!endpoint)
      throw new Refusal(`${path} is not an endpoint here: use one of ${ENDPOINT_PATHS.join(', ')}`, 404);
    if (method !== 'POST') throw new Refusal(`${method} is not answered here: use POST`, 405);
    if (authorization !== `Token ${this.options.apiKey}`) throw new Unauthorized();
    return endpoint;
  }

  async #create(fields: Fields, origin: string): Promise<Answer> {
    const invoice = await this.ledger.create(parseCreateRequest(fields, this.options.shopId));
    return { result: createdInvoiceToWire(invoice, origin, this.options.wire) };
  }

  #info(fields: Fields, stale: boolean): Answer {
    const ids = optionalTexts(fields, 'uuids');
    if (!ids) throw new Refusal('uuids is missing: give a list of invoice ids');
    if (ids.length > MAX_IDS) throw new Refusal(`uuids holds ${ids.length} ids: give at most ${MAX_IDS}`);
    const found = new Map(ids.map((id) => [this.ledger.find(id).id, this.#wire(id, stale)]));
    return { result: [...found.values()] };
  }

  #wire(id: string, stale: boolean): object {
    if (!stale) return invoiceToWire(this.ledger.find(id), this.clock.nowMs(), this.options.wire);
    const { invoice, recordedAtMs } = this.ledger.findFormer(id);
    return invoiceToWire(invoice, recordedAtMs, this.options.wire);
  }

  #cancel(fields: Fields): Answer {
    this.ledger.cancel(requiredText(fields, 'uuid'));
    return { result: ['ok'] };
  }

  #list(fields: Fields): Answer {
    const invoices = this.#invoicesOf(fields);
    const nowMs = this.clock.nowMs();
    const page = pageOf(invoices, parsePage(fields));
    const result = page.map((invoice) => invoiceToWire(invoice, nowMs, this.options.wire));
    return { result, all_count: invoices.length };
  }

  #statistics(fields: Fields): Answer {
    return { result: statisticsToWire(statisticsOf(this.#invoicesOf(fields), this.clock.nowMs())) };
  }

  /** Created in the period that was asked for, newest first. */
  #invoicesOf(fields: Fields): readonly Invoice[] {
    const period = parsePeriod(fields);
    return this.ledger.list().filter(({ createdAtMs }) => isWithin(period, createdAtMs));
  }

  #balances(): Answer {
    return { result: balancesOf(this.ledger.list(), this.wallets.list()).map(balanceToWire) };
  }

  async #openWallet(fields: Fields): Promise<Answer> {
    const { identify, currency } = parseWalletRequest(fields, this.options.shopId);
    return { result: walletToWire(await this.wallets.open(identify, currency)) };
  }

  #listWallets(fields: Fields): Answer {
    requireOwnShop(fields, this.options.shopId);
    const period = parseOpenPeriod(fields, ANY_DAY);
    const wallets = this.wallets.list().filter(({ createdAtMs }) => isWithin(period, createdAtMs));
    return { result: { staticWallets: pageOf(wallets, parsePage(fields)).map(walletToWire) } };
  }
}

class Unauthorized extends Error {}

/** "Authentication": the body for an invalid token. Its HTTP status is not shown in the document. */
export function unauthorized(): Response {
  return json({ status: 'error', result: { authorization: 'Unauthorized: the token is not valid' } }, 401);
}

/** "Errors": the envelope, with the one error key that the document shows. */
function refused(reason: string, status: number): Response {
  return json({ status: 'error', result: { 'Bad request': reason } }, status);
}
