import * as v from 'valibot';
import { caipIds, isCurrencyCode, type CurrencyCode } from '../../payment/index.js';
import { CHECKOUT_STATES, DECISIONS, PAYOUT_REFUSALS, REVIEW_REASONS } from '../../protocol/index.js';
import type { WebhookEvent } from './event.js';
import { INVOICE_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from './event-types.js';
import { withCurrentNames } from './renamed-events.js';

const amount = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/));
const time = v.pipe(v.string(), v.isoTimestamp());
const currency = v.custom<CurrencyCode>((value) => typeof value === 'string' && isCurrencyCode(value));

const base = { id: v.string(), createdAt: time, testMode: v.boolean() };
const caip = { caip2: v.string(), caip19: v.nullable(v.string()) };
const ofCustomer = { ...base, customer: v.string(), currency, ...caip };
const ofOrder = {
  ...base,
  checkout: v.object({
    id: v.string(),
    version: v.pipe(v.number(), v.safeInteger()),
    state: v.picklist(CHECKOUT_STATES),
    late: v.boolean(),
  }),
  order: v.object({ id: v.string(), amount, currency: v.string() }),
};

const ofInvoice = {
  id: v.string(),
  orderId: v.string(),
  currency,
  ...caip,
  address: v.nullable(v.string()),
  price: v.object({ amount, currency: v.string() }),
};

const eventSchema = v.variant('type', [
  v.object({
    ...ofCustomer,
    type: v.literal('deposit.received'),
    wallet: v.object({ id: v.string(), address: v.nullable(v.string()) }),
    amount: v.nullable(amount),
    transaction: v.nullable(v.string()),
    invoiceId: v.nullable(v.string()),
    verified: v.boolean(),
  }),
  v.object({
    ...ofCustomer,
    type: v.literal('deposit_address.review_required'),
    reason: v.literal('address_invalid'),
    wallet: v.object({ id: v.string() }),
  }),
  v.object({
    ...ofOrder,
    type: v.picklist(INVOICE_EVENT_TYPES),
    withinTolerance: v.exactOptional(v.literal(true)),
    invoice: v.object({
      ...ofInvoice,
      amount,
      paid: amount,
      applied: amount,
      unapplied: amount,
      due: amount,
      surplus: amount,
      createdAt: time,
      expiresAt: v.nullable(time),
      finishedAt: v.nullable(time),
      transactions: v.pipe(v.array(v.string()), v.readonly()),
    }),
  }),
  v.object({
    ...ofOrder,
    type: v.literal('checkout.review_required'),
    reason: v.picklist(REVIEW_REASONS),
    invoice: v.object(ofInvoice),
  }),
  v.object({
    ...ofOrder,
    type: v.literal('checkout.settled'),
    decision: v.object({
      kind: v.picklist(DECISIONS),
      about: v.picklist(['unapplied', 'late', ...REVIEW_REASONS]),
      invoiceId: v.string(),
      currency,
      amount,
      person: v.string(),
      note: v.nullable(v.string()),
    }),
  }),
  v.object({
    ...ofOrder,
    type: v.picklist(REFUND_EVENT_TYPES),
    refund: v.object({
      id: v.string(),
      by: v.picklist(['key', 'link', 'shop']),
      invoiceId: v.string(),
      currency,
      amount,
      address: v.string(),
      email: v.nullable(v.string()),
      payout: v.nullable(v.string()),
      reply: v.nullable(v.string()),
    }),
  }),
  v.object({
    ...base,
    type: v.picklist(PAYOUT_EVENT_TYPES),
    payout: v.object({
      id: v.string(),
      currency,
      address: v.string(),
      amount,
      purpose: v.nullable(v.string()),
      // Missing in an event of an earlier release.
      refund: v.optional(v.nullable(v.object({ checkout: v.string(), id: v.string() })), null),
      proposedBy: v.string(),
      approvedBy: v.nullable(v.string()),
      refusal: v.nullable(v.picklist(PAYOUT_REFUSALS)),
      serviceId: v.nullable(v.string()),
      sentAmount: v.nullable(amount),
    }),
  }),
  v.object({ ...base, type: v.literal('webhook.test'), testMode: v.literal(true) }),
]);

/** Adds the CAIP ids to an event of an earlier release, which lacks them. */
function withCaipIds(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return event;
  const { currency, invoice }: { currency?: unknown; invoice?: unknown } = event;
  const isCode = typeof currency === 'string' && isCurrencyCode(currency);
  return {
    ...(isCode && caipIds(currency)),
    ...event,
    ...(invoice !== undefined && { invoice: withCaipIds(invoice) }),
  };
}

/** `never`, unless each of two types is assignable to the other. */
type Same<A, B> = [A, B] extends [B, A] ? B : never;

/**
 * Parses an event from JSON, also with the names of an earlier release; `null` if it is not an event of the proxy. Omits
 * fields that this release does not know.
 */
export function parseEvent(json: string): WebhookEvent | null {
  const result = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.transform(withCurrentNames), v.transform(withCaipIds), eventSchema),
    json,
  );
  if (!result.success) return null;
  // The public types are not derived from the schema, since they must not expose the schema library. A field that only one of
  // the two has does not compile.
  const event: Same<typeof result.output, WebhookEvent> = result.output;
  return event;
}
