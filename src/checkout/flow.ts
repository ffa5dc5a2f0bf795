import { isCurrencyCode, type CurrencyCode } from '../payment/index.js';
import type { Checkout } from '../protocol/index.js';
import { PAYMENT_IN_FLIGHT, type ScreenKind } from './screen-kinds.js';
import type { Screen } from './screen.js';
import type { InvoiceTime, SessionSnapshot } from './session.js';
import { checkoutIn } from './state.js';

/**
 * The overlay that the payer has opened. `cancel`, `close`: a confirmation. `help`: details for the shop. `refund`: the form to
 * ask for money back.
 */
export type Overlay = 'cancel' | 'close' | 'help' | 'refund';

/** The part of the payer's progress through a checkout that the session does not track. */
export interface Flow {
  /** The currency that waits for an email address. */
  readonly awaitingEmail: CurrencyCode | null;
  readonly email: string;
  readonly isEmailInvalid: boolean;
  /** The payer asks for the longest time that the shop offers. */
  readonly needsMoreTime: boolean;
  readonly overlay: Overlay | null;
  /** The payer's last action, to be retried if it fails: the currency that was selected, or the cancellation. */
  readonly lastAction: CurrencyCode | 'cancel' | null;
  readonly problemAtMs: number;
  /** The screen that is shown; `null` before the first one. */
  readonly kind: ScreenKind | null;
  /** The currency that the page names was already considered in this session. */
  readonly isPreselected: boolean;
}

export const INITIAL_FLOW: Flow = {
  awaitingEmail: null,
  email: '',
  isEmailInvalid: false,
  needsMoreTime: false,
  overlay: null,
  lastAction: null,
  problemAtMs: 0,
  kind: null,
  isPreselected: false,
};

export type FlowAction =
  | { readonly type: 'sessionReplaced' }
  | { readonly type: 'dialogToggled' }
  /** The screen of the context is about to be rendered. */
  | { readonly type: 'screenWillRender' }
  /** `currency`: the one that the page names, if any. */
  | { readonly type: 'screenRendered'; readonly currency: string }
  | { readonly type: 'problemReported' }
  | { readonly type: 'currencySelected'; readonly currency: CurrencyCode }
  | { readonly type: 'moreTimeToggled'; readonly isNeeded: boolean }
  /** A new price for the current invoice, shortly before its deadline. */
  | { readonly type: 'renewalRequested' }
  | { readonly type: 'emailSubmitted'; readonly email: string; readonly isValid: boolean }
  | { readonly type: 'emailDismissed' }
  | { readonly type: 'currencyChangeToggled'; readonly isChanging: boolean }
  | { readonly type: 'overlayToggled'; readonly overlay: Overlay | null }
  | { readonly type: 'cancelConfirmed' }
  | { readonly type: 'retryRequested' }
  | { readonly type: 'refreshRequested' }
  | { readonly type: 'closeRequested' }
  /** By Escape or the back gesture: leaves the overlay, else closes the dialog. */
  | { readonly type: 'dismissRequested' };

export type FlowEffect =
  | {
      readonly type: 'createInvoice';
      readonly currency: CurrencyCode;
      readonly email: string;
      readonly time: InvoiceTime;
    }
  | { readonly type: 'cancelCheckout' }
  | { readonly type: 'changeCurrency'; readonly isChanging: boolean }
  | { readonly type: 'refresh' }
  | { readonly type: 'loadSteps' }
  /** Starts the automatic return to the shop, if the page sets `return-after`. */
  | { readonly type: 'startReturn'; readonly checkout: Checkout }
  /** Stops it; its announcement stays on the screen. */
  | { readonly type: 'stopReturn' }
  | { readonly type: 'forgetReturn' }
  | { readonly type: 'clearNotice' }
  | { readonly type: 'announce'; readonly message: 'emailMissing' | 'returnStopped' }
  | { readonly type: 'focus'; readonly target: 'email' | 'opener' }
  | { readonly type: 'notifyCurrencyChange'; readonly currency: CurrencyCode }
  | { readonly type: 'closeDialog' };

