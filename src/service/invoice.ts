import { parseCurrency } from './currency.js';
import {
  amount,
  cosmeticAmount,
  cosmeticText,
  FieldError,
  flag,
  isObject,
  link,
  missingAmount,
  requiredText,
  text,
  texts,
  timeMs,
} from './fields.js';
import type { CreatedInvoice, Invoice, ServiceProject } from './types.js';

/** The document lets an identifier be written with and without its prefix: here it always has it. */
export function prefixedId(id: string): string {
  return id.startsWith('INV-') ? id : `INV-${id}`;
}

/**
 * The result of "Create invoice".
 * @throws {FieldError} when a field that decides about money does not have the document's form
 */
export function parseCreatedInvoice(value: unknown): CreatedInvoice {
  if (!isObject(value)) throw new FieldError('result');
  return {
    id: prefixedId(requiredText(value, 'uuid')),
    status: requiredText(value, 'status'),
    createdAtMs: timeMs(value, 'created'),
    expiresAtMs: timeMs(value, 'expiry_date'),
    address: text(value, 'address'),
    currency: parseCurrency(value['currency']),
    amount: amount(value, 'amount'),
    amountUsd: cosmeticAmount(value, 'amount_usd'),
    fiatAmount: amount(value, 'amount_in_fiat'),
    fiatCurrency: text(value, 'fiat_currency'),
    fee: cosmeticAmount(value, 'fee'),
    serviceFee: cosmeticAmount(value, 'service_fee'),
    feePaidBy: cosmeticText(value, 'side_commission'),
    serviceFeePaidBy:
      cosmeticText(value, 'side_commission_cc') ?? cosmeticText(value, 'side_commission_service'),
    emailRequired: value['is_email_required'] === true,
    link: link(value, 'link'),
    project: project(value['project']),
    testMode: flag(value, 'test_mode'),
  };
}

/**
 * One entry of "Invoice information".
 * @throws {FieldError} as `parseCreatedInvoice`
 */
export function parseInvoice(value: unknown): Invoice {
  const created = parseCreatedInvoice(value);
  if (!isObject(value)) throw new FieldError('result');
  return {
    ...created,
    finishedAtMs: timeMs(value, 'date_finished'),
    amountToPay: amount(value, 'amount_to_pay'),
    amountPaid: amount(value, 'amount_paid'),
    amountMissing: missingAmount(value, 'to_surcharge'),
    received: amount(value, 'received'),
    transactions: texts(value, 'tx_list'),
    type: text(value, 'type'),
    orderId: cosmeticText(value, 'order_id'),
  };
}

function project(value: unknown): ServiceProject | null {
  if (!isObject(value)) return null;
  return {
    name: cosmeticText(value, 'name'),
    success: link(value, 'success'),
    fail: link(value, 'fail'),
    logo: link(value, 'logo'),
  };
}
