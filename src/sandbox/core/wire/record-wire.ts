import type { Currency } from '../../../payment/index.js';
import { PAYMENT_PAGES } from '../base/endpoint-paths.js';
import { fromUnits, unitsToUsd, USD_DECIMALS, usdToFiat } from '../ledger/rates.js';
import { debitedUnits, type Withdrawal, withdrawalStatus } from '../ledger/withdrawal.js';
import { finishedAtMs, type Invoice, type PricedInvoice, statusAt, totalsOf } from '../ledger/invoice.js';
import { withDefaultCoin } from '../ledger/quote.js';
import { currencySummaryToWire, currencyToWire } from './currency-wire.js';
import { coinAmount, float, NONE, projectToWire, timestamp, type WireOptions } from './formats.js';

/** The result of "Create invoice". @param origin origin of the payment page */
export function createdInvoiceToWire(invoice: Invoice, origin: string, options: WireOptions): object {
  const priced = withDefaultCoin(invoice, options.feePaidBy);
  return {
    ...head(priced, options),
    // The service doc has this key only in this example, and `side_commission_cc` elsewhere.
    side_commission_service: 'merchant',
    ...prices(priced),
    fiat_currency: invoice.fiat,
    status: 'created',
    is_email_required: false,
    link: `${origin}${PAYMENT_PAGES}/${invoice.id}`,
    invoice_id: null,
    ...contextOf(priced.coin.currency, options),
  };
}

/** An entry of "Invoice information": without the fields of a create response or a withdrawal. */
export function invoiceToWire(invoice: Invoice, nowMs: number, options: WireOptions): object {
  const status = statusAt(invoice, nowMs);
  const finished = finishedAtMs(invoice, nowMs);
  const priced = withDefaultCoin(invoice, options.feePaidBy);
  return {
    ...head(priced, options),
    date_finished: finished === null ? null : timestamp(finished),
    side_commission_cc: 'merchant',
    ...prices(priced),
    amount_in_crypto: invoice.coin && float(fromUnits(invoice.coin.amount, invoice.coin.currency.decimals)),
    ...payments(priced),
    status,
    invoice_status: status === 'paid' || status === 'overpaid' ? 'success' : 'start',
    is_email_required: false,
    ...contextOf(priced.coin.currency, options),
    tx_list: invoice.transactions.map(({ id }) => id),
    type: 'up',
    user_email: invoice.email === null ? '' : masked(invoice.email),
    phone: '',
    pay_url: NONE,
    order_id: invoice.orderId ?? NONE,
  };
}

function head({ id, createdAtMs, expiresAtMs, coin }: PricedInvoice, { feePaidBy }: WireOptions): object {
  return {
    uuid: id,
    created: timestamp(createdAtMs),
    address: coin.address,
    expiry_date: timestamp(expiresAtMs),
    side_commission: feePaidBy,
    type_payments: 'crypto',
  };
}

function prices({ coin, usdAmount, fiatAmount }: PricedInvoice): object {
  const { currency } = coin;
  return {
    ...coinAmount('amount', coin.amount, currency),
    amount_usd: float(fromUnits(usdAmount, USD_DECIMALS)),
    amount_in_fiat: float(fiatAmount),
    ...coinAmount('fee', coin.transferFee, currency),
    ...coinAmount('service_fee', coin.serviceFee, currency),
  };
}

function payments(invoice: PricedInvoice): object {
  const { currency, amountToPay } = invoice.coin;
  const { paid, credited, due } = totalsOf(invoice);
  return {
    ...coinAmount('amount_to_pay', amountToPay, currency),
    ...coinAmount('amount_paid', paid, currency),
    ...coinAmount('received', credited, currency),
    ...coinAmount('to_surcharge', due, currency),
  };
}

function contextOf(currency: Currency, options: WireOptions): object {
  const project = projectToWire(options);
  return { currency: currencyToWire(currency), project, test_mode: options.testMode };
}

function masked(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
}

/** The result of "Create withdrawal request": the fields marked "withdrawal", and those of this call only. */
export function createdWithdrawalToWire(withdrawal: Withdrawal, options: WireOptions): object {
  const { id, currency, amount } = withdrawal;
  return {
    ...common(withdrawal, options),
    invoice_id: id,
    step: 1,
    total_rub: float(usdToFiat(unitsToUsd(amount, currency), 'RUB')),
    currency_list: [currencySummaryToWire(currency)],
    aml_enabled: false,
    aml_side: 'merchant',
    aml_cost: float('0'),
    aml_cost_usd: float('0'),
    aml_checks: [],
    links: [],
    quiz_result: false,
    quiz_detail: { invoice: null, rating: null, comment: null, created: null },
    memo: '',
  };
}

/** A withdrawal in a list or in "Invoice information". */
export function withdrawalToWire(withdrawal: Withdrawal, options: WireOptions): object {
  return { ...common(withdrawal, options), user_email: '' };
}

function common(withdrawal: Withdrawal, options: WireOptions): object {
  const { id, currency, toAddress, createdAtMs, transfer } = withdrawal;
  const status = withdrawalStatus(withdrawal);
  return {
    uuid: id,
    created: timestamp(createdAtMs),
    address: toAddress,
    expiry_date: null,
    date_finished: transfer && timestamp(transfer.atMs),
    side_commission: 'merchant',
    side_commission_cc: 'merchant',
    type_payments: 'crypto',
    ...amounts(withdrawal),
    status,
    invoice_status: status === 'paid' ? 'success' : 'start',
    is_email_required: false,
    ...contextOf(currency, options),
    tx_list: transfer ? [transfer.id] : [],
    type: 'dw',
    phone: '',
    pay_url: NONE,
    order_id: NONE,
  };
}

/** The amounts of a withdrawal as those of an invoice that the merchant pays. */
function amounts(withdrawal: Withdrawal): object {
  const { currency, amount, transferFee, transfer } = withdrawal;
  const debited = debitedUnits(withdrawal);
  const of = (name: string, units: bigint): object => coinAmount(name, units, currency);
  return {
    ...of('amount', amount),
    amount_in_fiat: float(unitsToUsd(amount, currency)),
    amount_in_crypto: float(fromUnits(amount, currency.decimals)),
    ...of('amount_to_pay', debited),
    ...of('amount_paid', transfer ? debited : 0n),
    ...of('fee', transferFee),
    ...of('service_fee', 0n),
    ...of('received', 0n),
    ...of('to_surcharge', transfer ? 0n : debited),
  };
}
