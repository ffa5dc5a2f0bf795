import assert from 'node:assert/strict';
import { isZeroAmount } from '../../src/payment/index.js';
import type { JsonFields, Merchant } from './harness.js';
import { amountOf, fieldsOf, textOf } from './harness.js';

const PERIOD = { start: '01.01.2026', end: '31.12.2099' };
const STATUSES = ['created', 'paid', 'overpaid', 'partial', 'canceled'] as const;
/** More decimals than a coin amount times a rate ever has. */
const DECIMALS = 60;

/** The transfers on the chain, as seen from outside: exact decimal text. */
export interface Sent {
  /** Confirmed money by invoice. */
  readonly paid: ReadonlyMap<string, string>;
  /** Money for static wallets, by currency. */
  readonly deposited: ReadonlyMap<string, string>;
}

/** An amount of a response, as an integer for sums. */
function digitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

function wireDigits(fields: JsonFields, name: string): bigint {
  return digitsOf(amountOf(fields, name));
}

function fullCodeOf(record: JsonFields): string {
  return textOf(fieldsOf(record['currency']), 'fullcode');
}

/** Every page of the invoice list: payments in and withdrawals. */
async function listAll(merchant: Merchant): Promise<readonly JsonFields[]> {
  const records: JsonFields[] = [];
  for (;;) {
    const page = { ...PERIOD, offset: records.length, limit: 100 };
    const { body, text } = await merchant.call('/v2/invoice/merchant/list', page);
    if (!Array.isArray(body['result'])) throw new TypeError(text);
    records.push(...body['result'].map(fieldsOf));
    if (records.length >= Number(String(body['all_count']))) return records;
  }
}

/** By currency: as in balances. */
export async function balancesOf(merchant: Merchant): Promise<ReadonlyMap<string, string>> {
  const { body, text } = await merchant.send('/v2/merchant/wallet/balance/all', undefined);
  if (!Array.isArray(body['result'])) throw new TypeError(text);
  const entries = body['result'].map(fieldsOf);
  for (const entry of entries)
    assert.equal(amountOf(entry, 'available_balance'), amountOf(entry, 'balance_crypto'));
  return new Map(
    entries.map((entry) => [textOf(fieldsOf(entry['currency']), 'code'), amountOf(entry, 'balance_crypto')]),
  );
}

/**
 * The law of the ledger, from the responses alone:
 * - of every invoice, `amount_paid` = `received` + the fees taken, and `amount_paid` + `to_surcharge` =
 *   `amount_to_pay` + the surplus; the fees taken are `fee` + `service_fee`, or all that was paid if that is less
 * - per currency, balance = `received` + deposits − `amount_to_pay` of withdrawals
 * - statistics are the list counted, and `all` is the sum of the statuses
 */
export async function assertInvariants(merchant: Merchant, sent: Sent): Promise<void> {
  const records = await listAll(merchant);
  const invoices = records.filter(({ type }) => type === 'up');
  const withdrawals = records.filter(({ type }) => type === 'dw');
  assert.equal(invoices.length + withdrawals.length, records.length);
  assert.equal(new Set(records.map(({ uuid }) => uuid)).size, records.length);
  for (const invoice of invoices) assertInvoice(invoice, sent.paid.get(textOf(invoice, 'uuid')) ?? '0');
  for (const withdrawal of withdrawals) assertWithdrawal(withdrawal);
  assertBalances(await balancesOf(merchant), { invoices, withdrawals, sent });
  await assertStatistics(merchant, invoices);
}

function assertInvoice(invoice: JsonFields, paid: string): void {
  assert.equal(amountOf(invoice, 'amount_paid'), paid);
  for (const unit of ['', '_usd']) {
    const of = (name: string): bigint => wireDigits(invoice, name + unit);
    const fees = of('fee') + of('service_fee');
    const taken = of('amount_paid') < fees ? of('amount_paid') : fees;
    assert.equal(of('amount_paid'), of('received') + taken);
    const surplus = of('amount_paid') - of('amount_to_pay');
    assert.equal(of('to_surcharge'), surplus < 0n ? -surplus : 0n);
  }
  const isOpen = invoice['status'] === 'created' || invoice['status'] === 'canceled';
  assert.equal(isOpen, isZeroAmount(paid));
  const excess = wireDigits(invoice, 'amount_paid') - wireDigits(invoice, 'amount_to_pay');
  const expected = excess < 0n ? 'partial' : excess > 0n ? 'overpaid' : 'paid';
  if (!isOpen) assert.equal(invoice['status'], expected);
}

function assertWithdrawal(withdrawal: JsonFields): void {
  for (const unit of ['', '_usd']) {
    const of = (name: string): bigint => wireDigits(withdrawal, name + unit);
    assert.equal(of('amount_to_pay'), of('amount') + of('fee') + of('service_fee'));
    assert.equal(of('amount_paid') + of('to_surcharge'), of('amount_to_pay'));
    assert.equal(of('received'), 0n);
  }
}

interface Movements {
  readonly invoices: readonly JsonFields[];
  readonly withdrawals: readonly JsonFields[];
  readonly sent: Sent;
}

function assertBalances(
  shown: ReadonlyMap<string, string>,
  { invoices, withdrawals, sent }: Movements,
): void {
  const expected = new Map<string, bigint>();
  const move = (code: string, digits: bigint): void =>
    void expected.set(code, (expected.get(code) ?? 0n) + digits);
  for (const invoice of invoices) {
    if (sent.paid.has(textOf(invoice, 'uuid'))) move(fullCodeOf(invoice), wireDigits(invoice, 'received'));
  }
  for (const [code, amount] of sent.deposited) move(code, digitsOf(amount));
  for (const withdrawal of withdrawals)
    move(fullCodeOf(withdrawal), -wireDigits(withdrawal, 'amount_to_pay'));
  const digits = new Map([...shown].map(([code, amount]) => [code, digitsOf(amount)]));
  assert.deepEqual(digits, new Map([...digits.keys()].map((code) => [code, expected.get(code) ?? 0n])));
  assert.equal(digits.size, expected.size);
  assert.ok([...digits.values()].every((balance) => balance >= 0n));
}

async function assertStatistics(merchant: Merchant, invoices: readonly JsonFields[]): Promise<void> {
  const { body } = await merchant.call('/v2/invoice/merchant/statistics', PERIOD);
  const { count, amount } = fieldsOf(body['result']);
  const [counts, amounts] = [fieldsOf(count), fieldsOf(amount)];
  const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);
  for (const status of STATUSES) {
    const some = invoices.filter((invoice) => invoice['status'] === status);
    assert.equal(String(counts[status]), String(some.length), status);
    assert.equal(
      wireDigits(amounts, status),
      sum(some.map((invoice) => wireDigits(invoice, 'amount_usd'))),
      status,
    );
  }
  assert.equal(wireDigits(counts, 'all'), sum(STATUSES.map((status) => wireDigits(counts, status))));
  assert.equal(wireDigits(amounts, 'all'), sum(STATUSES.map((status) => wireDigits(amounts, status))));
}
