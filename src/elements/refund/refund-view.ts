import { checkoutIn } from '../../checkout/state.js';
import type { Flow, FlowAction } from '../../checkout/flow.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { CheckoutRefund } from '../../protocol/index.js';
import type { OrderElement } from '../base/order-element.js';

/** The part of a checkout that refund requests read. */
export interface RefundView {
  readonly localize: LocalizeController;
  readonly session: CheckoutSession | null;
  readonly snapshot: SessionSnapshot;
  readonly flow: Flow;
  /** The element itself. */
  readonly options: OrderElement;
  readonly actions: { readonly send: (action: FlowAction) => void };
}

/** Returns whether the money can be requested and has not been yet. */
export function isPossible({ state, reason }: CheckoutRefund): boolean {
  return state === 'possible' && reason !== 'shop';
}

export function refundsIn({ snapshot }: RefundView): readonly CheckoutRefund[] {
  return checkoutIn(snapshot)?.refunds?.items ?? [];
}
