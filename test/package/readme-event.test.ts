import assert from 'node:assert/strict';
import { it } from 'node:test';
import { invoiceOf, startWorld, until } from '../proxy/test-environment.js';
import { blocksOf } from './docs-text.js';
import { readme } from './readme-text.js';

/** Names and types of all that a value holds. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formOf(part)]));
}

it('the readme shows an event as a handler receives it', async (t) => {
  const [block] = blocksOf('README.md', readme).filter(({ language }) => language === 'json');
  const shown: unknown = JSON.parse(block?.text ?? '');
  const world = await startWorld(t);
  const { id } = await world.open({ id: 'A-1001' });
  const invoice = invoiceOf(await world.choose(id, 'BTC'));
  await world.control('payments', { uuid: invoice.id });
  const [received] = await until(
    () => world.events,
    (events) => events.length === 1,
    'the event arrives',
  );
  assert.deepEqual(formOf(shown), formOf(received));
});
