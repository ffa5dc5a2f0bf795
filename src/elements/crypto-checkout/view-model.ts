import type { Screen } from '../../checkout/screen.js';
import type { SessionSnapshot } from '../../checkout/session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Checkout, CheckoutInvoice } from '../../protocol/index.js';
import type { CountdownPhase } from '../crypto-countdown/time-left.js';
import { timeLeft } from '../crypto-countdown/time-left.js';
import type * as Ends from './final-steps.js';
import type * as Steps from './payment-steps.js';

/** All that the card shows at one moment. */
export interface CheckoutViewModel {
  readonly localize: LocalizeController;
  readonly snapshot: SessionSnapshot;
  readonly screen: Screen;
  /** As of the element: which coins are shown, and in what order. */
  readonly currencies: string;
  readonly serverNowMs: () => number | null;
  /** A word from a part, such as "Address copied": stands in the foot while it lasts. */
  readonly notice: string;
  /** The currency that waits for an e-mail address. */
  readonly draft: CurrencyCode | null;
  readonly isEmailWrong: boolean;
  readonly email: string;
  /** What the payer is asked, or reads, beside the payment. */
  readonly overlay: Overlay | null;
  readonly isModal: boolean;
  /** The way back that goes by itself: how long was said, and how much is left; `null` once it is stopped. */
  readonly returnAfterS: number | null;
  readonly returnsInS: number | null;
  /** Language tags between spaces that the shop offers; every one in the help where there are none. */
  readonly offeredLanguages: string;
  /** The shop's page for a phone, with `{checkout}` in it; may be empty. */
  readonly resumeUrl: string;
  /** The payer's last step, to be tried again when it did not work: a coin that was chosen, or giving up. */
  readonly lastStep: CurrencyCode | 'cancel' | null;
  readonly problemAtMs: number;
  /** From the coin to the transfer; `null` until they have come. */
  readonly steps: typeof Steps | null;
  /** What it may end in, and what few payers turn to; `null` until it has come, after the steps. */
  readonly ends: typeof Ends | null;
  /** One of both could not be loaded. */
  readonly areStepsAbsent: boolean;
  readonly act: CheckoutActions;
}

/** `cancel`, `close`: asked whether they mean it. `help`: reads what to tell the shop. */
export type Overlay = 'cancel' | 'close' | 'help';

/** What the payer can do. */
export interface CheckoutActions {
  choose(currency: CurrencyCode): void;
  submitEmail(event: SubmitEvent): void;
  leaveEmail(): void;
  change(changing: boolean): void;
  /** In this language from now on. */
  speak(language: string): void;
  ask(overlay: Overlay | null): void;
  cancel(): void;
  /** Closes the dialog, once the payer has read what goes on without them. */
  close(): void;
  tryAgain(): void;
  refresh(): void;
  /** The link back to the shop was pressed; the page may prevent it. */
  return(event: Event, url: string): void;
}

/** Money is seen, or may be on its way: who closes now is told that nothing is lost. */
export const PAYMENT_IN_FLIGHT: ReadonlySet<Screen['kind']> = new Set([
  'checking',
  'detected',
  'processing',
  'partial',
]);

/** The payer turned to something beside the payment. */
export function hasOverlay({ draft, overlay }: CheckoutViewModel): boolean {
  return draft !== null || overlay === 'help';
}

/** By Escape, or the way back of a phone: whether there was anything to leave. Who is asked about closing means to close. */
export function closeOverlay(overlay: Overlay | null, act: CheckoutActions): boolean {
  const isLeft = overlay !== null && overlay !== 'close';
  if (isLeft) act.ask(null);
  return isLeft;
}

/** Before there is anything to tell of the money. */
export function isPaying(view: CheckoutViewModel): boolean {
  const { kind } = view.screen;
  return !hasOverlay(view) && ['loading', 'choosing', 'creating', 'awaiting', 'partial'].includes(kind);
}

/** What has the present step, unless it is the choice of a coin; `null` until it has come. */
export function lazyStep(view: CheckoutViewModel): typeof Steps | typeof Ends | null {
  return isPaying(view) ? view.steps : view.ends;
}

/** The coins are shown, also as long as what is asked for beside them is on its way. */
export function choiceOf(view: CheckoutViewModel): Extract<Screen, { kind: 'choosing' }> | null {
  const { screen, ends, areStepsAbsent } = view;
  return screen.kind === 'choosing' && !(hasOverlay(view) && (ends || areStepsAbsent)) ? screen : null;
}

/** A step of the payment is to be shown, and is still on its way. */
export function isLoadingStep(view: CheckoutViewModel): boolean {
  return view.screen.kind !== 'loading' && !lazyStep(view) && !view.areStepsAbsent && !choiceOf(view);
}

/** What is known of the checkout at all, also beside a problem. */
export function checkoutOf(screen: Screen): Checkout | null {
  return screen.kind === 'loading' ? null : screen.checkout;
}

/** How loud the time is; `null` where no deadline counts. */
export function countdownPhase(screen: Screen, nowMs: number | null): CountdownPhase | null {
  return secondsLeft(screen, nowMs)?.phase ?? null;
}

export function secondsLeft(screen: Screen, nowMs: number | null) {
  if ((screen.kind !== 'awaiting' && screen.kind !== 'partial') || nowMs === null) return null;
  return deadlineOf(screen.invoice, nowMs);
}

function deadlineOf({ expiresAt, createdAt }: CheckoutInvoice, nowMs: number) {
  return expiresAt === null ? null : timeLeft(expiresAt, createdAt, nowMs);
}
