import type { CurrencyCode } from '../../payment/index.js';
import { isAmount } from '../../payment/index.js';
import type { MovableClock } from './base/clock.js';
import { LAST_MS, MAX_ADVANCE_SECONDS } from './base/clock.js';
import { AccountReport, walletReport, withdrawalReport } from './control/account-report.js';
import { parseFault } from './control/faults.js';
import type { Faults } from './control/faults.js';
import { CONTROL_PATH, PAYMENT_PAGES } from './base/endpoint-paths.js';
import type { JsonFields } from './base/fields.js';
import {
  optionalBoolean,
  optionalNumber,
  optionalText,
  parseFields,
  RequestError,
  requiredText,
  rejectUnknownFields,
} from './base/fields.js';
import { reportOf, iso } from './control/invoice-report.js';
import { payableIn, sameCurrency } from './ledger/quote.js';
import type { Invoice } from './ledger/invoice.js';
import type { MerchantAccount } from './ledger/merchant-account.js';
import type { Ledger } from './ledger/ledger.js';
import { pageAsset } from './page/assets.js';
import { answerPaymentPage } from './payment-page-handler.js';
import type { Postbacks } from './postbacks/postbacks.js';
import { json } from './base/reply.js';
import type { RequestLog } from './control/request-log.js';
import type { StaticWallet } from './ledger/static-wallet.js';
import type { StaticWallets } from './ledger/static-wallets.js';
import type { WireOptions } from './wire/project-wire.js';
import { optionalCoinAmount, parseCreateRequest, parseCurrencyCode } from './requests/create-request.js';

type Handler = (fields: JsonFields, url: URL) => object;

export interface ControlApiOptions {
  readonly account: MerchantAccount;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly postbacks: Postbacks;
  readonly shopId: string;
  readonly wire: WireOptions;
}

/** The control API for people and tests, below `/_sandbox`. */
export class ControlApi {
  readonly #handlers: ReadonlyMap<string, Handler>;
  private readonly accountReport: AccountReport;
  private readonly ledger: Ledger;
  private readonly wallets: StaticWallets;
  private readonly clock: MovableClock;

