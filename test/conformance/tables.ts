import type { Shape, Table } from './shapes.js';
import {
  array,
  bool,
  either,
  exactly,
  filled,
  float,
  int,
  invoiceId,
  listOf,
  nothing,
  object,
  objectOf,
  orNull,
  pair,
  text,
  timestamp,
  url,
} from './shapes.js';

const STATUSES = ['created', 'paid', 'partial', 'overpaid', 'canceled'] as const;

export const NETWORK: Table = { code: filled, id: int, icon: url, fullname: filled };

const CURRENCY: Table = {
  id: int,
  code: filled,
  name: filled,
  is_email_required: bool,
  stablecoin: bool,
  icon_base: url,
  icon_network: url,
  icon_qr: url,
  order: int,
};
export const INVOICE_CURRENCY: Table = { ...CURRENCY, fullcode: filled, network: objectOf(NETWORK) };
/** Of balances and static wallets. */
export const FUNDS_CURRENCY: Table = {
  ...CURRENCY,
  short_code: filled,
  obj_network: objectOf(NETWORK),
  enable: bool,
};

const urlOrNone = either(url, exactly('None'));
export const PROJECT: Table = {
  id: int,
  name: text,
  fail: urlOrNone,
  success: urlOrNone,
  logo: either(url, exactly('', null)),
};

const HEAD: Table = {
  uuid: invoiceId,
  created: timestamp,
  address: text,
  expiry_date: orNull(timestamp),
  side_commission: text,
  type_payments: text,
  amount: float,
  amount_usd: float,
  amount_in_fiat: float,
  ...pair('fee'),
  ...pair('service_fee'),
  is_email_required: bool,
  project: objectOf(PROJECT),
  test_mode: bool,
};

/** The result of a creation. The currency and its amounts are only present if one was chosen. */
export const CREATED: Table = {
  ...HEAD,
  fiat_currency: filled,
  status: exactly('created'),
  link: url,
  invoice_id: nothing,
};

const MONEY: Table = {
  amount_in_crypto: orNull(float),
  ...pair('amount_to_pay'),
  ...pair('amount_paid'),
  ...pair('received'),
  ...pair('to_surcharge'),
};

/** The result of lists and information. */
export const LISTED: Table = {
  ...HEAD,
  date_finished: orNull(timestamp),
  side_commission_cc: text,
  ...MONEY,
  status: exactly(...STATUSES),
  invoice_status: text,
  tx_list: listOf(text),
  type: exactly('up', 'dw'),
  user_email: text,
  phone: text,
  pay_url: text,
  order_id: text,
};

const SUMMARY: Shape = objectOf({
  code: filled,
  fullcode: filled,
  name: filled,
  is_email_required: bool,
  stablecoin: bool,
  icon_base: text,
  icon_qr: text,
  order: int,
  network: listOf(objectOf(NETWORK)),
});

/** The result of a withdrawal, except for its identifier and its currency, which the document gives two forms. */
export const WITHDRAWN: Table = {
  created: timestamp,
  address: text,
  expiry_date: orNull(timestamp),
  date_finished: orNull(timestamp),
  side_commission: text,
  side_commission_cc: text,
  type_payments: text,
  amount: float,
  amount_usd: float,
  amount_in_fiat: float,
  ...MONEY,
  ...pair('fee'),
  ...pair('service_fee'),
  status: exactly('created'),
  invoice_status: text,
  is_email_required: bool,
  project: objectOf(PROJECT),
  test_mode: bool,
  tx_list: listOf(text),
  type: exactly('dw'),
  phone: text,
  pay_url: text,
  order_id: text,
  step: int,
  total_rub: float,
  currency_list: listOf(SUMMARY),
  aml_enabled: bool,
  aml_side: text,
  aml_cost: float,
  aml_cost_usd: float,
  aml_checks: array,
  links: array,
  quiz_result: bool,
  quiz_detail: object,
  memo: text,
};

/** Every member is nullable, and the types of the others are not shown. */
export const QUIZ_MEMBERS = ['invoice', 'rating', 'comment', 'created'] as const;

export const WALLET: Table = {
  currency: objectOf(FUNDS_CURRENCY),
  address: filled,
  uuid: filled,
  created: timestamp,
  identify: filled,
};

export const BALANCE: Table = {
  currency: objectOf(FUNDS_CURRENCY),
  balance_crypto: float,
  balance_usd: float,
  available_balance: float,
  available_balance_usd: float,
};

export const STATISTICS_KEYS = ['all', 'created', 'paid', 'overpaid', 'partial', 'canceled'] as const;
