import { PAYMENT_PAGES } from '../base/endpoint-paths.js';
import { fromUnits, USD_DECIMALS } from '../ledger/rates.js';
import type { CoinPrice, Invoice } from '../ledger/invoice.js';
import { finishedAtMs, statusAt, totalsOf } from '../ledger/invoice.js';
import { withDefaultCoin } from '../ledger/quote.js';
import { currencyToWire } from './currency-wire.js';
import type { WireOptions } from './formats.js';
import { coinAmount, float, NONE, projectToWire, timestamp } from './formats.js';

/** With the default coin if none is chosen. */
type Priced = Invoice & { readonly coin: CoinPrice };

/** The result of "Create invoice". @param origin of the payment page */
export function createdInvoiceToWire(invoice: Invoice, origin: string, options: WireOptions): object {
  const priced = withDefaultCoin(invoice, options.feePaidBy);
  return {
    ...head(priced, options),
    // The example of the service doc has this key here and side_commission_cc everywhere else.
    side_commission_service: 'merchant',
    ...prices(priced),
    fiat_currency: invoice.fiat,
    status: 'created',
    is_email_required: false,
    link: `${origin}${PAYMENT_PAGES}/${invoice.id}`,
    invoice_id: null,
    ...belongings(priced, options),
  };
}

/** An entry of "Invoice information": all fields that are not of a creation or a withdrawal only. */
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
    ...belongings(priced, options),
    tx_list: invoice.transactions.map(({ id }) => id),
    type: 'up',
    user_email: invoice.email === null ? '' : masked(invoice.email),
    phone: '',
    pay_url: NONE,
    order_id: invoice.orderId ?? NONE,
  };
}

function head({ id, createdAtMs, expiresAtMs, coin }: Priced, { feePaidBy }: WireOptions): object {
  return {
    uuid: id,
    created: timestamp(createdAtMs),
    address: coin.address,
    expiry_date: timestamp(expiresAtMs),
    side_commission: feePaidBy,
    type_payments: 'crypto',
  };
}

function prices({ coin, usdAmount, fiatAmount }: Priced): object {
  const { currency } = coin;
  return {
    ...coinAmount('amount', coin.amount, currency),
    amount_usd: float(fromUnits(usdAmount, USD_DECIMALS)),
    amount_in_fiat: float(fiatAmount),
    ...coinAmount('fee', coin.transferFee, currency),
    ...coinAmount('service_fee', coin.serviceFee, currency),
  };
}

function payments(invoice: Priced): object {
  const { currency, amountToPay } = invoice.coin;
  const { paid, received, due } = totalsOf(invoice);
  return {
    ...coinAmount('amount_to_pay', amountToPay, currency),
    ...coinAmount('amount_paid', paid, currency),
    ...coinAmount('received', received, currency),
    ...coinAmount('to_surcharge', due, currency),
  };
}

function belongings({ coin }: Priced, options: WireOptions): object {
  return {
    currency: currencyToWire(coin.currency),
    project: projectToWire(options),
    test_mode: options.testMode,
  };
}

function masked(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`;
}
