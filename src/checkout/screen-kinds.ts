/** The amount due may be sent: there is an address, and a deadline that may be near. */
export type PayableKind = 'awaiting' | 'partial';

/** A screen that reports on a payment instead of requesting it. */
export type OutcomeKind =
  | 'detected'
  | 'processing'
  /** A part is received, and another transaction waits for confirmation, before the deadline or after it. */
  | 'partial_detected'
  | 'paid'
  | 'overpaid'
  /** The deadline has passed by the server's clock, and the service has not reported the final state. */
  | 'checking'
  | 'expired'
  | 'expired_partial'
  | 'late'
  | 'canceled';

/** The kind of a screen. `screenOf` decides it from the checkout's state and the invoice's deadline. */
export type ScreenKind = 'loading' | 'choosing' | 'creating' | PayableKind | OutcomeKind | 'error';

const kinds = <Kind extends ScreenKind>(...listed: readonly Kind[]): ReadonlySet<ScreenKind> =>
  new Set(listed);

/** The screen has nothing to report about the payment yet, or only a part of it. */
export const BEFORE_OUTCOME = /* @__PURE__ */ kinds('loading', 'choosing', 'creating', 'awaiting', 'partial');

/** A payment is detected or may be on its way: before closing, the payer reads that nothing is lost. */
export const PAYMENT_IN_FLIGHT = /* @__PURE__ */ kinds(
  'checking',
  'detected',
  'processing',
  'partial',
  'partial_detected',
);

/** The shop has money of the payer, and the order is not paid. On a problem, the payer reads that the money is safe. */
export const MONEY_AT_STAKE = /* @__PURE__ */ kinds(
  'detected',
  'processing',
  'partial',
  'partial_detected',
  'expired_partial',
);

/** Waiting for confirmations: nothing is expected of the payer. */
export const CONFIRMING = /* @__PURE__ */ kinds('detected', 'processing', 'partial_detected');

/** The order is paid, even if late: the screen does not change anymore. */
export const PAID_SCREENS = /* @__PURE__ */ kinds('paid', 'overpaid', 'late');