/** What the flow depends on, at the moment of an action. */
export interface FlowContext {
  readonly screen: Screen;
  readonly snapshot: SessionSnapshot;
  readonly nowMs: number;
  readonly areStepsLoaded: boolean;
  readonly haveStepsFailed: boolean;
  readonly isReturning: boolean;
}

export interface FlowResult {
  readonly flow: Flow;
  /** To be performed in this order. */
  readonly effects: readonly FlowEffect[];
}

/** Returns the flow after `action`, and the effects to perform. Pure. */
export function reduceFlow(flow: Flow, action: FlowAction, context: FlowContext): FlowResult {
  switch (action.type) {
    case 'sessionReplaced':
      return { flow: { ...flow, isPreselected: false, needsMoreTime: false }, effects: [] };
    case 'dialogToggled':
      return withOverlay(flow, null, context);
    case 'screenWillRender':
      return context.screen.kind === flow.kind ? { flow, effects: [] } : withScreen(flow, context);
    case 'screenRendered':
      return withPreselection(flow, action.currency, context);
    case 'problemReported':
      return { flow: { ...flow, problemAtMs: context.nowMs }, effects: [] };
    case 'currencySelected': {
      const { currency } = action;
      const result = withCurrency(flow, currency, context);
      return { ...result, effects: [{ type: 'notifyCurrencyChange', currency }, ...result.effects] };
    }
    case 'moreTimeToggled':
      return { flow: { ...flow, needsMoreTime: action.isNeeded }, effects: [] };
    case 'renewalRequested':
      return withRenewal(flow, context);
    case 'emailSubmitted':
      return withEmail(flow, action, context);
    case 'emailDismissed':
      return { flow: { ...flow, awaitingEmail: null }, effects: [] };
    case 'currencyChangeToggled':
      return { flow, effects: [{ type: 'changeCurrency', isChanging: action.isChanging }] };
    case 'overlayToggled':
      return withToggledOverlay(flow, action.overlay, context);
    case 'cancelConfirmed':
      return withCancellation(flow);
    case 'retryRequested':
      return withRetry(flow, context);
    case 'refreshRequested':
      return { flow, effects: [{ type: 'refresh' }] };
    case 'closeRequested':
      return withCloseRequest(flow, context);
    case 'dismissRequested':
      return isDismissible(flow) ? withToggledOverlay(flow, null, context) : withCloseRequest(flow, context);
  }
}

/** Returns whether Escape closes an overlay. While the page asks whether to close the dialog, Escape confirms it. */
export function isDismissible({ overlay }: Flow): boolean {
  return overlay !== null && overlay !== 'close';
}

/** Stops the automatic return: a payer who opens an overlay stays on the page. */
function withOverlay(flow: Flow, overlay: Overlay | null, { isReturning }: FlowContext): FlowResult {
  const stay: readonly FlowEffect[] = isReturning
    ? [{ type: 'announce', message: 'returnStopped' }, { type: 'stopReturn' }]
    : [];
  return { flow: { ...flow, overlay }, effects: [{ type: 'clearNotice' }, ...stay] };
}

function withToggledOverlay(flow: Flow, overlay: Overlay | null, context: FlowContext): FlowResult {
  const result = withOverlay(flow, overlay, context);
  return { ...result, effects: [{ type: 'focus', target: 'opener' }, ...result.effects] };
}

