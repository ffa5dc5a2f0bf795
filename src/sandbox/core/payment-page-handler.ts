import { PAYMENT_PAGES } from './base/endpoint-paths.js';
import { type JsonFields, optionalText, RequestError } from './base/fields.js';
import type { Ledger } from './ledger/ledger.js';
import { payableIn } from './ledger/quote.js';
import { htmlResponse } from './page/assets.js';
import { type FormError, paymentPage, unknownPage } from './page/payment-page.js';
import { optionalCoinAmount, parseCurrencyCode } from './requests.js';
import type { WireOptions } from './wire/formats.js';

/**
 * Handles the page at the `link` of an invoice. The page consists of forms, which work without a script.
 * @param form the body of a POST; `null` for a GET
 */
export function handlePaymentPage(id: string, form: string | null, ledger: Ledger, wire: WireOptions) {
  const invoice = ledger.records.find(id);
  if (!invoice) return htmlResponse(unknownPage(id, wire), 404);
  const nowMs = ledger.records.nowMs();
  const show = (error: FormError | null) =>
    htmlResponse(paymentPage(invoice, nowMs, wire, error), error ? 400 : 200);
  if (form === null) return show(null);
  const fields: JsonFields = Object.fromEntries(new URLSearchParams(form));
  try {
    submit(ledger, invoice.id, fields);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return show({ reason: error.message, amount: optionalText(fields, 'amount') ?? '' });
  }
  return new Response(null, { status: 303, headers: { location: `${PAYMENT_PAGES}/${invoice.id}` } });
}

function submit(ledger: Ledger, id: string, fields: JsonFields): void {
  const code = optionalText(fields, 'currency');
  if (code !== undefined) {
    ledger.choose(id, parseCurrencyCode(code));
    return;
  }
  const invoice = ledger.find(id);
  if (!optionalText(fields, 'amount')) throw new RequestError('The amount is missing. Enter an amount.');
  const units = optionalCoinAmount(fields, payableIn(invoice, undefined, ledger.records.nowMs()));
  // The form contains the number of transactions on its page. If it differs, the form was submitted before.
  if (optionalText(fields, 'seen') === String(invoice.transactions.length))
    ledger.pay(id, { units, confirmed: true });
}
