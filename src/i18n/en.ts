import { messages as payer } from '../locales/compiled/payer/en.js';
import { messages as refund } from '../locales/compiled/refunds/en.js';
import { messages as browserWallet } from '../locales/compiled/wallets/en.js';

/** The messages of a payment with a wallet in the browser. Each language has them apart: few payers need them. */
export type BrowserWalletMessages = typeof browserWallet;

/** The messages of a refund request, apart for the same reason. */
export type RefundMessages = typeof refund;

/** A catalog in another language has exactly the keys and parameters of the English one. */
export type Messages = { readonly lang: string } & typeof payer & {
    readonly browserWallet?: Partial<BrowserWalletMessages>;
    readonly refund?: RefundMessages;
  };

/**
 * The messages of every element. Amounts include their coin (`50.12 USDT`), times have the format of the language. The elements load
 * only the English modules that they use.
 */
export const en = { lang: 'en', ...payer, browserWallet, refund };
