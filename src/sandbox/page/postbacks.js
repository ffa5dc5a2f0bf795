// Shows and changes where postbacks go, and lists those that were sent.

import { onSubmit } from './buttons.js';
import { CHOICES } from './choices.js';
import { addOptions, byId, setText, syncLog } from './dom.js';
import { call, followChanges } from './polling.js';

const TONES = { 'delivered': 'ok', 'given up': 'bad' };
const form = document.forms['postback-form'];
const controls = form.elements;
addOptions(controls.format, CHOICES.postbackFormats);
let isTyped = false;

followChanges('postbacks', async () => {
  const { postbacks, ...settings } = await call('GET', 'postbacks?last=50&bodies=text');
  if (!isTyped) showSettings(settings);
  const count = postbacks.length === 0 ? 'on' : `${postbacks.length} sent`;
  setText(byId('postback-count'), settings.url === null ? 'off' : count);
  const unsigned = 'Not signed: SANDBOX_POSTBACK_SECRET is not set.';
  setText(byId('signed'), settings.signed ? 'Signed with a token.' : unsigned);
  byId('no-postbacks').hidden = postbacks.length > 0;
  syncLog(byId('postback-list'), postbacks, ({ at, fields }) => at + fields, describe);
});

function showSettings({ url, format, invoices }) {
  controls.url.value = url ?? '';
  controls.format.value = format;
  controls.invoices.checked = invoices;
}

function describe({ url, state, fields, attempts }) {
  return {
    outcome: state,
    tone: TONES[state] ?? '',
    url,
    body: fields,
    attempts: attempts.map(({ outcome }, index) => `Attempt ${index + 1}: ${outcome}`).join('\n'),
  };
}

form.addEventListener('input', () => (isTyped = true));
onSubmit(form, async ({ url, format, invoices }) => {
  const settings = { url: url.value.trim(), format: format.value, invoices: invoices.checked };
  const saved = await call('POST', 'postbacks', settings);
  isTyped = false;
  return saved.url === null ? 'Saved: no postbacks are sent.' : `Saved: postbacks go to ${saved.url}.`;
});
