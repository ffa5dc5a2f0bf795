export const CHECKOUT_STATES = [
  'choosing',
  'creating',
  'awaiting',
  'detected',
  'processing',
  'partial',
  'paid',
  'overpaid',
  'expired',
  'canceled',
] as const;

/**
 * The state of a checkout.
 *
 * - `choosing`: no currency yet · `creating`: an invoice is being created
 * - `awaiting`: an address is shown, no payment detected · `detected`: a transaction is detected, not yet confirmed
 * - `processing`: the service reports a status that this release does not know: neither paid nor failed, polled again
 * - `partial`: part of the amount is received, the deadline has not passed
 * - `paid`, `overpaid`: the order is paid · `expired`: the deadline passed (with `paid` > 0: underpaid)
 * - `canceled`: the payer canceled
 */
export type CheckoutState = (typeof CHECKOUT_STATES)[number];

/** The order is paid: no further state is expected. */
export const PAID_STATES: ReadonlySet<CheckoutState> = new Set(['paid', 'overpaid']);

/** A payment is detected or received, in full or in part. */
export const PAYMENT_SEEN_STATES: ReadonlySet<CheckoutState> = /* @__PURE__ */ new Set([
  'detected',
  'processing',
  'partial',
  ...PAID_STATES,
]);

/** The payer may still send the amount due until the deadline, unless a transaction waits for confirmation: see `mayBeSent`. */
export const PAYABLE_STATES: ReadonlySet<CheckoutState> = new Set(['awaiting', 'partial']);

/** Returns whether the payer may send the amount due now. A transaction that waits for confirmation may be the rest. */
export function mayBeSent(
  state: CheckoutState,
  { unconfirmed }: { readonly unconfirmed: readonly string[] },
): boolean {
  return PAYABLE_STATES.has(state) && unconfirmed.length === 0;
}

/** No change is expected soon, but another tab may choose a currency, and a late payment may arrive. */
export const IDLE_STATES: ReadonlySet<CheckoutState> = new Set(['choosing', 'expired', 'canceled']);

/**
 * Why received money is owed to the payer.
 *
 * - `surplus`: the invoice that pays the order received more than the order's current price
 * - `underpaid`: the invoice closed, or its deadline passed, with only a part paid
 * - `price_changed`: the invoice is for another price than the order's current one, and has not paid the order
 * - `duplicate`: another invoice has paid the order
 */
export const OWED_REASONS = ['surplus', 'underpaid', 'price_changed', 'duplicate'] as const;
export type OwedReason = (typeof OWED_REASONS)[number];

/** Returns whether other money has paid the order, so that staff cannot accept this money as the payment. */
export function isOfPaidOrder(reason: OwedReason | null): boolean {
  return reason === 'surplus' || reason === 'duplicate';
}
