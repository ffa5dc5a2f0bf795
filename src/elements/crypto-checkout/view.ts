import type { Screen } from '../../checkout/screen.js';
import type { SessionSnapshot } from '../../checkout/session.js';
import type { Localize } from '../../controllers/localize.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { CheckoutInvoice, CheckoutOffer } from '../../protocol/index.js';
import type { CountdownPhase } from '../crypto-countdown/time-left.js';
import { timeLeft } from '../crypto-countdown/time-left.js';

/** All that the card shows at one moment. */
export interface View {
  readonly localize: Localize;
  readonly snapshot: SessionSnapshot;
  readonly screen: Screen;
  readonly offers: readonly CheckoutOffer[];
  readonly serverNowMs: () => number | null;
  /** A word from a part, such as "Address copied": stands in the foot while it lasts. */
  readonly notice: string;
  /** The currency that waits for an e-mail address. */
  readonly draft: CurrencyCode | null;
  readonly isEmailWrong: boolean;
  readonly email: string;
  readonly isAskingToCancel: boolean;
  /** The payer's last step, to be tried again when it did not work: a coin that was chosen, or giving up. */
  readonly lastStep: CurrencyCode | 'cancel' | null;
  readonly problemAtMs: number;
  readonly act: Acts;
}

/** What the payer can do. */
export interface Acts {
  choose(currency: CurrencyCode): void;
  submitEmail(event: SubmitEvent): void;
  leaveEmail(): void;
  change(changing: boolean): void;
  askToCancel(asking: boolean): void;
  cancel(): void;
  tryAgain(): void;
  refresh(): void;
  /** The link back to the shop was pressed; the page may prevent it. */
  return(event: Event, url: string): void;
}

/** How loud the time is; `null` where no deadline counts. */
export function phaseOf(screen: Screen, nowMs: number | null): CountdownPhase | null {
  return secondsLeft(screen, nowMs)?.phase ?? null;
}

export function secondsLeft(screen: Screen, nowMs: number | null) {
  if ((screen.kind !== 'awaiting' && screen.kind !== 'partial') || nowMs === null) return null;
  return deadlineOf(screen.invoice, nowMs);
}

function deadlineOf({ expiresAt, createdAt }: CheckoutInvoice, nowMs: number) {
  return expiresAt === null ? null : timeLeft(expiresAt, createdAt, nowMs);
}
