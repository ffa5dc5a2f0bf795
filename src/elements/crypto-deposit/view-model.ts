import type { DepositSession, DepositSnapshot } from '../../checkout/deposit-session.js';
import type { LocalizeController } from '../../controllers/localize.js';
import { currencyOf, type Currency } from '../../payment/index.js';

/** `opening`: the messages are loading, or there is no session. */
export type DepositScreen = DepositSnapshot | { readonly phase: 'opening' };

export interface DepositViewModel {
  readonly localize: LocalizeController;
  readonly screen: DepositScreen;
  readonly currencies: string;
  /** A message of a part, such as "Address copied": the footer shows it while it lasts. */
  readonly notice: string;
  readonly testMode: boolean;
  /** Whether a problem may make the card shorter: nothing of the shop is below it inside the card. */
  readonly canShrink: boolean;
  readonly problemAtMs: number;
  readonly actions: Pick<DepositSession, 'choose' | 'change' | 'refresh'>;
}

export function currencyIn(screen: DepositScreen): Currency | null {
  if (screen.phase === 'ready') return currencyOf(screen.wallet.currency);
  return screen.phase === 'requesting' || screen.phase === 'failed' ? currencyOf(screen.currency) : null;
}
