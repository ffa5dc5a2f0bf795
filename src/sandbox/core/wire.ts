import { LosslessNumber } from 'lossless-json';
import type { Currency } from '../../payment/index.js';
import { currencyToWire } from './currency-wire.js';
import type { Invoice } from './invoice.js';
import { finishedAtMs, statusAt, totalsOf } from './invoice.js';
import { fromUnits, unitsToUsd } from './rates.js';
import type { Statistics } from './statistics.js';

/** What is the same in every invoice of a sandbox. */
export interface WireOptions {
  readonly testMode: boolean;
  readonly shopName: string;
  readonly feePaidBy: 'client' | 'merchant';
}

/** The text that stands for an absent URL or order number in several fields. */
const NONE = 'None';
/** The answer of "Create invoice": its fields and no more. `origin` is where the payment page is. */
export function createdInvoiceToWire(invoice: Invoice, origin: string, options: WireOptions): object {
  return {
    ...head(invoice, options),
    // The example of the document has this key here, and side_commission_cc everywhere else.
    side_commission_service: 'merchant',
    ...prices(invoice),
    fiat_currency: invoice.fiat,
    status: 'created',
    is_email_required: false,
    link: `${origin}/_sandbox/#${invoice.id}`,
    invoice_id: null,
    ...belongings(invoice, options),
  };
}

/** An entry of "Invoice information": what is not marked as belonging to creation or withdrawal alone. */
export function invoiceToWire(invoice: Invoice, nowMs: number, options: WireOptions): object {
  const status = statusAt(invoice, nowMs);
  const finished = finishedAtMs(invoice, nowMs);
  return {
    ...head(invoice, options),
    date_finished: finished === null ? null : timestamp(finished),
    side_commission_cc: 'merchant',
    ...prices(invoice),
    ...payments(invoice),
    status,
    invoice_status: status === 'paid' || status === 'overpaid' ? 'success' : 'start',
    is_email_required: false,
    ...belongings(invoice, options),
    tx_list: invoice.transactions.map(({ id }) => id),
    type: 'up',
    user_email: invoice.email === null ? '' : masked(invoice.email),
    phone: '',
    pay_url: NONE,
    order_id: invoice.orderId ?? NONE,
  };
}

/** "Statistics result": counts are integers, sums are USD floats. */
export function statisticsToWire(statistics: Statistics): object {
  const entries = Object.entries(statistics);
  return {
    count: Object.fromEntries(entries.map(([status, { count }]) => [status, count])),
    amount: Object.fromEntries(entries.map(([status, { usd }]) => [status, float(usd)])),
  };
}

function head({ id, createdAtMs, expiresAtMs, coin }: Invoice, { feePaidBy }: WireOptions): object {
  return {
    uuid: id,
    created: timestamp(createdAtMs),
    address: coin?.address ?? '',
    expiry_date: timestamp(expiresAtMs),
    side_commission: feePaidBy,
    type_payments: 'crypto',
  };
}

function prices(invoice: Invoice): object {
  const { coin } = invoice;
  return {
    ...coinAmount('amount', coin?.amount, coin?.currency),
    amount_usd: float(invoice.usdAmount),
    amount_in_fiat: float(invoice.fiatAmount),
    ...coinAmount('fee', coin?.transferFee, coin?.currency),
    ...coinAmount('service_fee', coin?.serviceFee, coin?.currency),
  };
}

function payments(invoice: Invoice): object {
  const { coin } = invoice;
  const totals = totalsOf(invoice);
  return {
    amount_in_crypto: coin ? float(fromUnits(coin.amount, coin.currency.decimals)) : null,
    ...coinAmount('amount_to_pay', coin?.amountToPay, coin?.currency),
    ...coinAmount('amount_paid', totals.paid, coin?.currency),
    ...coinAmount('received', totals.received, coin?.currency),
    ...coinAmount('to_surcharge', totals.due, coin?.currency),
  };
}

function belongings({ coin }: Invoice, { shopName, testMode }: WireOptions): object {
  return {
    currency: coin ? currencyToWire(coin.currency) : null,
    project: { id: 1, name: shopName, fail: NONE, success: NONE, logo: null },
    test_mode: testMode,
  };
}

/** `{name, name_usd}`; both zero while no coin is chosen. */
function coinAmount(name: string, units: bigint | undefined, currency: Currency | undefined): object {
  if (units === undefined || !currency) return { [name]: float('0'), [`${name}_usd`]: float('0') };
  return {
    [name]: float(fromUnits(units, currency.decimals)),
    [`${name}_usd`]: float(unitsToUsd(units, currency)),
  };
}

/**
 * The digits as a JSON float: `50` → `50.0`, and below 0.0001 in exponent notation, `0.0000012` → `1.2e-06`.
 * Every digit stays ("Conventions": floats, small ones in exponent notation).
 */
export function float(amount: string): LosslessNumber {
  const small = /^0\.(0{4,})(\d)(\d*)$/.exec(amount);
  if (!small) return new LosslessNumber(amount.includes('.') ? amount : `${amount}.0`);
  const [, zeros = '', first = '', rest = ''] = small;
  const exponent = String(zeros.length + 1).padStart(2, '0');
  return new LosslessNumber(`${first}${rest === '' ? '' : `.${rest}`}e-${exponent}`);
}

/** `YYYY-MM-DD HH:MI:SS.FFFFFF`, UTC. */
export function timestamp(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, -1).replace('T', ' ')}000`;
}

function masked(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
}
