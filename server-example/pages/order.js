// Shows the state of the order on the shop's server. Only the server knows what is paid.
const box = document.querySelector('[data-order]');
const status = box.querySelector('[data-status]');
const list = box.querySelector('[data-events]');
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

async function refresh() {
  try {
    const response = await fetch(`/orders/${encodeURIComponent(box.dataset.order)}/status`);
    if (!response.ok) return;
    const { fulfilled, events } = await response.json();
    show(fulfilled ? 'Paid: we are preparing your order.' : 'Not paid yet.');
    box.toggleAttribute('data-fulfilled', fulfilled);
    list.replaceChildren(
      ...events.map(({ type, createdAt }) => {
        const item = document.createElement('li');
        item.textContent = `${time.format(new Date(createdAt))} ${type}`;
        return item;
      }),
    );
  } catch {
    // The shop is unreachable: keep the last state and try again.
  } finally {
    setTimeout(() => void refresh(), 1_000);
  }
}

/** Writes only a different text, since the line is a live region. */
function show(text) {
  if (status.textContent !== text) status.textContent = text;
}

void refresh();
