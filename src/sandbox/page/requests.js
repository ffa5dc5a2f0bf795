// Lists the requests that the service has received.

import { onPress } from './buttons.js';
import { byId, setText, syncLog, syncTable } from './dom.js';
import { call, followChanges } from './polling.js';

const panel = byId('requests');

followChanges('requests', async () => {
  const { counts, requests } = await call('GET', 'requests?last=50&bodies=text');
  const rows = Object.entries(counts).map(([path, count]) => [path, String(count)]);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  setText(byId('request-count'), total === 0 ? '' : String(total));
  for (const id of ['request-log', 'clear-requests']) byId(id).hidden = total === 0;
  byId('no-requests').hidden = total > 0;
  syncTable(byId('counts'), rows);
  syncLog(byId('request-list'), requests, ({ number }) => number, describe);
});

function describe({ method, path, body, fault, outcome }) {
  const isGood = outcome === 'HTTP 200' && fault === null;
  return {
    outcome: outcome ?? 'waiting',
    tone: outcome === null ? 'seen' : isGood ? 'ok' : 'warn',
    fault,
    url: method === 'POST' ? path : `${method} ${path}`,
    body: body ?? 'No body.',
  };
}

async function clear() {
  await call('DELETE', 'requests');
  panel.querySelector('summary').focus();
  return 'Requests cleared.';
}
onPress(panel, { clear }, () => panel);
