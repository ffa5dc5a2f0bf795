import type { TemplateResult } from 'lit';
import type { CheckoutViewModel } from './view-model.js';

/** What a lazily loaded module renders of a step. */
export interface StepTemplates {
  readonly step: (view: CheckoutViewModel) => TemplateResult;
  /** What a screen reader announces. */
  readonly announcement: (view: CheckoutViewModel) => string;
}

/** The steps from the address to the transaction, with the footer below them. */
export interface PaymentTemplates extends StepTemplates {
  /** A question instead of time and state; `null` if there is none. */
  readonly confirmationFooter: (view: CheckoutViewModel) => TemplateResult | null;
  readonly countdown: (view: CheckoutViewModel) => unknown;
  readonly statusText: (view: CheckoutViewModel) => string;
}

/** Each is `null` until it has loaded; the final steps load after those of the payment. */
export interface LazyTemplates {
  readonly payment: PaymentTemplates | null;
  readonly final: StepTemplates | null;
}
