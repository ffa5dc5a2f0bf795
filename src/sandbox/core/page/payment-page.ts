import type { KnownInvoiceStatus } from '../../../service/types.js';
import { type Currency, currencyOf, networkLabel } from '../../../payment/index.js';
import { suggestions } from '../control/invoice-report.js';
import { iso } from '../base/clock.js';
import { CONTROL_PATH, PAYMENT_PAGES } from '../base/endpoint-paths.js';
import { type Invoice, type PricedInvoice, statusAt, totalsOf } from '../ledger/invoice.js';
import { offeredCoins, quoteIn, withDefaultCoin } from '../ledger/quote.js';
import { fromUnits } from '../ledger/rates.js';
import type { WireOptions } from '../wire/formats.js';

/** The reason for rejecting a form, and the entered amount. */
export interface FormError {
  readonly reason: string;
  readonly amount: string;
}

/** Returns the page on which the payer selects a currency and pays. */
export function paymentPage(invoice: Invoice, nowMs: number, wire: WireOptions, formError: FormError | null) {
  const status = statusAt(invoice, nowMs);
  const title = `${VERBS[status]} ${invoice.fiatAmount} ${invoice.fiat}`;
  const isExpired = nowMs >= invoice.expiresAtMs;
  const content = html`<h1>${title}</h1>
    <p class="muted">
      ${invoice.orderId === null ? '' : `Order ${invoice.orderId} · `}<span class="small">${invoice.id}</span>
    </p>
    ${formError && html`<p class="message" data-tone="bad" role="alert" id="mistake">${formError.reason}</p>`}
    <p><span class="badge" data-tone="${TONES[status]}">${status}</span></p>
    ${status === 'created' && invoice.coin === null ? choice(invoice, wire) : body(invoice, status, isExpired, formError)}
    ${returnLink(status, isExpired, wire)}
    <p><a href="${CONTROL_PATH}/#${invoice.id}">Invoice details</a></p>`;
  const script = html`<script
    type="module"
    src="${CONTROL_PATH}/payment.js"
    data-state="${stateOf(invoice, status, isExpired)}"
  ></script>`;
  return page(`${formError ? 'Error: ' : ''}${title}`, wire, content, script);
}

/** Returns a text that changes with the page. The script reloads the page then. */
function stateOf({ coin, transactions }: Invoice, status: KnownInvoiceStatus, isExpired: boolean): string {
  const confirmed = transactions.map(({ confirmedAtMs }) => confirmedAtMs !== null);
  return [status, isExpired, coin?.address ?? '', ...confirmed].join(' ');
}

const VERBS = { created: 'Pay', partial: 'Pay', paid: 'Paid:', overpaid: 'Paid:', canceled: 'Canceled:' };
const TONES = { created: '', partial: 'warn', paid: 'ok', overpaid: 'ok', canceled: '' } as const;

export function unknownPage(id: string, wire: WireOptions): string {
  const content = html`<h1>No such invoice</h1>
    <p>This sandbox does not know the invoice ${id}. Open the link of an invoice that it has created.</p>
    <p><a href="${CONTROL_PATH}/">All invoices</a></p>`;
  return page('No such invoice', wire, content, null);
}

