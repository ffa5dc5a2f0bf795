import type { ReactiveControllerHost } from 'lit';
import type { DepositSession, DepositSnapshot } from '../checkout/deposit-session.js';
import type { SessionProblem } from '../checkout/session.js';
import type { validateAddress } from '../payment/addresses/index.js';
import type { Wallet } from '../protocol/index.js';
import { OnlookerController } from './session-subscription.js';

/** There is no session yet. */
export const UNOPENED: DepositSnapshot = { phase: 'choosing', wallet: null };

const UNUSABLE: SessionProblem = { code: 'address_unusable', retryable: false };
/** What checks the address could not be loaded. */
const ABSENT: SessionProblem = { code: 'offline', retryable: true };

let check: typeof validateAddress | null = null;

/** Brings what checks an address: nobody needs it before a coin is chosen. Where it cannot be loaded nothing is shown. */
export async function loadAddressCheck(): Promise<void> {
  try {
    check ??= (await import('../payment/addresses/index.js')).validateAddress;
  } catch {
    // Perhaps for want of a connection.
  }
}

/**
 * Holds the session of a deposit. Its address is `ready` once it is checked; one to which money in its currency must not
 * be sent is a problem, as if the proxy had found it out.
 */
export class DepositController extends OnlookerController<DepositSnapshot, DepositSession> {
  /** Ends when the check has come or could not. */
  coming: Promise<void> | null = null;
  #isAbsent = false;
  #given: DepositSnapshot = UNOPENED;
  #judged: DepositSnapshot = UNOPENED;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    onChange: (before: DepositSnapshot, after: DepositSnapshot) => void,
  ) {
    super(host, UNOPENED, onChange);
  }

  override get snapshot(): DepositSnapshot {
    const given = super.snapshot;
    if (given !== this.#given) this.#judge(given);
    return this.#judged;
  }

  override refresh(): void {
    super.refresh();
    if (this.#isAbsent) this.#load();
  }

  hostUpdate(): void {
    if (this.#given.phase === 'ready' && !check && !this.#isAbsent) this.#load();
  }

  #load(): void {
    this.coming ??= loadAddressCheck().then(() => {
      this.coming = null;
      this.#isAbsent = !check;
      this.#judge(super.snapshot);
      this.look();
    });
  }

  #judge(given: DepositSnapshot): void {
    this.#given = given;
    this.#judged = this.#verdict(given);
  }

  #verdict(given: DepositSnapshot): DepositSnapshot {
    if (given.phase === 'choosing') {
      const { wallet } = given;
      return wallet && check && !isUsable(wallet, check) ? { ...given, wallet: null } : given;
    }
    if (given.phase !== 'ready') return given;
    const { currency } = given.wallet;
    if (check)
      return isUsable(given.wallet, check) ? given : { phase: 'failed', currency, problem: UNUSABLE };
    return this.#isAbsent
      ? { phase: 'failed', currency, problem: ABSENT }
      : { phase: 'getting', currency, isLong: false };
  }
}

function isUsable({ currency, address }: Wallet, validate: typeof validateAddress): boolean {
  return validate(currency, address).valid;
}
