import { currencyOf, exactDue, isCurrencyCode } from '../../payment/index.js';
import { STATUSES_WITH_MONEY } from '../../service/invoice.js';
import type { CreatedInvoice, Invoice } from '../../service/node.js';
import { type Column, formatTime } from './output.js';

/** Formats invoices and withdrawals for people. */

type OutputFields = Record<string, string | null>;

const TYPES: Readonly<Record<string, string>> = { up: 'payment', dw: 'withdrawal' };

/** Translates `type` (service doc, "Invoice"); unknown values are kept. */
function typeOf({ type }: Invoice): string | null {
  return type === null ? null : (TYPES[type] ?? type);
}

const isWithdrawal = ({ type }: Invoice): boolean => type === 'dw';

/**
 * Until the payer chooses a coin, the service returns currency and amounts of a default coin. An address proves the
 * choice (service doc, "Invoice"), and so does received money if the record has no address.
 */
const hasCoin = ({ currency, address, status }: CreatedInvoice): boolean =>
  address !== null || (currency !== null && STATUSES_WITH_MONEY.includes(status));

const inCoin = (value: string | null, { currency }: CreatedInvoice): string | null =>
  value === null || currency === null ? value : `${value} ${currency.code}`;

/** Returns `value` for an incoming payment with a chosen coin, else null. */
function ofPayment(invoice: Invoice, value: string | null): string | null {
  return isWithdrawal(invoice) || !hasCoin(invoice) ? null : value;
}

export const INVOICE_COLUMNS: readonly Column<Invoice>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'created', value: ({ createdAtMs }) => formatTime(createdAtMs) },
  { title: 'type', value: typeOf },
  { title: 'status', value: ({ status }) => status },
  { title: 'order', value: ({ orderId }) => orderId },
  { title: 'USD', value: (invoice) => (isWithdrawal(invoice) ? null : invoice.amountUsd), align: 'right' },
  {
    title: 'to pay',
    value: (invoice) => (isWithdrawal(invoice) ? invoice.amount : ofPayment(invoice, invoice.amountToPay)),
    align: 'right',
  },
  { title: 'paid', value: (invoice) => ofPayment(invoice, invoice.amountPaid), align: 'right' },
  {
    title: 'coin',
    value: (invoice) => (isWithdrawal(invoice) || hasCoin(invoice) ? (invoice.currency?.code ?? null) : null),
  },
];

export function createdFields(invoice: CreatedInvoice): OutputFields {
  return {
    id: invoice.id,
    status: invoice.status,
    ...priceFields(invoice),
    ...coinFields(invoice),
    ...tailFields(invoice),
  };
}

/** Fields of a complete record: the amount to pay comes before its parts. */
export function invoiceFields(invoice: Invoice): OutputFields {
  const { id, status, orderId } = invoice;
  const head = { id, type: typeOf(invoice), status, order: orderId };
  const tail = {
    ...tailFields(invoice),
    finished: formatTime(invoice.finishedAtMs),
    transactions: invoice.transactions.join(', '),
  };
  if (isWithdrawal(invoice)) return { ...head, ...amountFields(invoice), ...tail };
  const { amountToPay, amountPaid, received } = invoice;
  const payment = (value: string | null) => ofPayment(invoice, inCoin(value, invoice));
  return {
    ...head,
    ...priceFields(invoice),
    'to pay': payment(amountToPay),
    ...coinFields(invoice),
    'paid': payment(amountPaid),
    'due': payment(missingOf(invoice)),
    'received': payment(received),
    ...tail,
  };
}

/** Removes float noise if the coin and both amounts are known. */
function missingOf(invoice: Invoice): string | null {
  const { amountToPay: amount, amountPaid: paid, amountMissing } = invoice;
  const code = invoice.currency?.code;
  if (amountMissing === null || amount === null || paid === null) return amountMissing;
  if (code === undefined || !isCurrencyCode(code)) return amountMissing;
  return exactDue(amountMissing, currencyOf(code).decimals, { amount, paid });
}

/** Only a create response has the price currency (service doc, "Invoice", `fiat_currency`). */
function priceFields({ fiatAmount, fiatCurrency, amountUsd }: CreatedInvoice): OutputFields {
  if (fiatAmount !== null && fiatCurrency !== null) return { price: `${fiatAmount} ${fiatCurrency}` };
  return { 'price (USD)': amountUsd };
}

function coinFields(invoice: CreatedInvoice): OutputFields {
  if (!hasCoin(invoice)) return { coin: invoice.status === 'created' ? 'not chosen yet' : 'never chosen' };
  return amountFields(invoice);
}

function amountFields(invoice: CreatedInvoice): OutputFields {
  const { amount, address, fee } = invoice;
  return { amount: inCoin(amount, invoice), fee: inCoin(fee, invoice), address };
}

function tailFields({ createdAtMs, expiresAtMs, link, testMode }: CreatedInvoice): OutputFields {
  return {
    created: formatTime(createdAtMs),
    expires: formatTime(expiresAtMs),
    page: link,
    mode: testMode ? 'test, no real money' : null,
  };
}