function page(title: string, { shopName }: WireOptions, content: Markup, script: Markup | null): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${shopName}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${CONTROL_PATH}/page.css" />
        ${script}
      </head>
      <body class="payment">
        <header>
          <p><strong>${shopName}</strong></p>
          <p class="muted">Payment sandbox: no real money moves here.</p>
        </header>
        <main>
          <div class="card">${content}</div>
        </main>
      </body>
    </html> `.text;
}

/** Returns the form with the offered currencies and their prices. Preselects the default currency. */
function choice(invoice: Invoice, { feePaidBy }: WireOptions): Markup {
  const defaultCode = withDefaultCoin(invoice, feePaidBy).coin.currency.code;
  const options = offeredCoins(invoice).map((code) => {
    const currency = currencyOf(code);
    const { amountToPay } = quoteIn(currency, invoice.usdAmount, feePaidBy);
    const label = `${coins(amountToPay, currency)} on ${networkLabel(currency.network)}`;
    return html`<option value="${code}" ${code === defaultCode ? html` selected` : null}>${label}</option>`;
  });
  return html`<p>Select the currency to pay in, until ${time(invoice.expiresAtMs)}.</p>
    <form class="row" method="post" action="${PAYMENT_PAGES}/${invoice.id}">
      <label
        >Currency
        <select name="currency">
          ${options}
        </select></label
      >
      <button type="submit" class="main">Continue</button>
    </form>`;
}

function body(invoice: Invoice, status: KnownInvoiceStatus, isExpired: boolean, formError: FormError | null) {
  const { coin } = invoice;
  const { due, pending, surplus } = totalsOf(invoice);
  switch (status) {
    case 'canceled':
      return html`<p>This invoice is canceled. It can no longer be paid.</p>`;
    case 'paid':
      return html`<p>The payment is complete.</p>`;
    case 'overpaid':
      return html`<p>
        The payment is complete, with a surplus of ${coin && coins(surplus, coin.currency)}.
      </p>`;
    default: {
      if (!coin) return html``;
      const { currency } = coin;
      const partial = `The invoice is partially paid. ${coins(due, currency)} is still due.`;
      return html`<p>
          ${status === 'partial' ? `${partial} ` : ''}${isExpired ? 'The deadline has passed.' : html`Pay until ${time(invoice.expiresAtMs)}.`}
        </p>
        ${pending > 0n ? html`<p>${coins(pending, currency)} is detected and awaits confirmation.</p>` : null}
        <dl>
          <div>
            <dt>Amount</dt>
            <dd translate="no">${coins(due, currency)}</dd>
          </div>
          <div>
            <dt>Network</dt>
            <dd translate="no">${networkLabel(currency.network)}</dd>
          </div>
          <div>
            <dt>Address</dt>
            <dd class="address" translate="no">${coin.address}</dd>
          </div>
        </dl>
        ${payForms({ ...invoice, coin }, formError)}`;
    }
  }
}

/** Returns the payment forms. Each contains the number of transactions on the page, so that submitting it twice pays once. */
function payForms(invoice: PricedInvoice, formError: FormError | null): Markup {
  const { symbol } = invoice.coin.currency;
  const seen = html`<input type="hidden" name="seen" value="${String(invoice.transactions.length)}" />`;
  const { exact, short, over } = suggestions(invoice, invoice.coin);
  const pay = (amount: string | null, label: string, isMain = false): Markup | null =>
    amount === null
      ? null
      : html`<button type="submit" name="amount" value="${amount}" ${isMain ? html` class="main"` : null}>
          ${label} ${amount} ${symbol}
        </button>`;
  const invalid = formError && html` aria-invalid="true" aria-describedby="mistake"`;
  const action = `${PAYMENT_PAGES}/${invoice.id}`;
  return html`<h2>Simulate a payment</h2>
    <form class="row" method="post" action="${action}">
      ${seen}${pay(exact, 'Pay', true)}${pay(short, 'Pay half:')}${pay(over, 'Overpay:')}
    </form>
    <form class="row" method="post" action="${action}">
      ${seen}
      <label
        >Another amount, ${symbol}
        <input
          name="amount"
          inputmode="decimal"
          autocomplete="off"
          value="${formError?.amount ?? ''}"
          ${invalid}
        />
      </label>
      <button type="submit">Pay this amount</button>
    </form>`;
}

function returnLink(status: KnownInvoiceStatus, isExpired: boolean, { successUrl, failUrl }: WireOptions) {
  if (status === 'paid' || status === 'overpaid') return shopLink(successUrl, 'SANDBOX_SUCCESS_URL');
  if (status === 'canceled' || (status === 'partial' && isExpired))
    return shopLink(failUrl, 'SANDBOX_FAIL_URL');
  return null;
}

function shopLink(url: string | null, variable: string): Markup {
  return url === null
    ? html`<p class="small">To link back to the shop, start the sandbox with ${variable}.</p>`
    : html`<p><a class="button main" href="${url}">Back to the shop</a></p>`;
}

function coins(units: bigint, { decimals, symbol }: Currency): string {
  return `${fromUnits(units, decimals)} ${symbol}`;
}

/** Formats a time in UTC: the sandbox's clock may differ from the payer's. */
function time(atMs: number): Markup {
  const text = iso(atMs);
  return html`<time datetime="${text}">${text.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Trusted HTML. */
class Markup {
  constructor(readonly text: string) {}
}

type Part = string | Markup | readonly Markup[] | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates HTML. Escapes all texts, for elements and quoted attributes. */
function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: strings }, ...parts.map(textOf)));
}

function textOf(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  return part instanceof Markup ? part.text : part.map(({ text }) => text).join('');
}
