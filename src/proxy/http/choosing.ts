import { isCurrencyCode } from '../../payment/index.js';
import type { InvoiceRequest } from '../../protocol/index.js';
import type { ResolvedOrder } from '../checkouts/checkout-repository.js';
import { needsInvoice, selectionProblem } from '../domain/currency-selection.js';
import type { CurrencySelection } from '../domain/currency-selection.js';
import type { CheckoutRecord } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';
import { fromResolver } from './admission.js';
import type { Answer } from './answer.js';
import type { Exchange } from './exchange.js';
import { json, readObject } from './http.js';

/** An invoice in a currency: the one there is, or a new one at the price of today. */
export async function chooseCurrency(exchange: Exchange, id: string): Promise<Answer> {
  const { limits } = exchange;
  const request = exchange.whole();
  const { currency, email = null } = await readObject<InvoiceRequest>(request);
  if (typeof currency !== 'string')
    throw new ProblemError('invalid_request', 'currency is missing: send a currency code');
  if (email !== null && typeof email !== 'string')
    throw new ProblemError('invalid_request', 'email is not a text');
  const { checkouts, invoices: creation, serialize: view } = await exchange.running();
  const record = await checkouts.find(id);
  await limits.order(record.order.id);
  if (!isCurrencyCode(currency)) throw new ProblemError('currency_not_offered');
  const choice = { currency, email };
  const admitted = await askPrice(record, choice, exchange, request);
  return json(200, view(await creation.choose(record.id, choice, admitted)));
}

/**
 * Before an invoice is made the shop is asked again about an order that its resolver has let in: it may have been paid
 * otherwise, or cost something else by now.
 */
async function askPrice(
  record: CheckoutRecord,
  choice: CurrencySelection,
  exchange: Exchange,
  request: Request,
): Promise<ResolvedOrder | undefined> {
  const { settings } = exchange;
  const { offersOf } = await exchange.running();
  const nowMs = settings.clock.nowMs();
  if (record.reference === null || !needsInvoice(record, choice.currency, nowMs)) return undefined;
  // What cannot be granted in any case is no reason to ask.
  const refusal = selectionProblem(record, choice, offersOf(record), nowMs);
  if (refusal) throw refusal;
  const admitted = await fromResolver(record.reference, request, settings);
  // The reference leads to another order by now: this one is not for sale.
  if (admitted.terms.id !== record.order.id) throw new ProblemError('order_not_found');
  return admitted;
}
