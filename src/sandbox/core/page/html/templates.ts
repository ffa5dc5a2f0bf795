const fact = (label: string, name: string): string =>
  `<div data-row><dt>${label}</dt><dd data-field="fact-${name}"></dd></div>`;

const FACTS = [
  ['Price', 'price'],
  ['Amount', 'amount'],
  ['Transfer fee', 'transfer-fee'],
  ['Service fee', 'service-fee'],
  ['To pay', 'to-pay'],
  ['Paid', 'paid'],
  ['Unconfirmed', 'pending'],
  ['Due', 'due'],
  ['Too much', 'surplus'],
  ['Received by the shop', 'received'],
  ['Coin', 'network'],
  ['Address', 'address'],
  ['Created', 'created'],
  ['Deadline', 'deadline'],
  ['Time left', 'left'],
  ['Closed', 'closed'],
  ['E-mail', 'email'],
] as const;

const sum = (name: string, label: string, does: string): string => `
        <div class="sum">
          <label><span>${label} <span class="unit"></span></span>
            <input name="${name}" inputmode="decimal" autocomplete="off">
          </label>
          <button type="button" data-do="${name}">${does}</button>
        </div>`;

/** What lists are made of. */
export const TEMPLATES_HTML = `<template id="invoice-row">
  <li class="invoice" tabindex="-1">
    <div class="line">
      <h3 class="who"><a data-field="order"></a> <span class="id" data-field="uuid"></span></h3>
      <p class="what"><strong data-field="amount"></strong> <span class="muted" data-field="network"></span></p>
      <p class="state"><span class="badge"></span></p>
      <p class="pay-now"><button type="button" class="small" data-do="exact">Pay exact</button></p>
      <p class="where address" data-field="address"></p>
      <p class="price muted"><span data-field="price"></span> <span data-field="money"></span></p>
      <p class="when" data-field="time"></p>
    </div>
    <p class="said" data-said hidden></p>
  </li>
</template>
<template id="invoice-detail">
  <div class="detail">
    <p class="no-coin hint" hidden>No coin is chosen: choose one on its payment page.</p>
    <p><a class="pay-page">Payment page</a></p>
    <section class="pay deeds" aria-label="Pay">
      <h4>Pay</h4>
      <div class="row">
        <button type="button" class="main" data-do="exact">Pay exact</button>
        <button type="button" data-do="late">Pay late</button>
        <label class="switch"><input type="checkbox" name="unconfirmed"> leave it unconfirmed</label>
      </div>
      <p class="hint late-hint"></p>
      <div class="sums">${sum('short', 'Too little,', 'Pay short')}${sum('over', 'Too much,', 'Pay over')}
      </div>
      <p class="hint">Unless you type amounts: half of what is due, and a tenth of the price too much.</p>
      <p class="said" data-said hidden></p>
    </section>
    <section class="deeds" aria-label="Confirm, cancel and pass time">
      <h4>Then</h4>
      <div class="row">
        <button type="button" data-do="confirm">Confirm transactions</button>
        <button type="button" data-do="cancel">Cancel invoice</button>
        <button type="button" data-do="before">To 10 s before the deadline</button>
        <button type="button" data-do="past">Past the deadline</button>
      </div>
      <p class="said" data-said hidden></p>
    </section>
    <section aria-label="Details">
      <h4>Details</h4>
      <dl class="facts wide-facts">${FACTS.map(([label, name]) => fact(label, name)).join('')}</dl>
    </section>
    <section aria-label="History">
      <h4>History, oldest first</h4>
      <ol class="history"></ol>
    </section>
  </div>
</template>
<template id="history-step">
  <li>
    <span class="muted at" data-field="at"></span>
    <span data-field="event"></span>
    <span class="badge" data-field="then"></span>
    <span class="address" data-field="transaction"></span>
  </li>
</template>
<template id="wallet">
  <li>
    <p class="head"><strong data-field="identify"></strong> <span data-field="received"></span></p>
    <p class="address" data-field="address"></p>
    <form class="top-up">
      <input name="amount" inputmode="decimal" autocomplete="off" placeholder="Amount" required>
      <button type="submit">Top up</button>
      <p class="said" data-said hidden></p>
    </form>
  </li>
</template>
<template id="withdrawal">
  <li>
    <p class="head"><strong data-field="amount"></strong> <span class="badge" data-field="status"></span></p>
    <p class="id" data-field="uuid"></p>
    <p class="address" data-field="address"></p>
    <p class="address" data-field="transaction"></p>
    <p class="row"><button type="button" class="small" data-do="confirm">Confirm</button></p>
    <p class="said" data-said hidden></p>
  </li>
</template>
<template id="request">
  <li>
    <details>
      <summary>
        <span class="muted" data-field="at"></span>
        <span class="badge" data-field="outcome"></span>
        <span class="badge" data-tone="warn" data-field="fault"></span>
        <span class="address" data-field="path"></span>
      </summary>
      <pre data-field="body"></pre>
    </details>
  </li>
</template>
<template id="postback">
  <li>
    <details>
      <summary>
        <span class="muted" data-field="at"></span>
        <span class="badge" data-field="state"></span>
        <span class="address" data-field="url"></span>
      </summary>
      <pre data-field="fields"></pre>
    </details>
    <p class="hint attempts" data-field="attempts"></p>
  </li>
</template>`;
