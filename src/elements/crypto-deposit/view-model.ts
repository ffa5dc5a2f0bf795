import type { DepositSession, DepositSnapshot } from '../../checkout/deposit-session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import type { Currency } from '../../payment/index.js';
import { currencyOf } from '../../payment/index.js';

/** `opening`: there are no words yet, or nothing says whose address it is. */
export type DepositScreen = DepositSnapshot | { readonly phase: 'opening' };

/** All that the card shows at one moment. */
export interface DepositViewModel {
  readonly localize: LocalizeController;
  readonly screen: DepositScreen;
  /** As of the element: which ones may be chosen. */
  readonly currencies: string;
  /** A word from a part, such as "Address copied": stands in the foot while it lasts. */
  readonly notice: string;
  readonly testMode: boolean;
  readonly problemAtMs: number;
  /** What the customer can do. */
  readonly actions: Pick<DepositSession, 'choose' | 'change' | 'refresh'>;
}

/** The coin that is spoken of, if there is one. */
export function currencyIn(screen: DepositScreen): Currency | null {
  if (screen.phase === 'ready') return currencyOf(screen.wallet.currency);
  return screen.phase === 'getting' || screen.phase === 'failed' ? currencyOf(screen.currency) : null;
}
