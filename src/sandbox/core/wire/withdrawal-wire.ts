import { fromUnits, unitsToUsd, usdToFiat } from '../ledger/rates.js';
import type { Withdrawal } from '../ledger/withdrawal.js';
import { takenUnits, withdrawalStatus } from '../ledger/withdrawal.js';
import { currencySummaryToWire, currencyToWire } from './currency-wire.js';
import type { WireOptions } from './formats.js';
import { coinAmount, float, NONE, projectToWire, timestamp } from './formats.js';

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
    currency: currencyToWire(currency),
    project: projectToWire(options),
    test_mode: options.testMode,
    tx_list: transfer ? [transfer.id] : [],
    type: 'dw',
    phone: '',
    pay_url: NONE,
    order_id: NONE,
  };
}

/** The amounts of an invoice that the merchant pays: nothing is received. */
function amounts(withdrawal: Withdrawal): object {
  const { currency, amount, transferFee, transfer } = withdrawal;
  const taken = takenUnits(withdrawal);
  const of = (name: string, units: bigint): object => coinAmount(name, units, currency);
  return {
    ...of('amount', amount),
    amount_in_fiat: float(unitsToUsd(amount, currency)),
    amount_in_crypto: float(fromUnits(amount, currency.decimals)),
    ...of('amount_to_pay', taken),
    ...of('amount_paid', transfer ? taken : 0n),
    ...of('fee', transferFee),
    ...of('service_fee', 0n),
    ...of('received', 0n),
    ...of('to_surcharge', transfer ? 0n : taken),
  };
}
