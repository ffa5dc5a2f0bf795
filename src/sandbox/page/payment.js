// Reloads the payment page when its invoice has changed. The page does everything else without a script.

/** @type {HTMLScriptElement} */
const script = document.querySelector('script[data-invoice]');
const { invoice: uuid, state } = script.dataset;
const POLL_MS = 1000;
const DEADLINE_MS = 15_000;

/** Must equal the state that the sandbox wrote into the page: see `stateOf` in `core/page/payment-page.ts`. */
function stateOf({ now, invoice: { status, expiresAt, payment } }) {
  const isOver = Date.parse(now) >= Date.parse(expiresAt);
  const confirmed = payment?.transactions.map((transaction) => transaction.confirmed) ?? [];
  return [status, isOver, payment?.address ?? '', ...confirmed].join(' ');
}

async function poll() {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch('/_sandbox/invoices?uuid=' + uuid, { signal });
    if (response.ok && stateOf(await response.json()) !== state) location.replace(location.href);
  } catch {
    // The sandbox may be restarting.
  }
}

async function startPolling() {
  if (!document.hidden) await poll();
  setTimeout(startPolling, POLL_MS);
}
void startPolling();
