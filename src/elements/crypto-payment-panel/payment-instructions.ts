import {
  currencyOf,
  isCurrencyCode,
  exactAmount,
  isZeroAmount,
  qrPayloads,
  WALLET_NAMES,
  walletLinks,
} from '../../payment/index.js';
import type { Currency, CurrencyCode, QrPayload, Wallet } from '../../payment/index.js';
import type { CheckoutInvoice } from '../../protocol/index.js';
import { walletLink } from '../parts/safe-link.js';
import { isPayable } from '../parts/payable.js';

/** What is to be sent. The one source of every text, code, link and copy, so that they cannot disagree. */
export interface PaymentInstructions {
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
  /** What is still due, as a wallet can send it: exact decimal text, never below the invoice's. */
  readonly amount: string;
  readonly address: string;
  readonly payloads: readonly QrPayload[];
  readonly links: readonly WalletLink[];
}

/** Opens a wallet with the payment filled in; `name` is `null` for whatever wallet the device has. */
export interface WalletLink {
  readonly name: (typeof WALLET_NAMES)[Wallet] | null;
  readonly href: string;
}

/**
 * Computed once for an invoice; `null` where its address must not be shown. No code and no link where nothing is due.
 */
export function toPaymentInstructions(invoice: CheckoutInvoice): PaymentInstructions | null {
  const { address, due } = invoice;
  if (address === null || !isPayable(invoice)) return null;
  const currency = currencyOf(invoice.currency);
  if (isZeroAmount(due)) return { invoice, currency, amount: due, address, payloads: [], links: [] };
  const { amount } = exactAmount(due, currency.decimals);
  const payloads = qrPayloads(currency.code, { address, amount });
  return {
    invoice,
    currency,
    amount,
    address,
    payloads,
    links: linksOf(currency.code, { address, amount }, payloads),
  };
}

function linksOf(
  code: CurrencyCode,
  payee: { readonly address: string; readonly amount: string },
  payloads: readonly QrPayload[],
): readonly WalletLink[] {
  const own = payloads.flatMap(({ kind, text }) => (kind === 'uri' ? [{ name: null, href: text }] : []));
  const wallets = walletLinks(code, payee).map(({ wallet, href }) => ({ name: WALLET_NAMES[wallet], href }));
  return [...own, ...wallets].filter(({ href }) => walletLink(href) !== null);
}

/** Will there be a link for this currency? Asked with a stand-in before there is an address. */
export function mayHaveLinks(code: CurrencyCode | ''): boolean {
  return !isCurrencyCode(code) || walletLinks(code, { address: 'a', amount: '1' }).length > 0;
}
