import type { AdminEvent } from '../../proxy/admin.js';
import { type Column, escapeControlCharacters, formatIsoTime } from './output.js';

/** Formats events for people. */

export const EVENT_COLUMNS: readonly Column<AdminEvent>[] = [
  { title: 'event', value: ({ id }) => id },
  { title: 'happened', value: ({ event }) => formatIsoTime(event.createdAt) },
  { title: 'type', value: ({ type }) => type },
  { title: 'order', value: subject },
  { title: 'about', value: about },
  { title: 'status', value: ({ status }) => status },
  { title: 'tries', value: ({ attempts }) => String(attempts), align: 'right' },
  { title: 'last failure', value: ({ lastFailure }) => lastFailure },
];

/** Returns the event on one line. */
export function eventLine(stored: AdminEvent): string {
  const { id, type, event } = stored;
  const parts = [formatIsoTime(event.createdAt) ?? '', type, subject(stored), about(stored), id];
  return parts.map(escapeControlCharacters).join('  ');
}

export function subjectOf({ event }: AdminEvent): Record<string, string> {
  return 'order' in event ? { order: event.order.id } : { customer: event.customer };
}

function subject({ event }: AdminEvent): string {
  return 'order' in event ? event.order.id : event.customer;
}

function about({ event }: AdminEvent): string {
  if (event.type === 'deposit.received') {
    const sum = `${event.amount ?? 'an unknown amount of'} ${event.currency}`;
    return event.verified ? sum : `${sum}, not verified`;
  }
  if (event.type === 'checkout.review_required' || event.type === 'deposit_address.review_required')
    return event.reason;
  const { currency } = event.invoice;
  if (event.type === 'checkout.settled') return `${event.decision}, ${event.about}`;
  const { paid } = event.invoice;
  return paid === '0' ? currency : `${paid} ${currency}`;
}
