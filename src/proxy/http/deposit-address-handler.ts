import { caipIds, type CurrencyCode } from '../../payment/index.js';
import { depositAddressRequestSchema, type DepositAddress } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { offersDepositAddresses, type DepositAddressRecord } from '../domain/deposit.js';
import { iso } from '../base/time.js';
import { CustomerTokenError, isCustomer, verifyCustomerToken } from '../domain/shop-tokens.js';
import type { ProxyResponse } from './proxy-request.js';
import { readRequest } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { callResolver, isToken } from './resolve-order.js';
import { json } from './responses.js';

export async function handleDepositAddress(context: RequestContext): Promise<ProxyResponse> {
  const { settings } = context.proxy;
  const request = await readRequest(context.request, depositAddressRequestSchema);
  const customer = await resolveCustomer(request.customer, context);
  const currency = offeredCurrency(request.currency, settings.offers);
  const { depositAddresses } = await context.proxy.runtime();
  const address = await depositAddresses.open({ customer, currency });
  return json(200, serializeAddress(address, settings.service.testMode));
}

/**
 * Returns the customer of the request, from a signed token, or from a reference that the shop's resolver accepts.
 * @throws {ProblemError}
 */
async function resolveCustomer(text: string, context: RequestContext): Promise<string> {
  const { customers: resolver, orderKeys, clock } = context.proxy.settings;
  const notFound = 'customer_not_found';
  if (!isToken(text, context, notFound))
    return callResolver(text, { name: 'customers', resolver, notFound, parse: parseCustomer }, context);
  try {
    return await verifyCustomerToken(text, orderKeys, clock.nowMs());
  } catch (cause) {
    throw cause instanceof CustomerTokenError ? new ProblemError(notFound, undefined, { cause }) : cause;
  }
}

function parseCustomer(value: unknown): string {
  if (isCustomer(value)) return value;
  throw new TypeError('The customer id is invalid. Return 1 to 200 characters on one line, not "None".');
}

function offeredCurrency(code: CurrencyCode, offers: readonly CurrencyCode[]): CurrencyCode {
  if (!offers.includes(code)) throw new ProblemError('currency_not_offered');
  if (offersDepositAddresses(code)) return code;
  throw new ProblemError(
    'currency_not_offered',
    `${code} has no deposit addresses: the TON network does not support them. Choose another currency.`,
  );
}

/** Names each field, so that no other one leaves the proxy. */
function serializeAddress(
  { id, currency, address, createdAtMs }: DepositAddressRecord,
  testMode: boolean,
): DepositAddress {
  return { id, currency, ...caipIds(currency), address, createdAt: iso(createdAtMs), testMode };
}
