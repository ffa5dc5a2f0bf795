// Lists the requests that the service has received.

import { byId, fromTemplate, setField, setText, syncList, syncTable, timeText } from './dom.js';
import { call, follow } from './polling.js';
import { onPress } from './buttons.js';

const panel = byId('requests');

follow(
  ({ changes }) => changes.requests,
  async () => {
    const { counts, requests } = await call('GET', 'requests?last=50&bodies=text');
    const entries = Object.entries(counts);
    const total = entries.reduce((sum, [, count]) => sum + count, 0);
    setText(byId('request-count'), total === 0 ? '' : String(total));
    for (const id of ['request-log', 'clear-requests']) byId(id).hidden = total === 0;
    byId('counts').parentElement.hidden = total === 0;
    byId('no-requests').hidden = total > 0;
    syncTable(
      byId('counts'),
      entries.map(([path, count]) => [path, String(count)]),
    );
    syncList(
      byId('request-list'),
      requests.toReversed(),
      ({ number }) => number,
      () => fromTemplate('request'),
      fill,
    );
  },
);

function fill(item, { at, method, path, body, fault, outcome }) {
  setField(item, 'at', timeText(at).slice(11));
  setField(item, 'path', (method === 'POST' ? '' : method + ' ') + path);
  setField(item, 'outcome', outcome ?? 'waiting');
  setField(item, 'fault', fault);
  setField(item, 'body', body ?? 'No body.');
  const isGood = outcome === 'HTTP 200' && fault === null;
  item.querySelector('[data-field="outcome"]').dataset.tone =
    outcome === null ? 'seen' : isGood ? 'ok' : 'warn';
}

const clear = async () => {
  await call('DELETE', 'requests');
  panel.querySelector('summary').focus();
  return 'Requests cleared.';
};
onPress(panel, { clear }, () => panel);
