import type { Flow, FlowAction } from '../../checkout/flow.js';
import type { Screen } from '../../checkout/screen.js';
import type { CheckoutSession, SessionSnapshot } from '../../checkout/session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { OrderElement } from '../base/order-element.js';

/** The part of a checkout that these screens read. */
export interface WalletView {
  readonly localize: LocalizeController;
  readonly session: CheckoutSession | null;
  readonly snapshot: SessionSnapshot;
  readonly screen: Screen;
  readonly flow: Flow;
  /** The element itself. */
  readonly options: OrderElement;
  readonly actions: {
    readonly send: (action: FlowAction) => void;
    readonly returnToShop: (event: Event, url: string) => void;
  };
}
