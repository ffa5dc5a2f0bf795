// The entry of the page: each import sets up its part, then polling starts.

import './clock.js';
import './create.js';
import './faults.js';
import './invoices.js';
import './money.js';
import './postbacks.js';
import './requests.js';
import { refresh, startPolling } from './polling.js';

/** Opens a folded part when a link leads to it. */
function unfold() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.matches('details')) part.open = true;
}

addEventListener('hashchange', unfold);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
unfold();
void startPolling();
