import type { CheckoutLifetimes } from '../../protocol/index.js';
import type { CheckoutRecord } from './record.js';

interface ServiceLifetime {
  readonly hours: number;
  readonly minutes: number;
}

/** The options about the time until an invoice expires. */
export interface LifetimeSettings {
  readonly lifetime: ServiceLifetime;
  readonly longestLifetime?: ServiceLifetime | undefined;
}

/** Returns the time until an invoice of this order expires. @param isLongest whether the payer selected the longest */
export function lifetimeOf(
  checkout: Pick<CheckoutRecord, 'order'>,
  { lifetime, longestLifetime }: LifetimeSettings,
  isLongest: boolean,
): ServiceLifetime {
  const usual = checkout.order.lifetime ?? lifetime;
  return isLongest && longestLifetime && minutesOf(longestLifetime) > minutesOf(usual)
    ? longestLifetime
    : usual;
}

/** Returns the usual and the longest lifetime, `undefined` if the payer cannot select a longer one. */
export function lifetimesOf(
  checkout: Pick<CheckoutRecord, 'order'>,
  settings: LifetimeSettings,
): CheckoutLifetimes | undefined {
  const usualMinutes = minutesOf(lifetimeOf(checkout, settings, false));
  const longestMinutes = minutesOf(lifetimeOf(checkout, settings, true));
  return longestMinutes > usualMinutes ? { usualMinutes, longestMinutes } : undefined;
}

export function minutesOf({ hours = 0, minutes = 0 }: Partial<ServiceLifetime>): number {
  return hours * 60 + minutes;
}
