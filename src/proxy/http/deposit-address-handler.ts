import { caipIds, type CurrencyCode } from '../../payment/index.js';
import { depositAddressRequestSchema, PATHS, type DepositAddress } from '../../protocol/index.js';
import { ProblemError } from '../base/problem-error.js';
import { offersDepositAddresses, type DepositAddressRecord } from '../domain/deposit.js';
import { iso } from '../base/time.js';
import { readRequest } from './request-body.js';
import type { ProxyRequest, ProxyResponse } from './request.js';
import { resolveCustomer } from './resolve-order.js';
import { json } from './responses.js';
import { pageRoute, POST_PROBLEMS, SERVICE_PROBLEMS, type Route } from './route.js';

export const DEPOSIT_ADDRESS_ROUTE: Route = {
  ...pageRoute('POST', PATHS.depositAddresses, handleDepositAddress, 'invoices'),
  id: 'openDepositAddress',
  summary: 'Get the deposit address of a customer',
  description: 'The same customer and currency always return the same address.',
  request: 'DepositAddressRequest',
  responses: { 200: ['DepositAddress', 'The address, existing or new.'] },
  problems: [
    ...POST_PROBLEMS,
    'customer_not_found',
    'currency_not_offered',
    'address_unusable',
    ...SERVICE_PROBLEMS,
    'internal_error',
  ],
};

async function handleDepositAddress(request: ProxyRequest): Promise<ProxyResponse> {
  const { settings } = request.proxy;
  const wanted = await readRequest(request, depositAddressRequestSchema);
  const customer = await resolveCustomer(wanted.customer, request);
  const currency = offeredCurrency(wanted.currency, settings.offers);
  const { depositAddresses } = await request.proxy.runtime();
  const address = await depositAddresses.openAddress({ customer, currency });
  return json(200, serializeAddress(address, settings.service.testMode));
}

function offeredCurrency(code: CurrencyCode, offers: readonly CurrencyCode[]): CurrencyCode {
  if (!offers.includes(code)) throw new ProblemError('currency_not_offered');
  if (offersDepositAddresses(code)) return code;
  throw new ProblemError(
    'currency_not_offered',
    `${code} has no deposit addresses: the TON network does not support them. Choose another currency.`,
  );
}

/** Names each field: no other one may leave the proxy. */
function serializeAddress(
  { id, currency, address, createdAtMs }: DepositAddressRecord,
  testMode: boolean,
): DepositAddress {
  return { id, currency, ...caipIds(currency), address, createdAt: iso(createdAtMs), testMode };
}
