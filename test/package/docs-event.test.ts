import assert from 'node:assert/strict';
import { it } from 'node:test';
import { invoiceOf, startEnvironment } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { blocksOf } from './docs-text.js';

/** Names and types of all fields of a value, and the length of each id. */
function formOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => formOf(part));
  if (name === 'id') return String(value).length;
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, formOf(part, key)]));
}

it('the documentation shows an event as a handler receives it', async (t) => {
  const [block] = blocksOf('Events.mdx').filter(({ language }) => language === 'json');
  const shown: unknown = JSON.parse(block?.text ?? '');
  const environment = await startEnvironment(t);
  const { id } = await environment.open({ id: 'A-1001' });
  const invoice = invoiceOf(await environment.choose(id, 'BTC'));
  await environment.control('payments', { uuid: invoice.id });
  const [received] = await until(
    () => environment.events,
    'the event arrives',
    (events) => events.length === 1,
  );
  assert.deepEqual(formOf(shown), formOf(received));
});
