import * as v from 'valibot';
import { isCurrencyCode, isZeroAmount, type CurrencyCode } from '../../payment/index.js';
import { REVIEW_REASONS, type ReviewReason } from '../../protocol/index.js';
import {
  findInvoice,
  POLL_FAILURES,
  type CheckoutRecord,
  type CreationDetails,
  type InvoiceRecord,
} from '../domain/record.js';
import { isLapsed, PAYMENT_LEVELS, type PaymentStatus } from '../domain/payment-status.js';
import { RENAMED_REASONS } from '../domain/renamed-events.js';
import { refundableAmounts } from '../domain/refundable.js';
import { settlementOf } from '../domain/settlement.js';
import { parseDecisions, parseRefunds, parseTransfer } from './json-columns.js';
import type { CheckoutRow, InvoiceRow } from './schema.js';

export function toCheckoutRow(record: CheckoutRecord): CheckoutRow {
  const { order } = record;
  const settlement = settlementOf(record);
  const { status } = settlement;
  const payCurrency =
    status.invoice?.invoice.currency ?? findInvoice(record, record.current)?.currency ?? null;
  return {
    id: record.id,
    order_id: order.id,
    version: record.version,
    state: status.state,
    is_owing: Number(refundableAmounts(record, settlement).some(({ owed }) => !isZeroAmount(owed))),
    attention_since_ms: record.attentionSinceMs,
    decisions: record.decisions.length === 0 ? null : JSON.stringify(record.decisions),
    refunds: record.refunds.length === 0 ? null : JSON.stringify(record.refunds),
    pay_currency: payCurrency,
    amount_value: Number(order.amount),
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    order_email: order.email,
    email_required: Number(order.emailRequired),
    offers: order.offers && JSON.stringify(order.offers),
    lifetime_minutes: order.lifetime && order.lifetime.hours * 60 + order.lifetime.minutes,
    return_url: order.returnUrl,
    fail_url: order.failUrl,
    issued_at_ms: record.issuedAtMs,
    quotable_until_ms: record.quotableUntilMs,
    reference: record.reference,
    shop_name: record.shop.name,
    shop_logo: null,
    payer_email: record.email,
    current_sequence: record.current,
    paid_by_sequence: record.paidBy,
    transfer: record.transfer && JSON.stringify(record.transfer),
    created_at_ms: record.createdAtMs,
    looked_at_ms: record.lastSeenAtMs,
  };
}

/** @param invoiceRows by sequence */
export function fromCheckoutRow(row: CheckoutRow, invoiceRows: readonly InvoiceRow[]): CheckoutRecord {
  return {
    id: row.id,
    version: row.version,
    order: {
      id: row.order_id,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      email: row.order_email,
      emailRequired: row.email_required === 1,
      offers: row.offers === null ? null : textList(row.offers).filter(isCurrencyCode),
      lifetime: row.lifetime_minutes === null ? null : lifetimeOf(row.lifetime_minutes),
      returnUrl: row.return_url,
      failUrl: row.fail_url,
    },
    issuedAtMs: row.issued_at_ms,
    quotableUntilMs: row.quotable_until_ms,
    reference: row.reference,
    shop: { name: row.shop_name },
    email: row.payer_email,
    current: row.current_sequence,
    paidBy: row.paid_by_sequence,
    transfer: parseTransfer(row.transfer),
    decisions: parseDecisions(row.decisions),
    refunds: parseRefunds(row.refunds),
    attentionSinceMs: row.attention_since_ms,
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.looked_at_ms,
    invoices: invoiceRows.map(fromInvoiceRow),
  };
}

/** @param invoiceRows of all these checkouts, by sequence */
export function fromCheckoutRows(
  rows: readonly CheckoutRow[],
  invoiceRows: readonly InvoiceRow[],
): readonly CheckoutRecord[] {
  const ofCheckout = (id: string) => invoiceRows.filter((invoice) => invoice.checkout_id === id);
  return rows.map((row) => fromCheckoutRow(row, ofCheckout(row.id)));
}

