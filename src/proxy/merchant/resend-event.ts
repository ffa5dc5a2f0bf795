import type { CheckoutEvent } from '../../protocol/events.js';
import { paymentIdOf } from '../domain/record.js';
import { findEvent, requeueEvent } from '../store/admin-queries.js';
import { appendAudit } from '../store/audit-log.js';
import { deliveryOf } from '../store/outbox.js';
import type { EventRow } from '../store/schema.js';
import type { Store } from '../store/store.js';

/**
 * Schedules an event for redelivery under the same id, and records who did so in the audit log.
 * @returns `null` if the id is unknown
 */
export function resendEvent(
  store: Store,
  id: string,
  { person, nowMs }: { readonly person: string; readonly nowMs: number },
): Promise<EventRow | null> {
  return store.transaction(async (tx) => {
    const before = await findEvent(tx.tx, id);
    const requeued = before && (await requeueEvent(tx.tx, id));
    if (!requeued) return null;
    const { type, checkout_id: queue } = before;
    const event: CheckoutEvent = JSON.parse(before.payload);
    const subject = 'order' in event ? paymentIdOf(queue) : queue;
    await appendAudit(tx, {
      ...{ atMs: nowMs, person, action: 'event.resend', subject },
      before: { event: id, type, status: deliveryOf(before).status },
      after: { event: id, type, status: 'waiting' },
    });
    return requeued;
  });
}
