// Shows what the shop's server has been told of this customer's deposits. It is the server that knows: the page only
// reads it.
const box = document.querySelector('[data-deposits]');
const status = box.querySelector('[data-status]');
const list = box.querySelector('[data-events]');
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

async function refresh() {
  try {
    const answer = await fetch('/deposit/received');
    if (!answer.ok) return;
    const deposits = await answer.json();
    show(deposits.length === 0 ? 'No deposit yet.' : `Deposits received: ${deposits.length}`);
    list.replaceChildren(...deposits.map(item));
  } catch {
    // The shop cannot be reached: what is shown stays, and the next round asks again.
  } finally {
    setTimeout(refresh, 1_000);
  }
}

function item({ amount, currency, verified, createdAt }) {
  const line = document.createElement('li');
  const sum = `${amount ?? 'an unknown amount of'} ${currency}`;
  line.textContent = `${time.format(new Date(createdAt))} ${sum}${verified ? '' : ' (a person looks at it)'}`;
  return line;
}

/** An equal text is not written again: the line is a live region. */
function show(text) {
  if (status.textContent !== text) status.textContent = text;
}

void refresh();