function lifetimeOf(minutes: number): { readonly hours: number; readonly minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export function toInvoiceRow(checkoutId: string, invoice: InvoiceRecord): InvoiceRow {
  const { money } = invoice;
  const intent = invoice.stage === 'intended' ? invoice : null;
  const created = invoice.stage === 'intended' ? null : invoice;
  return {
    checkout_id: checkoutId,
    sequence: invoice.sequence,
    service_order_id: invoice.orderId,
    stage: invoice.stage,
    is_live: Number(invoice.isLive),
    is_cancel_asked: Number(invoice.isCancelRequested),
    currency: invoice.currency,
    price_amount: invoice.price.amount,
    price_currency: invoice.price.currency,
    intended_at_ms: invoice.intendedAtMs,
    service_id: created?.serviceId ?? null,
    address: created?.address ?? null,
    amount: invoice.stage === 'shown' ? invoice.amount : null,
    fee: created?.fee ?? null,
    fee_paid_by: created?.feePaidBy ?? null,
    hosted_page: created?.hostedPage ?? null,
    test_mode: Number(created?.testMode ?? false),
    trouble: created?.pollFailure ?? null,
    hinted_at_ms: created?.hintedAtMs ?? null,
    next_cancel_at_ms: created?.nextCancelAtMs ?? null,
    created_at_ms: created?.createdAtMs ?? null,
    expires_at_ms: created?.expiresAtMs ?? null,
    next_check_at_ms: invoice.nextPollAtMs,
    claimed_until_ms: 0,
    checked_at_ms: invoice.checkedAtMs,
    settled: money.level,
    paid: money.paid,
    missing: money.missing,
    transactions: JSON.stringify(money.transactions),
    alarms: JSON.stringify(invoice.reviewReasons.map(toStoredReason)),
    is_puzzling: Number(money.hasUnknownStatus),
    is_closed: Number(money.isClosed),
    is_lapsed: Number(created !== null && isLapsed(money, created.expiresAtMs)),
    unpaid_at_ms: money.unpaidAtMs,
    lacked_at_ms: money.withoutTransactionAtMs,
    is_late: Number(money.isLate),
    claim_hash: invoice.claimHash,
    finished_at_ms: money.finishedAtMs,
    next_look_at_ms: intent?.nextLookupAtMs ?? null,
    looks: intent?.lookups ?? 0,
  };
}

function fromInvoiceRow(row: InvoiceRow): InvoiceRecord {
  const base = {
    sequence: row.sequence,
    orderId: row.service_order_id,
    currency: currencyCode(row.currency),
    price: { amount: row.price_amount, currency: row.price_currency },
    // An older release clears it when the invoice is created.
    intendedAtMs: row.intended_at_ms ?? row.created_at_ms ?? 0,
    isLive: row.is_live === 1,
    isCancelRequested: row.is_cancel_asked === 1,
    money: moneyOf(row),
    reviewReasons: textList(row.alarms).map(fromStoredReason),
    claimHash: row.claim_hash,
    nextPollAtMs: row.next_check_at_ms,
    checkedAtMs: row.checked_at_ms,
  };
  if (row.service_id === null) {
    const { next_look_at_ms: nextLookupAtMs, looks: lookups } = row;
    return { ...base, stage: 'intended', nextLookupAtMs, lookups };
  }
  const created = { ...base, ...createdDetails(row, row.service_id) };
  const { address, amount } = row;
  if (address !== null && amount !== null && row.stage === 'shown') {
    return { ...created, stage: 'shown', address, amount };
  }
  return { ...created, stage: row.stage === 'rejected' ? 'rejected' : 'made', address };
}

function createdDetails(row: InvoiceRow, serviceId: string): CreationDetails {
  return {
    serviceId,
    createdAtMs: row.created_at_ms ?? 0,
    expiresAtMs: row.expires_at_ms,
    fee: row.fee,
    feePaidBy: row.fee_paid_by === 'payer' || row.fee_paid_by === 'shop' ? row.fee_paid_by : null,
    hostedPage: row.hosted_page,
    testMode: row.test_mode === 1,
    pollFailure: v.parse(pollFailureSchema, row.trouble),
    hintedAtMs: row.hinted_at_ms,
    nextCancelAtMs: row.next_cancel_at_ms,
  };
}

const reviewReasonSchema = v.picklist(REVIEW_REASONS);

/** Processes of earlier releases know only the stored names. */
export function toStoredReason(reason: ReviewReason): string {
  return Object.entries(RENAMED_REASONS).find(([, name]) => name === reason)?.[0] ?? reason;
}

function fromStoredReason(stored: string): ReviewReason {
  const renamed = Object.entries(RENAMED_REASONS).find(([name]) => name === stored)?.[1];
  return renamed ?? v.parse(reviewReasonSchema, stored);
}

const pollFailureSchema = v.nullable(v.picklist(POLL_FAILURES));

const levelSchema = v.picklist(PAYMENT_LEVELS);

function moneyOf(row: InvoiceRow): PaymentStatus {
  return {
    level: v.parse(levelSchema, row.settled),
    paid: row.paid,
    missing: row.missing,
    transactions: textList(row.transactions),
    hasUnknownStatus: row.is_puzzling === 1,
    isClosed: row.is_closed === 1,
    unpaidAtMs: row.unpaid_at_ms,
    withoutTransactionAtMs: row.lacked_at_ms,
    isLate: row.is_late === 1,
    finishedAtMs: row.finished_at_ms,
  };
}

/** @throws {Error} if a newer release has stored a currency that this one does not know */
export function currencyCode(text: string): CurrencyCode {
  if (isCurrencyCode(text)) return text;
  throw new Error(
    `The store contains an unknown currency ("${text}"). Run the release that wrote it, or a newer one.`,
  );
}

const textListSchema = v.array(v.string());

function textList(json: string): readonly string[] {
  return v.parse(textListSchema, JSON.parse(json));
}
