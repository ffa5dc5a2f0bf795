import { isCurrencyCode } from '../../payment/index.js';
import type { CurrencyCode } from '../../payment/index.js';
import type { Wallet, WalletRequest } from '../../protocol/index.js';
import { errorFields } from '../base/log.js';
import type { ResolvedOptions } from '../options/options.js';
import { CustomerTokenError, verifyCustomerToken } from '../domain/tokens.js';
import { ProblemError } from '../base/problem-error.js';
import type { DepositAddressRecord } from '../domain/deposit-address.js';
import { offersDepositAddresses, isCustomer } from '../domain/deposit-address.js';
import type { Answer } from './answer.js';
import { json, readObject } from './http.js';
import type { Exchange } from './exchange.js';
import { iso } from '../domain/serialize-checkout.js';

/** Longer ones are neither a token nor a reference. */
const MAX_LENGTH = 8000;
/** Three parts in base64url (RFC 7515, section 3.1). */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** For the log alone. */
const UNKNOWN_TO_SHOP = new Error('the customers resolver knows no such customer');
const NO_TOKEN = new Error(
  'it is no customer token (three parts with dots between), and the proxy has no customers resolver to ask',
);

/** The permanent address of a customer for a currency. */
export async function openWallet(exchange: Exchange): Promise<Answer> {
  const { settings } = exchange;
  const request = exchange.whole();
  const { customer: text, currency } = await readObject<WalletRequest>(request);
  if (typeof text !== 'string' || text === '')
    throw new ProblemError('invalid_request', 'customer is missing: send a customer token or a reference');
  if (typeof currency !== 'string')
    throw new ProblemError('invalid_request', 'currency is missing: send a currency code');
  const customer = await admitCustomer(text, request, settings);
  const code = checkedCurrency(currency, settings.offers);
  const { depositAddresses: wallets } = await exchange.running();
  const wallet = await wallets.open({ customer, currency: code });
  return json(200, toWallet(wallet, settings.service.testMode));
}

/**
 * Which customer the page means: by a signed token, or by a reference that the shop's resolver allows for
 * this request.
 * @throws {ProblemError}
 */
async function admitCustomer(
  text: string,
  request: Request,
  { customers, orderKeys, clock, logger }: ResolvedOptions,
): Promise<string> {
  if (text.length > MAX_LENGTH) throw new ProblemError('customer_not_found');
  if (orderKeys.length > 0 && TOKEN.test(text)) return fromToken(text, orderKeys, clock.nowMs());
  if (!customers) throw new ProblemError('customer_not_found', undefined, { cause: NO_TOKEN });
  let customer: unknown;
  try {
    customer = await customers(text, request);
  } catch (error) {
    logger.error(errorFields(error), 'the customers resolver failed');
    throw new ProblemError('internal_error', undefined, { cause: error });
  }
  if (customer === null || customer === undefined)
    throw new ProblemError('customer_not_found', undefined, { cause: UNKNOWN_TO_SHOP });
  if (isCustomer(customer)) return customer;
  logger.error({}, 'the customers resolver gave no id: give 1 to 200 characters on one line, not "None"');
  throw new ProblemError('internal_error');
}

async function fromToken(token: string, keys: readonly Uint8Array[], nowMs: number): Promise<string> {
  try {
    return await verifyCustomerToken(token, keys, nowMs);
  } catch (error) {
    if (error instanceof CustomerTokenError)
      throw new ProblemError('customer_not_found', undefined, { cause: error });
    throw error;
  }
}

function checkedCurrency(code: string, offers: readonly CurrencyCode[]): CurrencyCode {
  if (!isCurrencyCode(code) || !offers.includes(code)) throw new ProblemError('currency_not_offered');
  if (offersDepositAddresses(code)) return code;
  throw new ProblemError(
    'currency_not_offered',
    `${code} has no permanent addresses: none exist on the TON network`,
  );
}

/** Every field that leaves the proxy is written down here. */
function toWallet({ id, currency, address, createdAtMs }: DepositAddressRecord, testMode: boolean): Wallet {
  return { id, currency, address, createdAt: iso(createdAtMs), testMode };
}
