import * as v from 'valibot';
import {
  checkoutInvoiceEventSchema,
  checkoutReviewEventSchema,
  checkoutSettledEventSchema,
  depositAddressReviewEventSchema,
  depositReceivedEventSchema,
  payoutEventSchema,
  refundEventSchema,
  webhookTestEventSchema,
  type WebhookEvent,
} from './events.js';

const webhookEventSchema = v.variant('type', [
  checkoutInvoiceEventSchema,
  checkoutReviewEventSchema,
  checkoutSettledEventSchema,
  refundEventSchema,
  depositReceivedEventSchema,
  depositAddressReviewEventSchema,
  payoutEventSchema,
  webhookTestEventSchema,
]);

/** Parses an event from JSON; `null` if it is not an event of the proxy. Omits unknown fields. */
export function parseEvent(json: string): WebhookEvent | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), webhookEventSchema), json);
  return result.success ? result.output : null;
}
