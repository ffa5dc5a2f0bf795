import { createHash } from 'node:crypto';

/** Returns a new event id. A redelivery keeps the id of its event. */
export function newEventId(): string {
  return `evt_${crypto.randomUUID()}`;
}

/**
 * Returns the event id that belongs to a subject, such as a deposit: the same in every process and release, so that the shop
 * handles a repeated event once. Never change how a subject is written.
 */
export function eventIdOf(subject: string): string {
  return `evt_${createHash('sha256').update(subject).digest('base64url')}`;
}