  constructor(private readonly options: ControlApiOptions) {
    const { account, clock, faults, requests, postbacks } = options;
    const accountReport = new AccountReport(account, clock);
    this.accountReport = accountReport;
    this.clock = clock;
    this.ledger = account.ledger;
    this.wallets = account.wallets;
    this.#handlers = new Map<string, Handler>([
      ['GET /state', () => this.#state()],
      ['GET /invoices', (_, url) => accountReport.invoices(url.searchParams)],
      ['POST /invoices', (fields) => this.#create(fields)],
      ['POST /cancellations', (fields) => this.#cancel(fields)],
      ['GET /wallets', () => accountReport.wallets()],
      ['GET /withdrawals', () => accountReport.withdrawals()],
      ['GET /balances', () => accountReport.balances()],
      ['POST /payments', (fields) => this.#pay(fields)],
      ['POST /confirmations', (fields) => this.#confirm(fields)],
      ['POST /clock', (fields) => this.#advance(fields)],
      ['GET /faults', () => ({ faults: faults.pending })],
      ['POST /faults', (fields) => this.#addFault(fields)],
      ['DELETE /faults', () => this.#clearFaults()],
      ['GET /requests', (_, url) => requests.toJson(parseLast(url), parseBodies(url))],
      ['DELETE /requests', () => this.#clearRequests()],
      ['GET /postbacks', (_, url) => postbacks.toJson(parseLast(url), parseBodies(url))],
      ['POST /postbacks', (fields) => postbacks.change(fields)],
    ]);
  }

  /** Returns errors of the caller as `{error}`. @param path begins with `/_sandbox`, has no trailing slash */
  answer(request: Request, path: string, body: string): Response {
    const url = new URL(request.url);
    const name = path.slice(CONTROL_PATH.length);
    const { method } = request;
    if (path.startsWith(`${PAYMENT_PAGES}/`) && (method === 'GET' || method === 'POST')) {
      const id = path.slice(PAYMENT_PAGES.length + 1);
      return answerPaymentPage(id, method === 'GET' ? null : body, this.ledger, this.options.wire);
    }
    const asset = method === 'GET' ? pageAsset(name, url) : null;
    if (asset) return asset;
    try {
      const handler = this.#handlers.get(`${method} ${name}`);
      if (!handler) throw new RequestError(`${method} ${path} is unknown. Use ${this.#known()}.`, 404);
      return json(handler(parseFields(body), url));
    } catch (error) {
      if (error instanceof RequestError) return json({ error: error.message }, error.status);
      throw error;
    }
  }

  #known(): string {
    return [...this.#handlers.keys()].map((key) => key.replace('/', `${CONTROL_PATH}/`)).join(', ');
  }

  /** Small enough to be polled every second: it says what has changed. */
  #state(): object {
    const { account, faults, requests, postbacks, shopId } = this.options;
    return {
      now: iso(this.clock.nowMs()),
      shopId,
      statistics: this.accountReport.statistics(),
      changes: {
        books: account.changes,
        faults: faults.changes,
        requests: requests.changes,
        postbacks: postbacks.changes,
      },
    };
  }

  /** Accepts the body of "Create invoice", with an optional `shop_id`. */
  #create(fields: JsonFields): object {
    const { shopId } = this.options;
    const { id } = this.ledger.create(parseCreateRequest({ shop_id: shopId, ...fields }, shopId));
    return { invoice: this.#report(id) };
  }

  #cancel(fields: JsonFields): object {
    const id = requiredText(fields, 'uuid');
    this.ledger.cancel(id);
    return { invoice: this.#report(id) };
  }

  #pay(fields: JsonFields): object {
    rejectUnknownFields(fields, ['uuid', 'address', 'currency', 'amount', 'confirm']);
    const code = optionalText(fields, 'currency');
    const wanted = code === undefined ? undefined : parseCurrencyCode(code);
    const wallet = this.wallets.findByAddress(optionalText(fields, 'address') ?? '');
    if (wallet) return this.#deposit(fields, wallet, wanted);
    const invoice = this.#payee(fields);
    const currency = payableIn(invoice, wanted, this.clock.nowMs());
    const units = optionalCoinAmount(fields, currency);
    const confirmed = optionalBoolean(fields, 'confirm') ?? true;
    this.ledger.choose(invoice.id, currency.code);
    const { id } = this.ledger.pay(invoice.id, { units, confirmed });
    return { transaction: id, invoice: this.#report(invoice.id) };
  }

  #deposit(fields: JsonFields, wallet: StaticWallet, wanted: CurrencyCode | undefined): object {
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
    const { id } = this.wallets.deposit(wallet, units);
    return { transaction: id, wallet: walletReport(this.wallets.findByAddress(address) ?? wallet) };
  }

  #payee(fields: JsonFields): Invoice {
    const address = optionalText(fields, 'address');
    const id = optionalText(fields, 'uuid');
    if (address === undefined) {
      if (!id) throw new RequestError('uuid and address are missing. Send one of them.');
      return this.ledger.find(id);
    }
    const invoice = this.ledger.findByAddress(address);
    if (id === undefined || this.ledger.find(id).id === invoice.id) return invoice;
    throw new RequestError(`address ${address} belongs to ${invoice.id}, not to ${id}. Send one of the two.`);
  }

  #confirm(fields: JsonFields): object {
    const id = requiredText(fields, 'uuid');
    const { withdrawals } = this.options.account;
    const withdrawal = withdrawals.records.find(id);
    if (withdrawal) return { withdrawal: withdrawalReport(withdrawals.finish(withdrawal)) };
    if (optionalBoolean(fields, 'byHand')) this.ledger.confirmByHand(id);
    else this.ledger.confirm(id);
    return { invoice: this.#report(id) };
  }

  #advance(fields: JsonFields): object {
    const seconds = optionalNumber(fields, 'advance', 0, MAX_ADVANCE_SECONDS);
    if (seconds === undefined) throw new RequestError('advance is missing. Send the seconds that pass.');
    if (this.clock.nowMs() + seconds * 1000 > LAST_MS)
      throw new RequestError(`advance ${seconds} leads beyond the year 9999. Start a new sandbox.`);
    this.clock.advance(seconds);
    return { now: iso(this.clock.nowMs()) };
  }

  #addFault(fields: JsonFields): object {
    this.options.faults.add(parseFault(fields));
    return { faults: this.options.faults.pending };
  }

  #clearFaults(): object {
    this.options.faults.clear();
    return { faults: [] };
  }

  #clearRequests(): object {
    this.options.requests.clear();
    return this.options.requests.toJson();
  }

  #report(id: string): object {
    return reportOf(this.ledger.find(id), this.clock.nowMs());
  }
}

function parseLast(url: URL): number | undefined {
  const last = url.searchParams.get('last');
  if (last === null) return undefined;
  if (isAmount(last) && Number.isSafeInteger(Number(last))) return Number(last);
  throw new RequestError(`last is ${last}. Send the number of latest requests to return.`);
}

function parseBodies(url: URL): 'json' | 'text' {
  const bodies = url.searchParams.get('bodies') ?? 'json';
  if (bodies === 'json' || bodies === 'text') return bodies;
  throw new RequestError(`bodies is ${bodies}. Send json or text.`);
}
