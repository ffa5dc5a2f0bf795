import { compareAmounts } from '../../payment/index.js';
import type { CreatedInvoice, ServiceClient } from '../../service/node.js';
import { ServiceError } from '../../service/node.js';
import { describeError } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import type { Finding } from './finding.js';
import { skipped, ok, failed } from './finding.js';

/** Not USD: in USD, both readings of the document's `amount` are the same. */
const PRICE = { amount: '1.00', currency: 'EUR' } as const;

/** Creates an invoice, compares its price with the request, and cancels it. */
export async function checkPrice(client: ServiceClient, terminal: Terminal): Promise<readonly Finding[]> {
  const orderId = `doctor-${terminal.nowMs()}`;
  try {
    const invoice = await client.createInvoice({ ...PRICE, orderId });
    return [ok('shop id', 'accepted'), priceFinding(invoice), await cancel(client, invoice, terminal)];
  } catch (error) {
    return [shopFinding(error, orderId, terminal), skipped('price', 'no invoice was created')];
  }
}

function priceFinding({ fiatAmount, fiatCurrency }: CreatedInvoice): Finding {
  const isSame = fiatCurrency === PRICE.currency && fiatAmount !== null;
  if (isSame && compareAmounts(fiatAmount, PRICE.amount) === 0) {
    return ok('price', `${PRICE.amount} ${PRICE.currency} is read correctly`);
  }
  return failed(
    'price',
    `${PRICE.amount} ${PRICE.currency} is read as ${fiatAmount ?? 'nothing'} ${escapeControlCharacters(fiatCurrency ?? '')}`.trim(),
    'price orders in USD, or contact the service: the proxy shows no address if the price differs from the order',
  );
}

function shopFinding(error: unknown, orderId: string, { env }: Terminal): Finding {
  const { message } = describeError(error, env);
  if (!(error instanceof ServiceError)) return failed('shop id', message, 'fix this, then run doctor again');
  if (error.code === 'outcome_unknown') {
    return failed('shop id', message, `find the order ${orderId} with invoice list, and cancel it`);
  }
  const remedy =
    error.code === 'refused'
      ? 'copy CRYPTO_CHECKOUT_SHOP_ID again from the account'
      : 'try again in a minute';
  return failed('shop id', message, remedy);
}

async function cancel(client: ServiceClient, { id }: CreatedInvoice, { env }: Terminal): Promise<Finding> {
  try {
    await client.cancelInvoice(id);
    return ok('invoice', `${escapeControlCharacters(id)} is canceled`);
  } catch (error) {
    const remedy = `cancel it: crypto-checkout invoice cancel ${id}`;
    return failed(
      'invoice',
      `${escapeControlCharacters(id)} could not be canceled: ${describeError(error, env).message}`,
      remedy,
    );
  }
}
