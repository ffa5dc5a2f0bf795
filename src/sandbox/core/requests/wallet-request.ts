import type { CurrencyCode } from '../../../payment/index.js';
import { CURRENCY_CODES, currencyOf } from '../../../payment/index.js';
import { requireOwnShop } from './create-request.js';
import type { JsonFields } from '../base/fields.js';
import { RequestError, requiredText, formatValue } from '../base/fields.js';

/** What "Create static wallet" asks for. */
export interface WalletRequest {
  readonly identify: string;
  readonly currency: CurrencyCode;
}

/** "Currency code sets": static wallets are unsupported on the TON network. */
const WALLET_CODES = CURRENCY_CODES.filter((code) => currencyOf(code).staticWallet);

/** @throws {RequestError} */
export function parseWalletRequest(fields: JsonFields, shopId: string): WalletRequest {
  requireOwnShop(fields, shopId);
  const identify = requiredText(fields, 'identify');
  const text = requiredText(fields, 'currency');
  const currency = WALLET_CODES.find((code) => code === text);
  if (currency) return { identify, currency };
  throw new RequestError(
    `currency is ${formatValue(text)}, which has no static wallets. Send one of ${WALLET_CODES.join(', ')}.`,
  );
}
