/** The script of the page, as browsers take it: every part looks after itself, this one looks on. */
export const PAGE_JS = String.raw`
import './clock.js';
import './create.js';
import './faults.js';
import './invoices.js';
import './money.js';
import './postbacks.js';
import './requests.js';
import { poll, refresh } from './live.js';

/** A folded part opens when a link leads to it. */
function unfold() {
  const part = document.getElementById(location.hash.slice(1));
  if (part?.matches('details')) part.open = true;
}

addEventListener('hashchange', unfold);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
unfold();
void poll();
`;
