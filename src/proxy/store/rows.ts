import * as v from 'valibot';
import { isCurrencyCode, isZeroAmount, type CurrencyCode } from '../../payment/index.js';
import { REVIEW_REASONS } from '../../protocol/index.js';
import {
  findInvoice,
  POLL_FAILURES,
  type CheckoutRecord,
  type CreationDetails,
  type InvoiceRecord,
  paymentIdOf,
} from '../domain/record.js';
import { isLapsed, PAYMENT_LEVELS, type PaymentStatus } from '../domain/merge-status-reports.js';
import { ledgerOf } from '../domain/settlement.js';
import { sumOf, type Movement } from '../domain/movement.js';
import { countWork } from '../domain/pending-decisions.js';
import type { CheckoutRow, InvoiceRow } from './schema.js';

export function toCheckoutRow(record: CheckoutRecord): CheckoutRow {
  const { order } = record;
  const ledger = ledgerOf(record);
  const { status, invoices } = ledger;
  const work = countWork(record, ledger);
  const payCurrency =
    status.invoice?.invoice.currency ?? findInvoice(record, record.current)?.currency ?? null;
  return {
    id: record.id,
    payment_id: paymentIdOf(record.id),
    order_id: order.id,
    version: record.version,
    state: status.state,
    is_owing: invoices.some(({ owed }) => !isZeroAmount(owed)),
    attention_since: record.attentionSinceMs,
    attention_money: work.money,
    attention_other: work.other,
    pay_currency: payCurrency,
    amount_value: Number(order.amount),
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    order_email: order.email,
    is_email_required: order.emailRequired,
    offers: order.offers && JSON.stringify(order.offers),
    lifetime_minutes: order.lifetime && order.lifetime.hours * 60 + order.lifetime.minutes,
    return_url: order.returnUrl,
    fail_url: order.failUrl,
    issued_at: record.issuedAtMs,
    quotable_until: record.quotableUntilMs,
    reference: record.reference,
    shop_name: record.shop.name,
    payer_email: record.email,
    current_sequence: record.current,
    paid_by_sequence: record.paidBy?.sequence ?? null,
    paid_by_position: record.paidBy?.position ?? null,
    created_at: record.createdAtMs,
    last_seen_at: record.lastSeenAtMs,
  };
}

export function fromCheckoutRow(
  row: CheckoutRow,
  parts: Pick<CheckoutRecord, 'invoices' | 'decisions' | 'refunds' | 'transfer'>,
): CheckoutRecord {
  return {
    id: row.id,
    version: row.version,
    order: {
      id: row.order_id,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      email: row.order_email,
      emailRequired: row.is_email_required,
      offers: row.offers === null ? null : textList(row.offers).filter(isCurrencyCode),
      lifetime: row.lifetime_minutes === null ? null : lifetimeOf(row.lifetime_minutes),
      returnUrl: row.return_url,
      failUrl: row.fail_url,
    },
    issuedAtMs: row.issued_at,
    quotableUntilMs: row.quotable_until,
    reference: row.reference,
    shop: { name: row.shop_name },
    email: row.payer_email,
    current: row.current_sequence,
    paidBy:
      row.paid_by_sequence === null || row.paid_by_position === null
        ? null
        : { sequence: row.paid_by_sequence, position: row.paid_by_position },
    attentionSinceMs: row.attention_since,
    createdAtMs: row.created_at,
    lastSeenAtMs: row.last_seen_at,
    ...parts,
  };
}

