// Reports of the account for people and tests. Amounts are exact decimal text, times ISO 8601.

import { isAmount } from '../../../payment/index.js';
import { iso } from '../base/clock.js';
import { formatValue, oneOf, RequestError } from '../base/fields.js';
import type { MerchantAccount } from '../ledger/merchant-account.js';
import { type Invoice, statusAt } from '../ledger/invoice.js';
import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import { ALWAYS, EVERYTHING, type RecordView } from '../ledger/records.js';
import { INVOICE_STATUSES } from '../ledger/statistics.js';
import { depositedUnits, type StaticWallet } from '../ledger/static-wallet.js';
import { type Withdrawal, withdrawalStatus } from '../ledger/withdrawal.js';
import { reportDetails, reportInvoice } from './invoice-report.js';

const NEWEST = { offset: 0, limit: 100 };

/** Lists invoices. @param query `uuid`, or `search`, `status` and `offset` @throws {RequestError} */
export function reportInvoices({ ledger }: MerchantAccount, query: URLSearchParams): object {
  const { records } = ledger;
  const uuid = query.get('uuid');
  if (uuid !== null) return { invoice: reportDetails(ledger.find(uuid), records.nowMs()) };
  const page = { ...NEWEST, offset: parseOffset(query.get('offset')) };
  const fits = filterOf(query);
  const found = fits && records.newest(ALWAYS, EVERYTHING).filter(fits);
  const views = found ? found.slice(page.offset, page.offset + page.limit) : records.newest(ALWAYS, page);
  const invoices = views.map(({ record, atMs }) => reportInvoice(record, atMs));
  return { total: found?.length ?? records.length, invoices };
}

/** Returns a filter; `null` if the query selects all invoices. */
function filterOf(query: URLSearchParams): ((view: RecordView<Invoice>) => boolean) | null {
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const wanted = query.get('status');
  const status = wanted ? oneOf('status', wanted, INVOICE_STATUSES) : null;
  if (search === '' && status === null) return null;
  return ({ record, atMs }) =>
    (status === null || statusAt(record, atMs) === status) &&
    [record.id, record.orderId, record.coin?.address].some((text) => text?.toLowerCase().includes(search));
}

function parseOffset(text: string | null): number {
  if (text === null) return 0;
  if (isAmount(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new RequestError(`offset is ${formatValue(text)}. Send the number of newest invoices to skip.`);
}

export function reportWithdrawals({ withdrawals: { records } }: MerchantAccount): object {
  const withdrawals = records.newest(ALWAYS, NEWEST).map(({ record }) => reportWithdrawal(record));
  return { total: records.length, withdrawals };
}

export function reportWithdrawal(withdrawal: Withdrawal): object {
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

export function reportWallets({ wallets }: MerchantAccount): object {
  return { total: wallets.length, wallets: wallets.newest(ALWAYS, NEWEST).map(reportWallet) };
}

export function reportWallet(wallet: StaticWallet): object {
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

export function reportBalances(account: MerchantAccount): object {
  const balances = account.balances.list(false).map(({ currency: { code, symbol, decimals }, units }) => {
    return { currency: code, symbol, amount: fromUnits(units, decimals) };
  });
  return { balances };
}

/** Returns counts and prices in USD of all invoices, by status. */
export function reportStatistics({ ledger }: MerchantAccount): object {
  const entries = Object.entries(ledger.statistics(ALWAYS)).map(([status, { count, usd }]) => {
    return [status, { count, usd: fromUnits(usd, USD_DECIMALS) }] as const;
  });
  return Object.fromEntries(entries);
}
