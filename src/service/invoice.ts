import { compareAmounts } from '../payment/index.js';
import { toPlainText } from '../payment/plain-text.js';
import { parseCurrency } from './currency.js';
import {
  amount,
  readableAmount,
  readableFlag,
  readableText,
  FieldError,
  flag,
  isObject,
  link,
  missingAmount,
  reference,
  requiredText,
  text,
  texts,
  timeMs,
} from './fields.js';
import type { CreatedInvoice, Invoice, ServiceProject } from './types.js';

/**
 * Returns an invoice id as `INV-` and eight uppercase characters, or `null` if the text is not an id. Accepts an id without the
 * prefix, in any case.
 */
export function canonicalId(text: string): string | null {
  const characters = /^(?:INV-)?([A-Z0-9]{8})$/i.exec(text.replaceAll(/\s/g, ''))?.[1];
  return characters === undefined ? null : `INV-${characters.toUpperCase()}`;
}

/** Returns the canonical id. Only adds the prefix to an id of another form. */
export function prefixedId(id: string): string {
  return canonicalId(id) ?? (id.startsWith('INV-') ? id : `INV-${id}`);
}

/** The statuses of an invoice that has received money, by ascending amount. */
export const STATUSES_WITH_MONEY: readonly (string | null)[] = ['partial', 'paid', 'overpaid'];

/** Returns whether the first state of an invoice has more money than the other. Compares the statuses, then the amounts paid. */
export function hasMoreMoney({ status, amountPaid, transactions }: Invoice, other: Invoice): boolean {
  const differences = [
    STATUSES_WITH_MONEY.indexOf(status) - STATUSES_WITH_MONEY.indexOf(other.status),
    compareAmounts(amountPaid ?? '0', other.amountPaid ?? '0'),
    transactions.length - other.transactions.length,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}

/**
 * Parses "Create invoice". Except for the id, an invalid field counts as missing: an error would hide an invoice that exists. Before
 * the proxy displays an address, it reads all fields again from "Invoice information".
 * @throws {FieldError} if the id is invalid
 */
export function parseCreatedInvoice(value: unknown): CreatedInvoice {
  if (!isObject(value)) throw new FieldError('result');
  return {
    id: prefixedId(requiredText(value, 'uuid')),
    status: readableText(value, 'status'),
    createdAtMs: timeMs(value, 'created'),
    expiresAtMs: timeMs(value, 'expiry_date'),
    address: readableText(value, 'address'),
    currency: parseCurrency(value['currency']),
    amount: readableAmount(value, 'amount'),
    amountUsd: readableAmount(value, 'amount_usd'),
    fiatAmount: readableAmount(value, 'amount_in_fiat'),
    fiatCurrency: readableText(value, 'fiat_currency'),
    fee: readableAmount(value, 'fee'),
    serviceFee: readableAmount(value, 'service_fee'),
    feePaidBy: readableText(value, 'side_commission'),
    serviceFeePaidBy:
      readableText(value, 'side_commission_cc') ?? readableText(value, 'side_commission_service'),
    emailRequired: value['is_email_required'] === true,
    link: link(value, 'link'),
    project: project(value['project']),
    testMode: readableFlag(value, 'test_mode'),
    type: readableText(value, 'type'),
    orderId: reference(value, 'order_id'),
  };
}

/**
 * Parses an entry of "Invoice information".
 * @throws {FieldError} if the id, the status, the test mode, the amount paid or the type is invalid
 */
export function parseInvoice(value: unknown): Invoice {
  const created = parseCreatedInvoice(value);
  if (!isObject(value)) throw new FieldError('result');
  const status = requiredText(value, 'status');
  return {
    ...created,
    status,
    testMode: flag(value, 'test_mode'),
    finishedAtMs: timeMs(value, 'date_finished'),
    amountToPay: readableAmount(value, 'amount_to_pay'),
    amountPaid: amount(value, 'amount_paid'),
    amountPaidUsd: readableAmount(value, 'amount_paid_usd'),
    // For paid invoices, the service sometimes reports an amount due.
    amountMissing: ['paid', 'overpaid'].includes(status) ? '0' : missingAmount(value, 'to_surcharge'),
    received: readableAmount(value, 'received'),
    transactions: texts(value, 'tx_list'),
    type: text(value, 'type'),
  };
}

/** Returns the id of an entry whose other fields may be unreadable; `null` if it has none. */
export function idOf(value: unknown): string | null {
  const id = isObject(value) ? readableText(value, 'uuid') : null;
  return id === null ? null : prefixedId(id);
}

/** Limits the length of a name that each page shows. */
const MAX_PROJECT_NAME_LENGTH = 200;

function project(value: unknown): ServiceProject | null {
  if (!isObject(value)) return null;
  return {
    name: toPlainText(readableText(value, 'name')?.slice(0, MAX_PROJECT_NAME_LENGTH) ?? '') || null,
    success: link(value, 'success'),
    fail: link(value, 'fail'),
    logo: link(value, 'logo'),
  };
}
