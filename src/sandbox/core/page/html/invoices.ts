import { CURRENCY_CODES } from '../../../../payment/index.js';
import { FIAT_CODES } from '../../ledger/rates.js';
import { INVOICE_STATUSES } from '../../ledger/statistics.js';

const option = (value: string): string => `<option>${value}</option>`;

const chip = (status: string): string => `
      <label class="chip">
        <input type="radio" name="status" value="${status === 'all' ? '' : status}"${status === 'all' ? ' checked' : ''}>
        <span>${status} <b data-count="${status}"></b></span>
      </label>`;

/** The list of invoices, with what chooses among them, and the form for a new one. */
export const INVOICES_HTML = `<section class="invoices" aria-labelledby="invoices-title">
  <h2 id="invoices-title" tabindex="-1">Invoices</h2>
  <details class="panel" id="create">
    <summary><h3>New invoice</h3></summary>
    <form id="create-form" class="fields">
      <label>Amount <input name="amount" inputmode="decimal" value="49" required></label>
      <label>Currency
        <select name="currency"><option>EUR</option>${FIAT_CODES.filter((code) => code !== 'EUR')
          .map(option)
          .join('')}</select>
      </label>
      <label>Coin
        <select name="cryptocurrency"><option>USDT_TRC20</option><option value="">none chosen</option>${CURRENCY_CODES.filter(
          (code) => code !== 'USDT_TRC20',
        )
          .map(option)
          .join('')}</select>
      </label>
      <label>Order id <input name="order" maxlength="200" autocomplete="off"></label>
      <label>E-mail <input name="email" type="email" autocomplete="off"></label>
      <label>Minutes to pay <input name="minutes" type="number" min="1" max="43200" value="30"></label>
      <button type="submit" class="main">Create invoice</button>
      <p class="said" data-said hidden></p>
    </form>
  </details>
  <form id="filter" class="filter" role="search" aria-label="Invoices" hidden>
    <label class="search">Search
      <input name="search" type="search" placeholder="Id, order or address" autocomplete="off" spellcheck="false">
    </label>
    <fieldset class="chips">
      <legend>Status</legend>${['all', ...INVOICE_STATUSES].map(chip).join('')}
    </fieldset>
  </form>
  <div id="empty" class="empty" hidden>
    <p><strong>No invoice yet.</strong> Point a checkout at this sandbox, or make an invoice above.</p>
    <dl class="facts">
      <div><dt>Base URL</dt><dd><code id="base-url"></code></dd></div>
      <div><dt>Shop id</dt><dd><code id="shop-id"></code></dd></div>
      <div><dt>Keys</dt><dd>set where the sandbox is started, by <code>SANDBOX_API_KEY</code> and
        <code>SANDBOX_WITHDRAWAL_KEY</code>. <code>npm&nbsp;run&nbsp;sandbox&nbsp;--&nbsp;--help</code> says
        what they are unless set; this page does not know them.</dd></div>
    </dl>
  </div>
  <p id="unknown" class="note" hidden></p>
  <p id="nothing" class="note" hidden>No invoice fits. Search for less, or choose all.</p>
  <ol id="invoices" aria-label="Invoices, newest first"></ol>
  <div id="pages" class="row pages" hidden>
    <button type="button" id="newer">Newer</button>
    <span id="range" class="muted"></span>
    <button type="button" id="older">Older</button>
  </div>
</section>`;
