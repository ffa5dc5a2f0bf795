// Shows what the shop's server has been told about this order. It is the server that knows: the page only reads it.
const box = document.querySelector('[data-order]');
const status = box.querySelector('[data-status]');
const list = box.querySelector('[data-events]');
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

async function refresh() {
  try {
    const answer = await fetch(`/orders/${encodeURIComponent(box.dataset.order)}/status`);
    if (!answer.ok) return;
    const { fulfilled, events } = await answer.json();
    show(fulfilled ? 'Paid: this order is being packed.' : 'Not paid yet.');
    box.toggleAttribute('data-fulfilled', fulfilled);
    list.replaceChildren(
      ...events.map(({ type, createdAt }) => {
        const item = document.createElement('li');
        item.textContent = `${time.format(new Date(createdAt))} ${type}`;
        return item;
      }),
    );
  } catch {
    // The shop cannot be reached: what is shown stays, and the next round asks again.
  } finally {
    setTimeout(refresh, 1_000);
  }
}

/** An equal text is not written again: the line is a live region. */
function show(text) {
  if (status.textContent !== text) status.textContent = text;
}

void refresh();
