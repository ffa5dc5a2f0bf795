import { ENDPOINT_PATHS, STALE_PATHS } from '../../base/endpoint-paths.js';
import type { FaultKind } from '../../control/faults.js';
import { FAULT_KINDS } from '../../control/faults.js';
import { POSTBACK_FORMATS } from '../../postbacks/settings.js';

const HINTS: Readonly<Record<FaultKind, string>> = {
  'delay': 'The work is done at once; the right answer comes later, in real time.',
  'status': 'Another HTTP status, as from something in front of the service. Nothing is done.',
  'reset-before': 'The connection is cut before the work: nothing is done, and no answer comes.',
  'reset-after': 'The work is done, then the connection is cut: the answer is lost.',
  'truncate': 'The work is done; half of the answer arrives, then the connection is cut.',
  'malformed': 'The work is done; the answer calls itself JSON and is none.',
  'html': 'A web page instead of an answer, with HTTP 200 or another status. Nothing is done.',
  'stale': 'What was true before the last change: for information, list, statistics and balances.',
  'unknown-word': 'The work is done; invoices have a status that nobody knows. Payers see “being processed”.',
  'recorded':
    'The work is done; the answer has another form than the document’s, as others have recorded it.',
  'unauthorized': 'The answer for a wrong key. Nothing is done.',
};

const kinds = FAULT_KINDS.map(
  (kind) => `<option value="${kind}" data-hint="${HINTS[kind]}">${kind}</option>`,
);
const formats = POSTBACK_FORMATS.map((format) => `<option>${format}</option>`);
const endpoints = ENDPOINT_PATHS.map(
  (path) => `<option${STALE_PATHS.includes(path) ? '' : ' data-fresh'}>${path}</option>`,
);

/** Beside the invoices: what can be broken, what was asked, and where the money is. */
export const SIDE_HTML = `<details class="panel" id="break" open>
  <summary><h2>Break things</h2> <span id="fault-count" class="count"></span></summary>
  <form id="fault-form" class="fields">
    <label class="wide">Kind <select name="kind" aria-describedby="kind-hint">${kinds.join('')}</select></label>
    <p id="kind-hint" class="hint"></p>
    <label class="wide">Endpoint
      <select name="endpoint"><option value="">every endpoint</option>${endpoints.join('')}</select>
    </label>
    <label id="ms-field">Delay, ms
      <input name="ms" type="number" inputmode="numeric" min="1" max="600000" value="3000" required>
    </label>
    <label id="code-field" hidden>HTTP status
      <input name="code" type="number" inputmode="numeric" min="200" max="599" value="503" required>
    </label>
    <label>Times
      <input name="times" type="number" inputmode="numeric" min="1" max="1000000" value="1" placeholder="until cleared">
    </label>
    <button type="submit" class="main">Add fault</button>
    <p class="said" data-said hidden></p>
  </form>
  <ul id="faults" class="faults" aria-label="Waiting faults"></ul>
  <p id="no-faults" class="hint">None waiting: the service answers as it should.</p>
  <button type="button" id="clear-faults" data-do="clear" hidden>Clear faults</button>
</details>
<details class="panel" id="requests" open>
  <summary><h2>Requests</h2> <span id="request-count" class="count"></span></summary>
  <p id="no-requests" class="hint">The service has not been asked anything yet.</p>
  <table>
    <thead><tr><th scope="col">Endpoint</th><th scope="col">Count</th></tr></thead>
    <tbody id="counts"></tbody>
  </table>
  <div id="request-log" hidden>
    <h3 class="label" id="request-log-title">The last 50, newest first</h3>
    <ol id="request-list" class="log" tabindex="0" role="list" aria-labelledby="request-log-title"></ol>
  </div>
  <button type="button" id="clear-requests" data-do="clear" hidden>Clear requests</button>
  <p class="said" data-said hidden></p>
</details>
<details class="panel" id="postbacks">
  <summary><h2>Postbacks</h2> <span id="postback-count" class="count"></span></summary>
  <form id="postback-form" class="fields">
    <label class="wide">URL
      <input name="url" inputmode="url" placeholder="empty: none are sent" autocomplete="off" spellcheck="false">
    </label>
    <label>Format <select name="format">${formats.join('')}</select></label>
    <label class="switch"><input name="invoices" type="checkbox"> Invoices too, not wallets alone</label>
    <p id="signed" class="hint"></p>
    <button type="submit" class="main">Save</button>
    <p class="said" data-said hidden></p>
  </form>
  <p id="no-postbacks" class="hint">Nothing was sent yet.</p>
  <ol id="postback-list" class="log plain" aria-label="Postbacks, newest first"></ol>
</details>
<details class="panel" id="money" open>
  <summary><h2>Money</h2></summary>
  <h3>Statistics</h3>
  <table>
    <thead><tr><th scope="col">Invoices</th><th scope="col">Count</th><th scope="col">USD</th></tr></thead>
    <tbody id="statistics"></tbody>
  </table>
  <h3>Balances</h3>
  <p id="no-balances" class="hint">No money has come yet.</p>
  <table>
    <thead><tr><th scope="col">Currency</th><th scope="col">Balance</th></tr></thead>
    <tbody id="balances"></tbody>
  </table>
  <h3>Static wallets <span id="wallet-count" class="count"></span></h3>
  <p id="no-wallets" class="hint">None yet: a deposit element, or <code>/v2/invoice/static/create</code>, makes one.</p>
  <ul id="wallets" class="cards" aria-label="Static wallets"></ul>
  <h3>Withdrawals <span id="withdrawal-count" class="count"></span></h3>
  <p id="no-withdrawals" class="hint">None yet: <code>/v2/invoice/api/out/create</code> asks for one.</p>
  <ul id="withdrawals" class="cards" aria-label="Withdrawals"></ul>
</details>`;
