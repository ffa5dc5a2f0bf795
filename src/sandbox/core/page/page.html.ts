/** The page for people. Its texts are all here; the script fills in facts. */
export const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payment sandbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body>
<header class="top">
  <div class="title">
    <h1>Payment sandbox</h1>
    <p class="muted">Stands in for the payment service. No money moves here.</p>
  </div>
  <section class="clock" aria-labelledby="clock-title">
    <h2 id="clock-title" class="label">Sandbox time, UTC</h2>
    <p class="time"><time id="now">–</time></p>
    <div class="row" role="group" aria-label="Move the clock forward">
      <button type="button" data-advance="60">+1 min</button>
      <button type="button" data-advance="600">+10 min</button>
      <button type="button" data-advance="3600">+1 h</button>
    </div>
  </section>
</header>
<noscript><p class="empty">This page needs JavaScript. The same can be done by HTTP: see the sandbox's README.</p></noscript>
<main>
  <section class="invoices" aria-labelledby="invoices-title">
    <h2 id="invoices-title">Invoices <span id="total" class="muted"></span></h2>
    <p id="empty" class="empty">No invoice yet. It appears here as soon as a checkout asks for one.</p>
    <ol id="invoices"></ol>
    <p id="older" class="muted" hidden></p>
  </section>
  <div class="side">
    <section class="panel" aria-labelledby="faults-title">
      <h2 id="faults-title">Faults</h2>
      <form id="fault-form">
        <label class="wide">Kind
          <select name="kind">
            <option value="delay">delay: the answer waits</option>
            <option value="status">status: another HTTP status</option>
            <option value="reset-before">reset-before: cut before the work</option>
            <option value="reset-after">reset-after: cut after the work</option>
            <option value="truncate">truncate: half an answer</option>
            <option value="malformed">malformed: not JSON</option>
            <option value="html">html: a web page instead</option>
            <option value="stale">stale: old answers</option>
            <option value="unauthorized">unauthorized: key refused</option>
          </select>
        </label>
        <label id="endpoint-field" class="wide">Endpoint
          <select name="endpoint">
            <option value="">every endpoint</option>
            <option value="/v2/invoice/create">create</option>
            <option value="/v2/invoice/merchant/info">info</option>
            <option value="/v2/invoice/merchant/canceled">cancel</option>
            <option value="/v2/invoice/merchant/list">list</option>
            <option value="/v2/invoice/merchant/statistics">statistics</option>
            <option value="/v2/merchant/wallet/balance/all">balances</option>
            <option value="/v2/invoice/static/create">create static wallet</option>
            <option value="/v2/invoice/static/list">list static wallets</option>
          </select>
        </label>
        <label id="ms-field">Delay, ms
          <input name="ms" type="number" inputmode="numeric" min="1" max="600000" value="3000">
        </label>
        <label id="code-field" hidden>HTTP status
          <input name="code" type="number" inputmode="numeric" min="200" max="599" value="503">
        </label>
        <label>Times
          <input name="times" type="number" inputmode="numeric" min="1" max="1000000" value="1" aria-describedby="times-hint">
        </label>
        <p id="times-hint" class="hint">Empty: until cleared.</p>
        <button type="submit" class="main">Add fault</button>
      </form>
      <ul id="faults" aria-label="Waiting faults"></ul>
      <p id="no-faults" class="hint">None waiting: the service answers as it should.</p>
      <button type="button" id="clear-faults" hidden>Clear faults</button>
    </section>
    <section class="panel" aria-labelledby="requests-title">
      <h2 id="requests-title">Requests</h2>
      <table>
        <thead><tr><th scope="col">Endpoint</th><th scope="col">Count</th></tr></thead>
        <tbody id="counts"></tbody>
      </table>
      <p id="no-requests" class="hint">Nothing has been asked yet.</p>
      <div class="row">
        <button type="button" id="clear-requests">Reset counts</button>
        <a href="requests">Show bodies</a>
      </div>
    </section>
  </div>
</main>
<footer class="foot"><p id="status" role="status">Connecting…</p></footer>
<template id="invoice-template">
  <li class="invoice" tabindex="-1">
    <div class="head">
      <h3><span data-field="order"></span> <span class="id" data-field="uuid"></span></h3>
      <span class="badge" data-field="status"></span>
    </div>
    <div class="slip">
      <p class="label" data-field="label"></p>
      <p class="amount"><span data-field="amount"></span> <span class="unit" data-field="unit"></span></p>
      <p class="network" data-field="network"></p>
      <p class="address" data-field="address"></p>
    </div>
    <dl class="facts">
      <div><dt>Price</dt><dd data-field="price"></dd></div>
      <div><dt>Paid</dt><dd data-field="paid"></dd></div>
      <div data-row="pending"><dt>Unconfirmed</dt><dd data-field="pending"></dd></div>
      <div data-row="surplus"><dt>Too much</dt><dd data-field="surplus"></dd></div>
      <div><dt data-field="time-label"></dt><dd data-field="time"></dd></div>
    </dl>
    <div class="row actions">
      <button type="button" class="main" data-pay="exact">Pay exact</button>
      <button type="button" data-pay="short">Pay half</button>
      <button type="button" data-pay="over">Pay over</button>
      <button type="button" data-pay="exact" data-unconfirmed>Unconfirmed</button>
      <button type="button" data-action="confirm">Confirm</button>
      <button type="button" data-action="expire">Past deadline</button>
    </div>
  </li>
</template>
</body>
</html>
`;
