import { compareAmounts } from '../../payment/index.js';
import type { CreatedInvoice, ServiceClient } from '../../service/node.js';
import { ServiceError } from '../../service/node.js';
import { describeError } from '../base/exit.js';
import { escapeControlCharacters } from '../base/output.js';
import type { Terminal } from '../base/terminal.js';
import type { Finding } from './finding.js';
import { skipped, ok, failed } from './finding.js';

/** Not USD, for there the two readings of the document's `amount` are the same. */
const PRICE = { amount: '1.00', currency: 'EUR' } as const;

/** Makes an invoice, compares what the service understood, and cancels it. */
export async function checkPrice(client: ServiceClient, terminal: Terminal): Promise<readonly Finding[]> {
  const orderId = `doctor-${terminal.nowMs()}`;
  try {
    const invoice = await client.createInvoice({ ...PRICE, orderId });
    return [ok('shop id', 'accepted'), priceFinding(invoice), await cancel(client, invoice, terminal)];
  } catch (error) {
    return [shopFinding(error, orderId, terminal), skipped('price', 'no invoice was made')];
  }
}

function priceFinding({ fiatAmount, fiatCurrency }: CreatedInvoice): Finding {
  const isSame = fiatCurrency === PRICE.currency && fiatAmount !== null;
  if (isSame && compareAmounts(fiatAmount, PRICE.amount) === 0) {
    return ok('price', `${PRICE.amount} ${PRICE.currency} is understood as that`);
  }
  return failed(
    'price',
    `${PRICE.amount} ${PRICE.currency} is understood as ${fiatAmount ?? 'nothing'} ${escapeControlCharacters(fiatCurrency ?? '')}`.trim(),
    'price orders in USD, or ask the service: the proxy shows no address for another price than was ordered',
  );
}

function shopFinding(error: unknown, orderId: string, { env }: Terminal): Finding {
  const { message } = describeError(error, env);
  if (!(error instanceof ServiceError)) return failed('shop id', message, 'mend that, and ask again');
  if (error.code === 'lost_answer') {
    return failed('shop id', message, `look for the order ${orderId} in invoice list, and cancel it`);
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
    return ok('invoice', `${escapeControlCharacters(id)} is canceled again`);
  } catch (error) {
    const remedy = `cancel it: crypto-checkout invoice cancel ${id}`;
    return failed(
      'invoice',
      `${escapeControlCharacters(id)} could not be canceled: ${describeError(error, env).message}`,
      remedy,
    );
  }
}
