import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { parseCheckout } from '../../src/protocol/index.js';
import { HOSTILE_TEXTS } from '../faults/mutations.js';
import { orderToken, SECRETS } from './test-environment.js';
import { anyCharacter } from '../any-character.js';

const BASE = 'https://shop.example/crypto-checkout';
const HEADERS = {
  'origin': 'https://shop.example',
  'host': 'shop.example',
  'content-type': 'application/json',
};
/** Everything that a reader of event streams may see (WHATWG HTML, section 9.2.6). */
const LINE = /^(?:retry: \d+|event: checkout|id: \d+|data: \{[^\r\n]*\}|)$/;

describe('an event stream', () => {
  it('stays valid, whatever text an order contains', async (t) => {
    const { apiKey, shopId, orderSecret } = SECRETS;
    const quiet = () => undefined;
    const proxy = createCheckoutProxy({
      service: { url: 'https://pay.example', apiKey, shopId, fetch: () => Promise.reject(new Error('away')) },
      orderSecrets: [orderSecret],
      store: ':memory:',
      rateLimits: false,
      logger: { info: quiet, warn: quiet, error: quiet },
    });
    t.after(() => proxy.stop());
    let opened = 0;
    const text = fc.oneof(
      fc.constantFrom(...HOSTILE_TEXTS, 'a\u2028data: {}', 'a\u0085event: x', 'a\n\ndata: {}', '}\r\rid: 9'),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
    );
    const property = fc.asyncProperty(text, fc.nat(), async (description, number) => {
      const order = await orderToken({ id: `A-${number}`, description }).catch(() => null);
      if (order === null) return;
      const init = { method: 'POST', headers: HEADERS, body: JSON.stringify({ order }) };
      const { id } = parseCheckout(await (await proxy.fetch(new Request(`${BASE}/checkouts`, init))).json());
      const response = await proxy.fetch(new Request(`${BASE}/checkouts/${id}/events`, { headers: HEADERS }));
      const lines = (await begun(response)).split('\n');
      for (const line of lines) assert.match(line, LINE);
      const events = lines.filter((line) => line.startsWith('data: '));
      assert.equal(events.length, 1);
      const sent = parseCheckout(JSON.parse(events[0]?.slice('data: '.length) ?? ''));
      assert.equal(sent.order.description, description.replace(/\p{Cs}/gu, '\ufffd'));
      opened += 1;
    });
    await fc.assert(property, { numRuns: 120 });
    assert.ok(opened > 20, `${opened} streams`);
  });
});

/** The first message of a stream. */
async function begun(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/\ndata: [^\n]*\n\n$/.test(text)) break;
  }
  return text;
}
