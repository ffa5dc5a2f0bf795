import type { Store } from './store.js';

/** An event that waits for its delivery. */
export interface WaitingEvent {
  readonly sequence: number;
  readonly checkoutId: string;
  readonly type: string;
  /** The event as JSON text. */
  readonly payload: string;
  /** How often it has been tried. */
  readonly attempts: number;
}

export interface NextEvents {
  readonly nowMs: number;
  readonly limit: number;
  /** Checkouts that are being told something already. */
  readonly except: readonly string[];
}

/** The oldest waiting event of each checkout that may be tried now: later ones wait for it. */
export async function nextEvents(
  store: Store,
  { nowMs, limit, except }: NextEvents,
): Promise<readonly WaitingEvent[]> {
  if (limit <= 0) return [];
  const rows = await store.db
    .selectFrom('events')
    .selectAll()
    .where('sequence', 'in', ({ selectFrom }) =>
      selectFrom('events as waiting')
        .select(({ fn }) => fn.min('waiting.sequence').as('first'))
        .where('waiting.delivered_at_ms', 'is', null)
        .groupBy('waiting.checkout_id'),
    )
    .where('next_attempt_at_ms', '<=', nowMs)
    .where('checkout_id', 'not in', except)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ sequence, checkout_id, type, payload, attempts }) => ({
    sequence,
    checkoutId: checkout_id,
    type,
    payload,
    attempts,
  }));
}

export async function markDelivered(store: Store, sequence: number, nowMs: number): Promise<void> {
  await store.db
    .updateTable('events')
    .set({ delivered_at_ms: nowMs })
    .where('sequence', '=', sequence)
    .execute();
}

export async function postpone(
  store: Store,
  { sequence, attempts }: WaitingEvent,
  nextAttemptAtMs: number,
): Promise<void> {
  await store.db
    .updateTable('events')
    .set({ attempts: attempts + 1, next_attempt_at_ms: nextAttemptAtMs })
    .where('sequence', '=', sequence)
    .execute();
}
