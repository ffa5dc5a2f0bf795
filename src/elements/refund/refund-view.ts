import { checkoutIn } from '../../checkout/state.js';
import type { Flow, FlowAction } from '../../checkout/flow.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { CheckoutRefund } from '../../protocol/index.js';
import type { OrderElement } from '../base/order-element.js';

/** The part of a checkout that the request for money back reads. */
export interface RefundView {
  readonly localize: LocalizeController;
  readonly session: CheckoutSession | null;
  readonly snapshot: SessionSnapshot;
  readonly flow: Flow;
  /** The element itself. */
  readonly options: OrderElement;
  readonly actions: { readonly send: (action: FlowAction) => void };
}

/** Nobody has asked for it yet. */
export function isPossible({ state, reason }: CheckoutRefund): boolean {
  return state === 'possible' && reason !== 'shop';
}

export function refundsIn({ snapshot }: RefundView): readonly CheckoutRefund[] {
  return checkoutIn(snapshot)?.refunds?.items ?? [];
}
