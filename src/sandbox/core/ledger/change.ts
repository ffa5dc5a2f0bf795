import type { MovableClock } from '../base/clock.js';
import type { Identifiers } from '../chain/identifiers.js';
import type { Balances } from './balances.js';
import type { Invoice } from './invoice.js';
import type { Withdrawal } from './withdrawal.js';
import type { Deposit, StaticWallet } from './static-wallet.js';

/** A change of the sandbox. Replaying all changes in order restores its state. */
export type SandboxChange =
  /** A version of an invoice, and the previous one. */
  | {
      readonly kind: 'invoice';
      readonly invoice: Invoice;
      readonly recordedAtMs: number;
      readonly previous?: Invoice;
    }
  /** A new, empty wallet. */
  | { readonly kind: 'wallet'; readonly wallet: StaticWallet }
  | { readonly kind: 'deposit'; readonly wallet: StaticWallet; readonly deposit: Deposit }
  /** A version of a withdrawal. */
  | { readonly kind: 'withdrawal'; readonly withdrawal: Withdrawal; readonly recordedAtMs: number }
  | { readonly kind: 'clock'; readonly seconds: number };

/** Called before a change is applied, and may prevent it by an error. For the clock, called after. */
export type OnChange = (change: SandboxChange) => void;

/** Dependencies that all parts of an account share. */
export interface LedgerContext {
  readonly clock: MovableClock;
  readonly identifiers: Identifiers;
  readonly balances: Balances;
  readonly onChange: OnChange;
}
