// The entry of the page: each import sets up its part, then polling starts.

import { onPress } from './buttons.js';
import './create.js';
import { byId } from './dom.js';
import './faults.js';
import './invoices.js';
import './money.js';
import { call, refresh, startPolling } from './polling.js';
import './postbacks.js';
import './requests.js';

const clock = byId('clock');

async function advance(button) {
  await call('POST', 'clock', { advance: Number(button.dataset.seconds) });
  return `The clock moved by ${button.textContent.slice(1)}.`;
}
// Unlike other buttons, a quick second press moves the clock again.
onPress(clock, { advance }, () => clock, 0);

/** Opens a folded part when a link leads to it. */
function unfold() {
  const part = byId(location.hash.slice(1));
  if (part?.matches('details')) part.open = true;
}

addEventListener('hashchange', unfold);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
unfold();
void startPolling();
