/** Loads the payment page again when its invoice has changed. The page does all else without a script. */
export const PAYMENT_JS = String.raw`
const { invoice: uuid, state } = document.querySelector('script[data-invoice]').dataset;
const POLL_MS = 1000;
const DEADLINE_MS = 15_000;

/** As the sandbox wrote it into the page. */
function stateOf({ now, invoice: { status, expiresAt, payment } }) {
  const isOver = Date.parse(now) >= Date.parse(expiresAt);
  const confirmed = payment?.transactions.map((transaction) => transaction.confirmed) ?? [];
  return [status, isOver, payment?.address ?? '', ...confirmed].join(' ');
}

async function look() {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch('/_sandbox/invoices?uuid=' + uuid, { signal });
    if (response.ok && stateOf(await response.json()) !== state) location.replace(location.href);
  } catch {
    // A sandbox that has ended may come back.
  }
}

async function poll() {
  if (!document.hidden) await look();
  setTimeout(poll, POLL_MS);
}
void poll();
`;