function lifetimeOf(minutes: number): { readonly hours: number; readonly minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export function toInvoiceRow(checkoutId: string, invoice: InvoiceRecord): InvoiceRow {
  const { money } = invoice;
  const intent = invoice.stage === 'creating' ? invoice : null;
  const created = invoice.stage === 'creating' ? null : invoice;
  return {
    checkout_id: checkoutId,
    sequence: invoice.sequence,
    service_order_id: invoice.orderId,
    stage: invoice.stage,
    is_live: invoice.isLive,
    is_cancel_requested: invoice.isCancelRequested,
    currency: invoice.currency,
    price_amount: invoice.price.amount,
    price_currency: invoice.price.currency,
    intended_at: invoice.intendedAtMs,
    service_id: created?.serviceId ?? null,
    address: created?.address ?? null,
    amount: created?.amount ?? null,
    fee: created?.fee ?? null,
    fee_paid_by: created?.feePaidBy ?? null,
    hosted_page: created?.hostedPage ?? null,
    is_test_mode: created?.testMode ?? false,
    poll_failure: created?.pollFailure ?? null,
    hinted_at: created?.hintedAtMs ?? null,
    next_cancel_at: created?.nextCancelAtMs ?? null,
    created_at: created?.createdAtMs ?? null,
    expires_at: created?.expiresAtMs ?? null,
    next_poll_at: invoice.nextPollAtMs,
    claimed_until: 0,
    checked_at: invoice.checkedAtMs,
    payment_level: money.level,
    missing: money.missing,
    transactions: JSON.stringify(money.transactions),
    sums: JSON.stringify(money.sums),
    review_reasons: JSON.stringify(invoice.reviewReasons),
    has_unknown_status: money.hasUnknownStatus,
    is_closed: money.isClosed,
    is_lapsed: created !== null && isLapsed(money, created.expiresAtMs),
    unpaid_at: money.unpaidAtMs,
    overdue_at: money.overdueAtMs,
    is_late: money.isLate,
    viewer: invoice.viewer,
    finished_at: money.finishedAtMs,
    next_lookup_at: intent?.nextLookupAtMs ?? null,
    lookups: intent?.lookups ?? 0,
  };
}

/** @param movements by position */
export function fromInvoiceRow(row: InvoiceRow, movements: readonly Movement[]): InvoiceRecord {
  const base = {
    sequence: row.sequence,
    orderId: row.service_order_id,
    currency: currencyCode(row.currency),
    price: { amount: row.price_amount, currency: row.price_currency },
    intendedAtMs: row.intended_at,
    isLive: row.is_live,
    isCancelRequested: row.is_cancel_requested,
    money: moneyOf(row, movements),
    movements,
    reviewReasons: v.parse(reviewReasonsSchema, JSON.parse(row.review_reasons)),
    viewer: row.viewer,
    nextPollAtMs: row.next_poll_at,
    checkedAtMs: row.checked_at,
  };
  if (row.service_id === null) {
    const { next_lookup_at: nextLookupAtMs, lookups } = row;
    return { ...base, stage: 'creating', nextLookupAtMs, lookups };
  }
  const created = { ...base, ...createdDetails(row, row.service_id) };
  const { address, amount } = row;
  if (address !== null && amount !== null && row.stage === 'open') {
    return { ...created, stage: 'open', address, amount };
  }
  return { ...created, stage: row.stage === 'rejected' ? 'rejected' : 'created', address, amount };
}

function createdDetails(row: InvoiceRow, serviceId: string): CreationDetails {
  return {
    serviceId,
    createdAtMs: row.created_at ?? 0,
    expiresAtMs: row.expires_at,
    fee: row.fee,
    feePaidBy: row.fee_paid_by === 'payer' || row.fee_paid_by === 'shop' ? row.fee_paid_by : null,
    hostedPage: row.hosted_page,
    testMode: row.is_test_mode,
    pollFailure: v.parse(pollFailureSchema, row.poll_failure),
    hintedAtMs: row.hinted_at,
    nextCancelAtMs: row.next_cancel_at,
  };
}

const reviewReasonsSchema = v.array(v.picklist(REVIEW_REASONS));
const pollFailureSchema = v.nullable(v.picklist(POLL_FAILURES));

const levelSchema = v.picklist(PAYMENT_LEVELS);
const transactionsSchema = v.array(v.object({ id: v.string(), seenAtMs: v.number() }));
const sumsSchema = v.array(
  v.object({ paid: v.string(), atMs: v.number(), transactions: v.array(v.string()) }),
);

function moneyOf(row: InvoiceRow, movements: readonly Movement[]): PaymentStatus {
  const received = movements.filter(({ kind }) => kind === 'received').map(({ amount }) => amount);
  return {
    level: v.parse(levelSchema, row.payment_level),
    paid: sumOf(received),
    missing: row.missing,
    transactions: v.parse(transactionsSchema, JSON.parse(row.transactions)),
    sums: v.parse(sumsSchema, JSON.parse(row.sums)),
    hasUnknownStatus: row.has_unknown_status,
    isClosed: row.is_closed,
    unpaidAtMs: row.unpaid_at,
    overdueAtMs: row.overdue_at,
    isLate: row.is_late,
    finishedAtMs: row.finished_at,
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
