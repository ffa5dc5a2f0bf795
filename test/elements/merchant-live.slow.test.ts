import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/merchant/entry.js';
import { ATTENTION_ITEMS, attentionOf, PAYMENTS } from '../../stories/desk-fixtures.js';
import { settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

const encoder = new TextEncoder();
const CHANGE = 'event: change\ndata: {"attention":0}\n\n';

/** A proxy in the page: it answers the lists, and its streams are held open. */
function standIn(streamStatus = 200) {
  const server = {
    items: ATTENTION_ITEMS.slice(0, 2),
    rows: PAYMENTS.slice(0, 2),
    streams: new Set<ReadableStreamDefaultController<Uint8Array>>(),
    opened: 0,
    requests: [] as string[],
    authorizations: new Set<string | null>(),
    status: streamStatus,
    say: () => {
      for (const stream of server.streams) stream.enqueue(encoder.encode(CHANGE));
    },
    stop: () => {
      window.fetch = original;
    },
  };
  const original = window.fetch;
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  const openStream = (signal: AbortSignal | null | undefined) => {
    server.opened += 1;
    if (server.status !== 200) return json({}, server.status);
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        server.streams.add(stream);
        signal?.addEventListener('abort', () => server.streams.delete(stream));
        stream.enqueue(encoder.encode(`retry: 2000\n\n${CHANGE}`));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  window.fetch = (input, init = {}) => {
    const { pathname, search } = new URL(
      input instanceof Request ? input.url : String(input),
      window.location.href,
    );
    if (pathname === '/staff-session') return Promise.resolve(new Response('e30.e30.x'));
    if (!pathname.startsWith('/desk/merchant/')) return original(input, init);
    server.authorizations.add(new Headers(init.headers).get('authorization'));
    const path = pathname.slice('/desk/merchant/'.length);
    server.requests.push(path + search);
    if (path === 'events') return Promise.resolve(openStream(init.signal));
    if (path === 'attention') return Promise.resolve(json(attentionOf(server.items)));
    return Promise.resolve(json({ payments: server.rows, count: server.rows.length, next: null }));
  };
  return server;
}

const page = (session = '/staff-session') =>
  fixture<HTMLElement>(
    html`<div>
      <crypto-merchant-attention
        endpoint="/desk"
        session-url=${session}
        locale="en"
      ></crypto-merchant-attention>
      <crypto-merchant-payments
        endpoint="/desk"
        session-url=${session}
        locale="en"
      ></crypto-merchant-payments>
    </div>`,
  );

describe('the elements of the staff on one page', () => {
  it('share one stream, and both show a change', async () => {
    const server = standIn();
    try {
      const both = await page();
      for (const element of both.children) await settled(element);
      await until(() => server.streams.size === 1, 'the stream');
      expect(server.opened, 'streams').to.equal(1);
      const texts = () => [...both.children].map(shown);
      await until(() => texts()[1]?.includes('A-1042') ?? false, 'the first payments');
      server.items = ATTENTION_ITEMS.slice(0, 3);
      server.rows = PAYMENTS.slice(0, 3);
      server.say();
      await until(() => texts()[0]?.includes('A-1038') ?? false, 'the new entry');
      await until(() => texts()[1]?.includes('A-1041') ?? false, 'the new payment');
      expect(server.opened, 'streams').to.equal(1);
      expect([...server.authorizations]).to.deep.equal(['Bearer e30.e30.x']);
      expect(
        server.requests.some((one) => one.includes('e30')),
        'the session in a URL',
      ).to.equal(false);
      both.remove();
      expect(server.streams.size, 'no element is left').to.equal(0);
    } finally {
      server.stop();
    }
  });

  it('read their lists again without a stream when a person comes back', async () => {
    const server = standIn(503);
    try {
      const both = await page('/staff-session?other');
      for (const element of both.children) await settled(element);
      await until(() => server.opened === 1, 'the attempt');
      server.items = ATTENTION_ITEMS.slice(0, 3);
      await until(() => {
        window.dispatchEvent(new Event('focus'));
        return [...both.children].some((one) => shown(one).includes('A-1038'));
      }, 'the new entry');
      both.remove();
    } finally {
      server.stop();
    }
  });
});
