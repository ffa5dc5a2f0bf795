import { isAmount } from '../../../payment/index.js';
import type { MovableClock } from '../base/clock.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';
import type { Invoice } from '../ledger/invoice.js';
import { statusAt } from '../ledger/invoice.js';
import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import type { RecordView } from '../ledger/records.js';
import type { Statistics } from '../ledger/statistics.js';
import { INVOICE_STATUSES } from '../ledger/statistics.js';
import type { PageRange } from '../ledger/period.js';
import { ALWAYS, EVERYTHING } from '../ledger/period.js';
import { historyOf } from './invoice-history.js';
import { invoiceDetails, iso, reportOf } from './invoice-report.js';
import { walletReport } from './wallet-report.js';
import { withdrawalReport } from './withdrawal-report.js';

/** As many as are shown at once; all others are there for the service's interface. */
const PAGE_LENGTH = 100;
const NEWEST: PageRange = { offset: 0, limit: PAGE_LENGTH };

/** What the books say, for people and tests: amounts are exact decimal text, times ISO 8601. */
export class AccountReport {
  constructor(
    private readonly books: MerchantAccount,
    private readonly clock: MovableClock,
  ) {}

  /** `search` and `status` choose among all; `offset` leaves out as many of the newest. @throws {RequestError} */
  invoices(query: URLSearchParams): object {
    const uuid = query.get('uuid');
    if (uuid !== null) return this.#invoice(uuid);
    const { records } = this.books.ledger;
    const page = { offset: parseOffset(query.get('offset')), limit: PAGE_LENGTH };
    const fits = filterOf(query);
    const found = fits && records.newest(ALWAYS, EVERYTHING).filter(fits);
    const views = found ? found.slice(page.offset, page.offset + page.limit) : records.newest(ALWAYS, page);
    const invoices = views.map(({ record, atMs }) => reportOf(record, atMs));
    return { now: this.#now(), total: found?.length ?? records.length, invoices };
  }

  #invoice(uuid: string): object {
    const invoice = this.books.ledger.find(uuid);
    const nowMs = this.books.ledger.records.nowMs();
    const report = { ...reportOf(invoice, nowMs), ...invoiceDetails(invoice) };
    return { now: this.#now(), invoice: { ...report, history: historyOf(invoice, nowMs) } };
  }

  withdrawals(): object {
    const { records } = this.books.withdrawals;
    const withdrawals = records.newest(ALWAYS, NEWEST).map(({ record }) => withdrawalReport(record));
    return { now: this.#now(), total: records.length, withdrawals };
  }

  wallets(): object {
    const { wallets } = this.books;
    return {
      now: this.#now(),
      total: wallets.length,
      wallets: wallets.newest(ALWAYS, NEWEST).map(walletReport),
    };
  }

  balances(): object {
    const balances = this.books.balances.list(false).map(({ currency, units }) => {
      return {
        currency: currency.code,
        symbol: currency.symbol,
        amount: fromUnits(units, currency.decimals),
      };
    });
    return { now: this.#now(), balances };
  }

  /** Of every invoice there is: how many, and their prices in USD, by status. */
  statistics(): object {
    return statisticsReport(this.books.ledger.statistics(ALWAYS));
  }

  #now(): string {
    return iso(this.clock.nowMs());
  }
}

function statisticsReport(statistics: Statistics): object {
  const entries = Object.entries(statistics).map(([status, { count, usd }]) => {
    return [status, { count, usd: fromUnits(usd, USD_DECIMALS) }] as const;
  });
  return Object.fromEntries(entries);
}

/** `null` when every invoice fits. */
function filterOf(query: URLSearchParams): ((view: RecordView<Invoice>) => boolean) | null {
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const status = parseStatus(query.get('status'));
  if (search === '' && status === null) return null;
  return ({ record, atMs }) =>
    (status === null || statusAt(record, atMs) === status) &&
    [record.id, record.orderId, record.coin?.address].some((text) => text?.toLowerCase().includes(search));
}

function parseStatus(text: string | null): string | null {
  if (!text) return null;
  const status = INVOICE_STATUSES.find((name) => name === text);
  if (status) return status;
  throw new RequestError(`status is ${formatValue(text)}. Send one of ${INVOICE_STATUSES.join(', ')}.`);
}

function parseOffset(text: string | null): number {
  if (text === null) return 0;
  if (isAmount(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new RequestError(`offset is ${formatValue(text)}. Send how many of the newest to leave out.`);
}
