import type { Currency } from '../../payment/index.js';
import { CURRENCY_CODES, currencyOf } from '../../payment/index.js';
import type { Invoice } from './invoice.js';
import { totalsOf } from './invoice.js';
import type { StaticWallet } from './static-wallets.js';
import { depositedUnits } from './static-wallets.js';

/** What the merchant owns in one currency, in the coin's smallest unit. */
export interface Balance {
  readonly currency: Currency;
  readonly units: bigint;
}

/**
 * One balance per currency that has ever received money, in the order of the payment currencies: all that invoices
 * have `received`, and all that came to static wallets. It may be zero, where fees took everything.
 */
export function balancesOf(
  invoices: readonly Invoice[],
  wallets: readonly StaticWallet[],
): readonly Balance[] {
  const credits = [...invoices.flatMap(invoiceCredits), ...wallets.flatMap(walletCredits)];
  const sums = new Map<string, bigint>();
  for (const { currency, units } of credits) {
    sums.set(currency.code, (sums.get(currency.code) ?? 0n) + units);
  }
  return CURRENCY_CODES.flatMap((code) => {
    const units = sums.get(code);
    return units === undefined ? [] : [{ currency: currencyOf(code), units }];
  });
}

/** Unconfirmed money is nobody's yet: an invoice counts once it is partial, paid or overpaid. */
function invoiceCredits(invoice: Invoice): readonly Balance[] {
  const { paid, received } = totalsOf(invoice);
  return invoice.coin && paid > 0n ? [{ currency: invoice.coin.currency, units: received }] : [];
}

function walletCredits(wallet: StaticWallet): readonly Balance[] {
  const units = depositedUnits(wallet);
  return units > 0n ? [{ currency: wallet.currency, units }] : [];
}
