import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import type { Invoice } from '../ledger/invoice.js';
import { finishedAtMs, statusAt, totalsOf } from '../ledger/invoice.js';
import { currencyToWire } from './currency-wire.js';
import { coinAmount, float, NONE, timestamp } from './formats.js';
import type { WireOptions } from './project-wire.js';
import { projectToWire } from './project-wire.js';

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
    amount_usd: float(fromUnits(invoice.usdAmount, USD_DECIMALS)),
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

function belongings({ coin }: Invoice, options: WireOptions): object {
  return {
    currency: coin ? currencyToWire(coin.currency) : null,
    project: projectToWire(options),
    test_mode: options.testMode,
  };
}

function masked(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
}
