import { PAYMENT_PAGES } from './base/endpoint-paths.js';
import type { JsonFields } from './base/fields.js';
import { optionalText, RequestError } from './base/fields.js';
import type { Ledger } from './ledger/ledger.js';
import { payableIn } from './ledger/coin-choice.js';
import { htmlResponse } from './page/assets.js';
import type { FormError } from './page/payment-page.js';
import { paymentPage, unknownPage } from './page/payment-page.js';
import { optionalCoinAmount } from './requests/coin-amount.js';
import { parseCurrencyCode } from './requests/create-request.js';
import type { WireOptions } from './wire/project-wire.js';

/** The page behind the `link` of an invoice, as plain forms: it works without a script. */
export class PaymentPageHandler {
  /** The work that was last begun. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ledger: Ledger,
    private readonly wire: WireOptions,
  ) {}

  /** @param id of the invoice, as it stands in the path. @param form the body of a POST; `null` for a look */
  async answer(id: string, form: string | null): Promise<Response> {
    const invoice = this.ledger.records.find(id);
    if (!invoice) return htmlResponse(unknownPage(id, this.wire), 404);
    if (form === null) return this.#show(invoice.id);
    const fields: JsonFields = Object.fromEntries(new URLSearchParams(form));
    // One at a time: a form that is sent twice finds what came of the first.
    const done = this.#tail.then(() => this.#act(invoice.id, fields));
    this.#tail = done.catch(() => undefined);
    try {
      await done;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return this.#show(invoice.id, { reason: error.message, amount: optionalText(fields, 'amount') ?? '' });
    }
    return new Response(null, { status: 303, headers: { location: `${PAYMENT_PAGES}/${invoice.id}` } });
  }

  #show(id: string, formError: FormError | null = null): Response {
    const nowMs = this.ledger.records.nowMs();
    const text = paymentPage(this.ledger.find(id), nowMs, this.wire, formError);
    return htmlResponse(text, formError ? 400 : 200);
  }

  async #act(id: string, fields: JsonFields): Promise<void> {
    const code = optionalText(fields, 'currency');
    if (code !== undefined) return this.ledger.choose(id, parseCurrencyCode(code));
    const invoice = this.ledger.find(id);
    if (!optionalText(fields, 'amount')) throw new RequestError('The amount is missing. Type an amount.');
    const units = optionalCoinAmount(fields, payableIn(invoice, undefined, this.ledger.records.nowMs()));
    if (optionalText(fields, 'seen') !== String(invoice.transactions.length)) return;
    await this.ledger.pay(id, { units, confirmed: true });
  }
}
