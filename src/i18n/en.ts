import { badge } from './en/badge.js';
import { browserWallet } from './en/browser-wallet.js';
import { card } from './en/card.js';
import { deposit } from './en/deposit.js';
import { outcomes } from './en/outcomes.js';
import { payment } from './en/payment.js';
import { problems } from './en/problems.js';
import { refund } from './en/refund.js';

/** The messages of a payment with a wallet in the browser. Each language has them apart: few payers need them. */
export type BrowserWalletMessages = typeof browserWallet;

/** The messages of a request for money back, apart for the same reason. */
export type RefundMessages = typeof refund;

const messages = { ...card, ...payment, ...outcomes, ...problems, ...deposit, ...badge };

/** A catalog in another language has exactly the keys and parameters of the English one. */
export type Messages = typeof messages & {
  readonly browserWallet?: Partial<BrowserWalletMessages>;
  readonly refund?: RefundMessages;
};

/**
 * The messages of every element. Plain and short: what happened, what it means, what to do. "We" is the checkout.
 * Amounts include their coin (`50.12 USDT`), times have the format of the language. Each subject is loaded with the elements
 * that use it.
 */
export const en = { ...messages, browserWallet, refund };
