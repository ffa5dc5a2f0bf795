import type { ReviewReason } from '../../protocol/index.js';
import type { CheckoutEvent } from './event.js';

/** Former event types → types of this release. Stores of earlier releases contain the former ones. */
export const RENAMED_EVENTS = {
  'checkout.second_payment': 'checkout.duplicate_payment',
  'checkout.expired_partial': 'checkout.underpaid',
  'checkout.alarm': 'checkout.review_required',
  'wallet.alarm': 'deposit_address.review_required',
} as const satisfies Readonly<Record<string, CheckoutEvent['type']>>;

/** Former review reasons → reasons of this release. */
export const RENAMED_REASONS = {
  test_mode: 'unexpected_test_mode',
  withdrawal: 'unexpected_withdrawal',
} as const satisfies Readonly<Record<string, ReviewReason>>;

const currentTypes = new Map<string, string>(Object.entries(RENAMED_EVENTS));
const currentReasons = new Map<string, string>(Object.entries(RENAMED_REASONS));

interface StoredEvent {
  readonly type: string;
  /** The event as JSON text. */
  readonly payload: string;
}

/** Renames the type and the reason of a parsed event of an earlier release. Its id stays. */
export function withCurrentNames(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return event;
  const { type: formerType, reason: formerReason } = { type: '', reason: '', ...event };
  const type = currentTypes.get(formerType);
  if (type === undefined) return event;
  const reason = currentReasons.get(formerReason);
  return { ...event, type, ...(reason === undefined ? {} : { reason }) };
}

/** Renames the type and the reason of an event that an earlier release has stored. */
export function storedWithCurrentNames<E extends StoredEvent>(event: E): E {
  const type = currentTypes.get(event.type);
  if (type === undefined) return event;
  return { ...event, type, payload: JSON.stringify(withCurrentNames(JSON.parse(event.payload))) };
}

/** Returns the names under which events of these types may be stored. */
export function storedTypes(...types: readonly CheckoutEvent['type'][]): readonly string[] {
  const former = [...currentTypes].filter(([, type]) => types.some((one) => one === type));
  return [...types, ...former.map(([name]) => name)];
}
