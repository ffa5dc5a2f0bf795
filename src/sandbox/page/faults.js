// Adds and clears faults.

import { onPress, onSubmit } from './buttons.js';
import { CHOICES } from './choices.js';
import { addOptions, byId, setText, syncList } from './dom.js';
import { call, followChanges } from './polling.js';

const form = document.forms['fault-form'];
const controls = form.elements;
const kinds = CHOICES.faults.map(({ kind }) => kind);
addOptions(controls.kind, kinds);
addOptions(controls.endpoint, CHOICES.endpoints);

const hasCode = (kind) => kind === 'status' || kind === 'html';

followChanges('faults', async () => {
  const { faults } = await call('GET', 'faults');
  byId('no-faults').hidden = faults.length > 0;
  byId('clear-faults').hidden = faults.length === 0;
  setText(byId('fault-count'), faults.length === 0 ? '' : `${faults.length} waiting`);
  const items = faults.map((fault, index) => ({ index, text: describe(fault) }));
  const fill = (item, { text }) => setText(item, text);
  syncList(byId('faults'), items, ({ index }) => index, makeFault, fill);
});

function makeFault() {
  const item = document.createElement('li');
  item.className = 'message';
  item.dataset.tone = 'warn';
  return item;
}

function describe({ kind, endpoint, times, ms, code }) {
  const detail = kind === 'delay' ? ` ${ms} ms` : hasCode(kind) ? ` ${code}` : '';
  const count = times === null ? 'until cleared' : times === 1 ? 'once' : `${times} times`;
  return `${kind}${detail}, ${endpoint ?? 'every endpoint'}, ${count}`;
}

function showFields() {
  const { endpoint } = controls;
  const kind = controls.kind.value;
  setText(byId('kind-hint'), CHOICES.faults.find((fault) => fault.kind === kind)?.hint ?? '');
  offer('ms-field', kind === 'delay');
  offer('code-field', hasCode(kind));
  for (const option of endpoint.options)
    option.disabled =
      kind === 'stale' && option.value !== '' && !CHOICES.staleEndpoints.includes(option.value);
  if (endpoint.selectedOptions[0]?.disabled ?? true) endpoint.value = '';
}

/** Disables a hidden field too: an invalid value in it must not block the form. */
function offer(id, isOffered) {
  byId(id).hidden = !isOffered;
  byId(id).querySelector('input').disabled = !isOffered;
}

form.addEventListener('change', showFields);
onSubmit(form, async ({ kind, ms, code, endpoint, times }) => {
  const number = ({ disabled, value }) => (disabled || !value ? undefined : Number(value));
  await call('POST', 'faults', {
    kind: kind.value,
    ms: number(ms),
    code: number(code),
    endpoint: endpoint.value || undefined,
    times: number(times),
  });
  return `Fault added: ${kind.value}.`;
});

async function clear() {
  await call('DELETE', 'faults');
  controls.kind.focus();
  return 'Faults cleared.';
}
onPress(byId('inject-faults'), { clear }, () => form);
showFields();
