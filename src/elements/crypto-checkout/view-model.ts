import type { TemplateResult } from 'lit';
import type { Flow, FlowAction } from '../../checkout/flow.js';
import { payableInvoice, type Screen } from '../../checkout/screen.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import type { AutoReturnController } from '../../controllers/auto-return.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { Checkout } from '../../protocol/index.js';
import type { OrderElement } from '../base/order-element.js';
import type { LoadRefunds } from '../refund/refunds-controller.js';
import { timeLeft, type TimeLeft } from '../crypto-countdown/time-left.js';

/** Every step after the choice of a currency, with the footer below it. */
export interface StepTemplates {
  readonly step: (view: CheckoutViewModel) => TemplateResult;
  readonly announcement: (view: CheckoutViewModel) => string;
  /** An option beside the choice, if the shop offers it. */
  readonly moreTime: (view: CheckoutViewModel) => TemplateResult | null;
  /** A question instead of time and state; `null` if there is none. */
  readonly confirmationFooter: (view: CheckoutViewModel) => TemplateResult | null;
  readonly countdown: (view: CheckoutViewModel) => unknown;
  readonly statusText: (view: CheckoutViewModel) => unknown;
}

export interface LazySteps {
  /** `null` until they have loaded. */
  readonly templates: StepTemplates | null;
  readonly hasFailed: boolean;
  readonly failures: number;
  /** `null` on a server. */
  readonly loadRefunds: LoadRefunds | null;
}

export interface CheckoutViewModel {
  readonly localize: LocalizeController;
  readonly snapshot: SessionSnapshot;
  readonly screen: Screen;
  readonly flow: Flow;
  /** The element itself. */
  readonly options: OrderElement & { readonly mode: 'inline' | 'modal' };
  readonly session: CheckoutSession | null;
  readonly serverNowMs: () => number | null;
  /** A message of a part, such as "Address copied": the footer shows it while it lasts. */
  readonly notice: string;
  /** What a developer reads instead of a checkout; empty on a public page. */
  readonly developerNote: string;
  /** Whether an outcome may make the card shorter: nothing of the shop is below it inside the card. */
  readonly canShrink: boolean;
  /** Whether the shop has content of its own in the footer. */
  readonly hasSupportSlot: boolean;
  readonly autoReturn: Pick<AutoReturnController, 'secondsLeft' | 'totalSeconds'>;
  readonly steps: LazySteps;
  readonly actions: CheckoutActions;
}

export interface CheckoutActions {
  readonly send: (action: FlowAction) => void;
  readonly selectLanguage: (language: string) => void;
  /** The payer follows a link back to the shop; the page may prevent it. */
  readonly returnToShop: (event: Event, url: string) => void;
}

export function coversScreen({ flow: { awaitingEmail, overlay } }: CheckoutViewModel): boolean {
  return awaitingEmail !== null || overlay === 'help' || overlay === 'refund';
}

/** Returns the picker screen, also while an overlay beside it is loading. */
export function pickerScreenOf(view: CheckoutViewModel): Extract<Screen, { kind: 'choosing' }> | null {
  const { screen, steps } = view;
  const canLeave = steps.templates !== null || steps.hasFailed;
  return screen.kind === 'choosing' && !(coversScreen(view) && canLeave) ? screen : null;
}

export function isLoadingStep(view: CheckoutViewModel): boolean {
  const { screen, steps } = view;
  return screen.kind !== 'loading' && !steps.templates && !steps.hasFailed && !pickerScreenOf(view);
}

/** Returns the last known checkout, also beside a problem. */
export function checkoutOf(screen: Screen): Checkout | null {
  return screen.kind === 'loading' ? null : screen.checkout;
}

/** Returns the time to the deadline; `null` without one. */
export function timeToDeadline(screen: Screen, nowMs: number | null): TimeLeft | null {
  const invoice = payableInvoice(screen);
  if (!invoice?.expiresAt || nowMs === null) return null;
  return timeLeft(invoice.expiresAt, invoice.createdAt, nowMs);
}
