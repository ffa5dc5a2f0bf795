// Shows and changes where postbacks go, and lists those that were sent.

import { CHOICES } from './choices.js';
import {
  addOptions,
  byId,
  controlsOf,
  formById,
  fromTemplate,
  setField,
  setText,
  syncList,
  timeText,
} from './dom.js';
import { call, follow } from './polling.js';
import { onSubmit } from './buttons.js';

const TONES = { 'delivered': 'ok', 'given up': 'bad' };
const form = formById('postback-form');
const controls = controlsOf(form);
addOptions(controls.format, CHOICES.postbackFormats);
let isTyped = false;

follow(
  ({ changes }) => changes.postbacks,
  async () => {
    const { postbacks, ...settings } = await call('GET', 'postbacks?last=50&bodies=text');
    if (!isTyped) showSettings(settings);
    setText(
      byId('postback-count'),
      settings.url === null ? 'off' : postbacks.length === 0 ? 'on' : postbacks.length + ' sent',
    );
    setText(
      byId('signed'),
      settings.signed ? 'Signed with a token.' : 'Not signed: SANDBOX_POSTBACK_SECRET is not set.',
    );
    byId('no-postbacks').hidden = postbacks.length > 0;
    syncList(byId('postback-list'), postbacks.toReversed(), keyOf, () => fromTemplate('postback'), fill);
  },
);

function showSettings({ url, format, invoices }) {
  controls.url.value = url ?? '';
  controls.format.value = format;
  controls.invoices.checked = invoices;
}

const keyOf = ({ at, fields }) => at + fields;

function fill(item, { at, url, state, fields, attempts }) {
  setField(item, 'at', timeText(at).slice(11));
  setField(item, 'state', state);
  item.querySelector('.badge').dataset.tone = TONES[state] ?? '';
  setField(item, 'url', url);
  setField(item, 'fields', fields);
  setField(
    item,
    'attempts',
    attempts.map(({ outcome }, index) => 'Attempt ' + (index + 1) + ': ' + outcome).join('\n'),
  );
}

form.addEventListener('input', () => (isTyped = true));
onSubmit(form, async ({ url, format, invoices }) => {
  const settings = { url: url.value.trim(), format: format.value, invoices: invoices.checked };
  const saved = await call('POST', 'postbacks', settings);
  isTyped = false;
  return saved.url === null ? 'Saved: no postbacks are sent.' : 'Saved: postbacks go to ' + saved.url + '.';
});