/** Another screen: forgets what belonged to the one before. */
function withScreen(before: Flow, context: FlowContext): FlowResult {
  const { screen } = context;
  const { flow, effects } = withOverlay(before, null, context);
  const needsEmail = screen.kind === 'error' && screen.problem.code === 'email_required';
  // Only if the payer saw the order become paid: otherwise the browser's "back" button would lead to another return.
  const wasOpen = before.kind !== null && before.kind !== 'loading';
  return {
    flow: {
      ...flow,
      kind: screen.kind,
      isEmailInvalid: false,
      awaitingEmail: needsEmail && flow.lastAction !== 'cancel' ? flow.lastAction : null,
      // The session does not change if the screen itself finds a problem.
      problemAtMs: screen.kind === 'error' ? context.nowMs : flow.problemAtMs,
    },
    effects: [
      ...effects,
      { type: 'forgetReturn' },
      // A module that failed to load for the previous screen may load for this one.
      ...(context.haveStepsFailed ? [{ type: 'loadSteps' } as const] : []),
      ...(screen.kind === 'paid' && wasOpen
        ? [{ type: 'startReturn', checkout: screen.checkout } as const]
        : []),
    ],
  };
}

function withPreselection(flow: Flow, code: string, context: FlowContext): FlowResult {
  const checkout = checkoutIn(context.snapshot);
  if (!checkout || flow.isPreselected) return { flow, effects: [] };
  const next = { ...flow, isPreselected: true };
  const isOffered = checkout.offers.some((offer) => offer.code === code && offer.available);
  return isOffered && isCurrencyCode(code) && checkout.state === 'choosing'
    ? withCurrency(next, code, context)
    : { flow: next, effects: [] };
}

function withCurrency(flow: Flow, currency: CurrencyCode, context: FlowContext): FlowResult {
  const isEmailMissing = flow.email === '' && checkoutIn(context.snapshot)?.order.emailRequired === true;
  const create = creation(flow, currency, {});
  return {
    flow: { ...flow, lastAction: currency, awaitingEmail: isEmailMissing ? currency : flow.awaitingEmail },
    effects: [{ type: 'loadSteps' }, ...(isEmailMissing ? [] : [create])],
  };
}

/** The proxy has the email address of an invoice that it has created. */
function withRenewal(flow: Flow, { screen }: FlowContext): FlowResult {
  if (screen.kind !== 'awaiting') return { flow, effects: [] };
  const { id, currency } = screen.invoice;
  return {
    flow: { ...flow, lastAction: currency },
    effects: [creation(flow, currency, { replaces: id })],
  };
}

function creation({ email, needsMoreTime }: Flow, currency: CurrencyCode, time: InvoiceTime): FlowEffect {
  return {
    ...{ type: 'createInvoice', currency, email },
    time: needsMoreTime ? { ...time, lifetime: 'longest' } : time,
  };
}

function withEmail(
  flow: Flow,
  { email, isValid }: Extract<FlowAction, { type: 'emailSubmitted' }>,
  context: FlowContext,
): FlowResult {
  if (flow.awaitingEmail === null) return { flow, effects: [] };
  if (isValid) return withCurrency({ ...flow, email, isEmailInvalid: false }, flow.awaitingEmail, context);
  return {
    flow: { ...flow, isEmailInvalid: true },
    effects: [
      { type: 'announce', message: 'emailMissing' },
      { type: 'focus', target: 'email' },
    ],
  };
}

function withCancellation(flow: Flow): FlowResult {
  return {
    flow: { ...flow, lastAction: 'cancel', overlay: null },
    effects: [{ type: 'cancelCheckout' }],
  };
}

function withRetry(flow: Flow, context: FlowContext): FlowResult {
  if (context.haveStepsFailed) return { flow, effects: [{ type: 'loadSteps' }] };
  if (!checkoutIn(context.snapshot)) return { flow, effects: [{ type: 'refresh' }] };
  if (flow.lastAction === 'cancel') return withCancellation(flow);
  if (flow.lastAction !== null) return withCurrency(flow, flow.lastAction, context);
  return { flow, effects: [{ type: 'changeCurrency', isChanging: true }] };
}

function withCloseRequest(flow: Flow, context: FlowContext): FlowResult {
  const canAsk = context.areStepsLoaded && flow.overlay !== 'close';
  return canAsk && PAYMENT_IN_FLIGHT.has(context.screen.kind)
    ? withOverlay(flow, 'close', context)
    : { flow, effects: [{ type: 'closeDialog' }] };
}
