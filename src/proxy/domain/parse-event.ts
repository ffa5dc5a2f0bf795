import * as v from 'valibot';
import { isCurrencyCode, type CurrencyCode } from '../../payment/index.js';
import {
  CHECKOUT_STATES,
  DECISION_SUBJECTS,
  DECISIONS,
  PAYOUT_REFUSALS,
  REFUND_REQUESTERS,
  REVIEW_REASONS,
} from '../../protocol/index.js';
import type { WebhookEvent } from './event.js';
import { INVOICE_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from './event-types.js';

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
    paymentId: v.string(),
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

const withMoney = v.object({
  ...ofInvoice,
  amount: v.nullable(amount),
  received: amount,
  applied: amount,
  owed: amount,
  reserved: amount,
  refunded: amount,
  dismissed: amount,
  due: v.nullable(amount),
  surplus: amount,
  createdAt: time,
  expiresAt: v.nullable(time),
  finishedAt: v.nullable(time),
  transactions: v.pipe(v.array(v.string()), v.readonly()),
  unconfirmed: v.pipe(v.array(v.string()), v.readonly()),
});

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
    fulfill: v.boolean(),
    invoice: withMoney,
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
    fulfill: v.boolean(),
    invoice: v.nullable(withMoney),
    decision: v.object({
      kind: v.picklist(DECISIONS),
      about: v.picklist(DECISION_SUBJECTS),
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
    invoice: withMoney,
    refund: v.object({
      id: v.string(),
      requestedBy: v.picklist(REFUND_REQUESTERS),
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
      refund: v.nullable(v.object({ payment: v.string(), id: v.string() })),
      proposedBy: v.string(),
      approvedBy: v.nullable(v.string()),
      refusal: v.nullable(v.picklist(PAYOUT_REFUSALS)),
      serviceId: v.nullable(v.string()),
      sentAmount: v.nullable(amount),
    }),
  }),
  v.object({ ...base, type: v.literal('webhook.test'), testMode: v.literal(true) }),
]);

/** `never`, unless each of two types is assignable to the other. */
type Same<A, B> = [A, B] extends [B, A] ? B : never;

/** Parses an event from JSON; `null` if it is not an event of the proxy. Omits unknown fields. */
export function parseEvent(json: string): WebhookEvent | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), eventSchema), json);
  if (!result.success) return null;
  // The public types are not derived from the schema, since they must not expose the schema library. A field that only one of
  // the two has does not compile.
  const event: Same<typeof result.output, WebhookEvent> = result.output;
  return event;
}
