import { CurrencyError, isCurrencyCode } from '../../payment/index.js';

/** Warns the page's developer about unknown currency codes. */
export function warnAboutCurrencies(codes: readonly string[]): void {
  for (const code of codes) {
    // eslint-disable-next-line no-console -- a mistake in the page's own markup; payers do not see it
    if (!isCurrencyCode(code)) console.warn(`<crypto-currency-picker>: ${new CurrencyError(code).message}`);
  }
}
