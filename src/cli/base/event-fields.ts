import type { StoredEvent } from '../../proxy/staff/serialize.js';
import { type Column, escapeControlCharacters, formatIsoSecond, formatIsoTime } from './output.js';

/** Formats events for people. */

export const EVENT_COLUMNS: readonly Column<StoredEvent>[] = [
  { title: 'event', value: ({ id }) => id },
  { title: 'happened', value: ({ event }) => formatIsoTime(event.createdAt) },
  { title: 'type', value: ({ type }) => type },
  { title: 'order', value: subject },
  { title: 'details', value: about },
  { title: 'status', value: ({ status }) => status },
  { title: 'delivered', value: ({ deliveredAt }) => formatIsoSecond(deliveredAt) },
  { title: 'tries', value: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'last failure', value: ({ lastFailure }) => lastFailure },
];

/** Returns the event on one line. */
export function eventLine(stored: StoredEvent): string {
  const { id, type, event } = stored;
  const parts = [formatIsoTime(event.createdAt) ?? '', type, subject(stored), about(stored), id];
  return parts.map(escapeControlCharacters).join('  ');
}

export function subjectOf({ event }: StoredEvent): Record<string, string> {
  if ('payout' in event) return { payout: event.payout.id };
  return 'order' in event ? { order: event.order.id } : { customer: event.customer };
}

function subject(event: StoredEvent): string {
  return Object.values(subjectOf(event)).join();
}

function about({ event }: StoredEvent): string {
  if ('payout' in event) return `${event.payout.amount} ${event.payout.currency}`;
  if (event.type === 'deposit.received') {
    const sum = `${event.amount ?? 'an unknown amount of'} ${event.currency}`;
    return event.verified ? sum : `${sum}, not verified`;
  }
  if ('reason' in event) return event.reason;
  if ('refund' in event) return `${event.refund.amount} ${event.refund.currency}`;
  if (event.type === 'checkout.settled') return `${event.decision.kind}, ${event.decision.about}`;
  const { received, currency } = event.invoice;
  return received === '0' ? currency : `${received} ${currency}`;
}
