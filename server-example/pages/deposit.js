// Shows the state of the deposits on the shop's server. Only the server knows what is paid.
const box = document.querySelector('[data-deposits]');
const status = box.querySelector('[data-status]');
const list = box.querySelector('[data-events]');
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

async function refresh() {
  try {
    const response = await fetch('/deposit/received');
    if (!response.ok) return;
    const deposits = await response.json();
    show(deposits.length === 0 ? 'No deposit yet.' : `Deposits received: ${deposits.length}`);
    list.replaceChildren(...deposits.map(item));
  } catch {
    // The shop is unreachable: keep the last state and try again.
  } finally {
    setTimeout(() => void refresh(), 1_000);
  }
}

function item({ amount, currency, verified, createdAt }) {
  const line = document.createElement('li');
  const sum = `${amount ?? 'an unknown amount of'} ${currency}`;
  line.textContent = `${time.format(new Date(createdAt))} ${sum}${verified ? '' : ' (being verified)'}`;
  return line;
}

/** Writes only a different text, since the line is a live region. */
function show(text) {
  if (status.textContent !== text) status.textContent = text;
}

void refresh();
