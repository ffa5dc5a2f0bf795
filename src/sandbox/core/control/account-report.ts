import { isAmount } from '../../../payment/index.js';
import type { MovableClock } from '../base/clock.js';
import { RequestError, formatValue } from '../base/fields.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';
import type { Invoice } from '../ledger/invoice.js';
import { statusAt } from '../ledger/invoice.js';
import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import type { RecordView } from '../ledger/records.js';
import { INVOICE_STATUSES } from '../ledger/statistics.js';
import type { StaticWallet } from '../ledger/static-wallet.js';
import { depositedUnits } from '../ledger/static-wallet.js';
import type { PageRange } from '../ledger/timeline.js';
import { ALWAYS, EVERYTHING } from '../ledger/timeline.js';
import type { Withdrawal } from '../ledger/withdrawal.js';
import { withdrawalStatus } from '../ledger/withdrawal.js';
import { historyOf } from './invoice-history.js';
import { invoiceDetails, iso, reportOf } from './invoice-report.js';

const PAGE_LENGTH = 100;
const NEWEST: PageRange = { offset: 0, limit: PAGE_LENGTH };

/** The account for people and tests. In all reports, amounts are exact decimal text and times ISO 8601. */
export class AccountReport {
  constructor(
    private readonly account: MerchantAccount,
    private readonly clock: MovableClock,
  ) {}

  /** @param query `uuid`, or `search`, `status` and `offset`. @throws {RequestError} */
  invoices(query: URLSearchParams): object {
    const uuid = query.get('uuid');
    if (uuid !== null) return this.#invoice(uuid);
    const { records } = this.account.ledger;
    const page = { offset: parseOffset(query.get('offset')), limit: PAGE_LENGTH };
    const fits = filterOf(query);
    const found = fits && records.newest(ALWAYS, EVERYTHING).filter(fits);
    const views = found ? found.slice(page.offset, page.offset + page.limit) : records.newest(ALWAYS, page);
    const invoices = views.map(({ record, atMs }) => reportOf(record, atMs));
    return { now: this.#now(), total: found?.length ?? records.length, invoices };
  }

  #invoice(uuid: string): object {
    const invoice = this.account.ledger.find(uuid);
    const nowMs = this.account.ledger.records.nowMs();
    const report = { ...reportOf(invoice, nowMs), ...invoiceDetails(invoice) };
    return { now: this.#now(), invoice: { ...report, history: historyOf(invoice, nowMs) } };
  }

  withdrawals(): object {
    const { records } = this.account.withdrawals;
    const withdrawals = records.newest(ALWAYS, NEWEST).map(({ record }) => withdrawalReport(record));
    return { now: this.#now(), total: records.length, withdrawals };
  }

  wallets(): object {
    const { wallets } = this.account;
    return {
      now: this.#now(),
      total: wallets.length,
      wallets: wallets.newest(ALWAYS, NEWEST).map(walletReport),
    };
  }

  balances(): object {
    const balances = this.account.balances.list(false).map(({ currency, units }) => {
      return {
        currency: currency.code,
        symbol: currency.symbol,
        amount: fromUnits(units, currency.decimals),
      };
    });
    return { now: this.#now(), balances };
  }

  /** Returns counts and prices in USD of all invoices, by status. */
  statistics(): object {
    const statistics = Object.entries(this.account.ledger.statistics(ALWAYS));
    return Object.fromEntries(
      statistics.map(([status, { count, usd }]) => [status, { count, usd: fromUnits(usd, USD_DECIMALS) }]),
    );
  }

  #now(): string {
    return iso(this.clock.nowMs());
  }
}

/** Returns `null` if the query selects all invoices. */
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
  throw new RequestError(`offset is ${formatValue(text)}. Send the number of newest invoices to skip.`);
}

export function walletReport(wallet: StaticWallet): object {
  const { id, identify, currency, address, createdAtMs, deposits } = wallet;
  const text = (units: bigint): string => fromUnits(units, currency.decimals);
  return {
    uuid: id,
    identify,
    currency: currency.code,
    address,
    createdAt: iso(createdAtMs),
    received: text(depositedUnits(wallet)),
    transactions: deposits.map((deposit) => ({ id: deposit.id, amount: text(deposit.units) })),
  };
}

export function withdrawalReport(withdrawal: Withdrawal): object {
  const { id, currency, toAddress, amount, transferFee, createdAtMs, transfer } = withdrawal;
  return {
    uuid: id,
    status: withdrawalStatus(withdrawal),
    currency: currency.code,
    toAddress,
    amount: fromUnits(amount, currency.decimals),
    transferFee: fromUnits(transferFee, currency.decimals),
    createdAt: iso(createdAtMs),
    finishedAt: transfer && iso(transfer.atMs),
    transaction: transfer && transfer.id,
  };
}
