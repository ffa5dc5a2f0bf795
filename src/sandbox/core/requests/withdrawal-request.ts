import type { Currency } from '../../../payment/index.js';
import { CURRENCY_CODES, currencyOf, isCurrencyCode, networkLabel } from '../../../payment/index.js';
import { hasAddressForm } from '../chain/address-forms.js';
import type { JsonFields } from '../base/fields.js';
import { RequestError, requiredText, formatValue } from '../base/fields.js';
import type { WithdrawalRequest } from '../ledger/withdrawal.js';
import { optionalCoinAmount } from './coin-amount.js';

/** @throws {RequestError} */
export function parseWithdrawalRequest(fields: JsonFields): WithdrawalRequest {
  const currency = parseCurrency(requiredText(fields, 'currency_code'));
  const toAddress = parseAddress(requiredText(fields, 'to_address'), currency);
  const amount = optionalCoinAmount(fields, currency);
  if (amount === undefined)
    throw new RequestError(`amount is missing. Send a number of ${currency.code} above 0.`);
  return { currency, toAddress, amount };
}

function parseCurrency(code: string): Currency {
  if (isCurrencyCode(code)) return currencyOf(code);
  throw new RequestError(`currency_code is ${formatValue(code)}. Send one of ${CURRENCY_CODES.join(', ')}.`);
}

function parseAddress(address: string, { network }: Currency): string {
  if (hasAddressForm(address, network.key)) return address;
  const name = networkLabel(network);
  throw new RequestError(
    `to_address is ${formatValue(address)}, which is not an address on ${name}. Send an address of that network.`,
  );
}
