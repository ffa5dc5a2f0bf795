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

/** The payment to send. The only source of every text, code, link and copy, so they cannot disagree. */
export interface PaymentInstructions {
  readonly invoice: CheckoutInvoice;
  readonly currency: Currency;
  /** The amount due in units that a wallet can send: exact decimal text, never below the invoice's. */
  readonly amount: string;
  readonly address: string;
  readonly payloads: readonly QrPayload[];
  readonly links: readonly WalletLink[];
}

/** A link that opens a wallet with the payment filled in; `name` is `null` for the default wallet of the device. */
export interface WalletLink {
  readonly name: (typeof WALLET_NAMES)[Wallet] | null;
  readonly href: string;
}

/**
 * Returns the instructions for an invoice; `null` if its address must not be shown. Without an amount due there is no
 * code and no link.
 */
export function toPaymentInstructions(invoice: CheckoutInvoice): PaymentInstructions | null {
  const { address, due } = invoice;
  if (address === null || due === null || !isPayable(invoice)) return null;
  const currency = currencyOf(invoice.currency);
  if (isZeroAmount(due)) return { invoice, currency, amount: due, address, payloads: [], links: [] };
  const { amount } = exactAmount(due, currency.decimals);
  const payloads = qrPayloads(currency.code, { address, amount });
  const links = linksOf(currency.code, { address, amount }, payloads);
  return { invoice, currency, amount, address, payloads, links };
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

/** Returns whether there will be a wallet link for this currency. Checks with a placeholder before the address is known. */
export function mayHaveLinks(code: CurrencyCode | ''): boolean {
  return !isCurrencyCode(code) || walletLinks(code, { address: 'a', amount: '1' }).length > 0;
}
