import type { ReactiveControllerHost } from 'lit';
import type { DepositSession, DepositSnapshot } from '../checkout/deposit-session.js';
import type { SessionProblem } from '../checkout/session.js';
import type { validateAddress } from '../payment/addresses/index.js';
import type { DepositAddress } from '../protocol/index.js';
import { SubscriptionController } from './session-subscription.js';

const INITIAL_SNAPSHOT: DepositSnapshot = { phase: 'choosing', wallet: null };

const UNUSABLE: SessionProblem = { code: 'address_unusable', retryable: false };
/** The address check could not be loaded. */
const CHECK_NOT_LOADED: SessionProblem = { code: 'offline', retryable: true };

let check: typeof validateAddress | null = null;

/** Loads the address check, which is not needed before a currency is selected. Without it no address is shown. */
export async function loadAddressCheck(): Promise<void> {
  try {
    check ??= (await import('../payment/addresses/index.js')).validateAddress;
  } catch {
    // Possibly offline: the next call retries.
  }
}

/**
 * Holds the session of a deposit. Its address is `ready` once it is checked; an invalid one is a problem, as if the
 * proxy had reported it.
 */
export class DepositController extends SubscriptionController<DepositSnapshot, DepositSession> {
  /** Settles when the check has loaded or failed to. */
  loading: Promise<void> | null = null;
  #hasCheckFailed = false;
  #received: DepositSnapshot = INITIAL_SNAPSHOT;
  #checked: DepositSnapshot = INITIAL_SNAPSHOT;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    onChange: (before: DepositSnapshot, after: DepositSnapshot) => void,
  ) {
    super(host, INITIAL_SNAPSHOT, onChange);
  }

  override get snapshot(): DepositSnapshot {
    const received = super.snapshot;
    if (received !== this.#received) this.#checkAddress(received);
    return this.#checked;
  }

  override refresh(): void {
    super.refresh();
    if (this.#hasCheckFailed) this.#load();
  }

  hostUpdate(): void {
    if (this.#received.phase === 'ready' && !check && !this.#hasCheckFailed) this.#load();
  }

  #load(): void {
    this.loading ??= loadAddressCheck().then(() => {
      this.loading = null;
      this.#hasCheckFailed = !check;
      this.#checkAddress(super.snapshot);
      this.notifyChange();
    });
  }

  #checkAddress(received: DepositSnapshot): void {
    this.#received = received;
    this.#checked = this.#withCheckedAddress(received);
  }

  #withCheckedAddress(received: DepositSnapshot): DepositSnapshot {
    if (received.phase === 'choosing') {
      const { wallet } = received;
      return wallet && check && !isUsable(wallet, check) ? { ...received, wallet: null } : received;
    }
    if (received.phase !== 'ready') return received;
    const { currency } = received.wallet;
    if (check)
      return isUsable(received.wallet, check) ? received : { phase: 'failed', currency, problem: UNUSABLE };
    return this.#hasCheckFailed
      ? { phase: 'failed', currency, problem: CHECK_NOT_LOADED }
      : { phase: 'requesting', currency, isSlow: false };
  }
}

function isUsable({ currency, address }: DepositAddress, validate: typeof validateAddress): boolean {
  return validate(currency, address).valid;
}
