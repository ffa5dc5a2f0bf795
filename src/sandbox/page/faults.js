// Adds and clears faults.

import { CHOICES } from './choices.js';
import { addOptions, byId, controlsOf, formById, setText, syncList } from './dom.js';
import { call, follow } from './polling.js';
import { onPress, onSubmit } from './buttons.js';

const panel = byId('break');
const form = formById('fault-form');
const controls = controlsOf(form);
addOptions(
  controls.kind,
  CHOICES.faults.map(({ kind }) => kind),
);
addOptions(controls.endpoint, CHOICES.endpoints);

follow(
  ({ changes }) => changes.faults,
  async () => {
    const { faults } = await call('GET', 'faults');
    byId('no-faults').hidden = faults.length > 0;
    byId('clear-faults').hidden = faults.length === 0;
    setText(byId('fault-count'), faults.length === 0 ? '' : faults.length + ' waiting');
    const items = faults.map((fault, index) => ({ fault, index }));
    const make = () => document.createElement('li');
    syncList(
      byId('faults'),
      items,
      ({ index }) => index,
      make,
      (item, { fault }) => setText(item, describe(fault)),
    );
  },
);

function describe({ kind, endpoint, times, ms, code }) {
  const what =
    kind === 'delay'
      ? kind + ' ' + ms + ' ms'
      : kind === 'status' || kind === 'html'
        ? kind + ' ' + code
        : kind;
  const where = endpoint ?? 'every endpoint';
  return (
    what + ', ' + where + ', ' + (times === null ? 'until cleared' : times === 1 ? 'once' : times + ' times')
  );
}

function showFields() {
  const { kind, endpoint } = controls;
  const chosen = CHOICES.faults.find((fault) => fault.kind === kind.value);
  setText(byId('kind-hint'), chosen?.hint ?? '');
  offer('ms-field', kind.value === 'delay');
  offer('code-field', kind.value === 'status' || kind.value === 'html');
  for (const option of endpoint.options)
    option.disabled =
      kind.value === 'stale' && option.value !== '' && !CHOICES.staleEndpoints.includes(option.value);
  if (endpoint.selectedOptions[0]?.disabled ?? true) endpoint.value = '';
}

/** Disables a hidden field too: an invalid value in it must not block the form. */
function offer(id, isOffered) {
  byId(id).hidden = !isOffered;
  byId(id).querySelector('input').disabled = !isOffered;
}

form.addEventListener('change', showFields);
onSubmit(form, async ({ kind, ms, code, endpoint, times }) => {
  /** @type {Record<string, unknown>} */
  const fault = { kind: kind.value };
  if (!ms.disabled) fault.ms = Number(ms.value);
  if (!code.disabled && code.value) fault.code = Number(code.value);
  if (endpoint.value) fault.endpoint = endpoint.value;
  if (times.value) fault.times = Number(times.value);
  await call('POST', 'faults', fault);
  return 'Fault added: ' + kind.value + '.';
});
onPress(panel, { clear: clearFaults }, () => panel);

async function clearFaults() {
  await call('DELETE', 'faults');
  controls.kind.focus();
  return 'Faults cleared.';
}
showFields();
