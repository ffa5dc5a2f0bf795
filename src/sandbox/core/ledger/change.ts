import type { Invoice } from './invoice.js';
import type { Withdrawal } from './withdrawal.js';
import type { Deposit, StaticWallet } from './static-wallet.js';

/** Something that has happened in a sandbox. All of them, in their order, make its present state. */
export type SandboxChange =
  /** A version of an invoice, and the one before it if there was one. */
  | {
      readonly kind: 'invoice';
      readonly invoice: Invoice;
      readonly recordedAtMs: number;
      readonly former?: Invoice;
    }
  /** A wallet that was opened: it is empty. */
  | { readonly kind: 'wallet'; readonly wallet: StaticWallet }
  | { readonly kind: 'deposit'; readonly wallet: StaticWallet; readonly deposit: Deposit }
  /** A version of a withdrawal. */
  | { readonly kind: 'withdrawal'; readonly withdrawal: Withdrawal; readonly recordedAtMs: number }
  | { readonly kind: 'clock'; readonly seconds: number };

/** Hears of a change just before it counts, and of the clock just after. What it throws prevents the change. */
export type OnChange = (change: SandboxChange) => void;
