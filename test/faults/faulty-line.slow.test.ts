import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { until } from '../until.js';
import type { FaultyLine } from './faulty-line.js';
import { startFaultyLine } from './faulty-line.js';
import { listen } from '../listen.js';

const ANSWER = 'the whole of the answer';

interface Scenario {
  readonly line: FaultyLine;
  /** The paths of completed requests. */
  readonly done: string[];
  readonly send: (path?: string, signal?: AbortSignal) => Promise<string>;
}

async function startScene(t: TestContext): Promise<Scenario> {
  const done: string[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    await text(incoming).catch(() => '');
    if (!incoming.complete) return;
    done.push(incoming.url ?? '');
    // So that only stalled connections can be left over.
    if (incoming.url === '/later') outgoing.setHeader('connection', 'close');
    outgoing.end(ANSWER);
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const line = await startFaultyLine(await listen(t, server));
  t.after(() => line.close());
  const send = async (path = '/a', signal = AbortSignal.timeout(60_000)) => {
    const response = await fetch(line.url + path, {
      method: 'POST',
      body: 'x'.repeat(1000),
      signal,
    });
    return response.text();
  };
  return { line, done, send };
}

/** Gives up once the fault has occurred and a response would have arrived: that of a later request has. */
async function asksInVain({ send }: Scenario, path: string, hasHappened: () => boolean): Promise<void> {
  const giveUp = new AbortController();
  const outcome = send(path, giveUp.signal).catch(({ name }: Error) => name);
  await until(hasHappened, `what happens to ${path}`);
  assert.equal(await send('/later'), ANSWER);
  giveUp.abort();
  assert.equal(await outcome, 'AbortError');
}

describe('a faulty line', { concurrency: 6 }, () => {
  it('forwards everything until a fault is set', async (t) => {
    const { send, done, line } = await startScene(t);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    assert.deepEqual(new Set(answers), new Set([ANSWER]));
    assert.equal(done.length, 20);
    assert.equal(line.played.size, 0);
  });

  it('resets a new connection immediately', async (t) => {
    const { send, done, line } = await startScene(t);
    line.break({ fault: { kind: 'close' }, times: 2 });
    await assert.rejects(send());
    await assert.rejects(send());
    assert.deepEqual(done, []);
    assert.equal(await send(), ANSWER);
    assert.deepEqual([...line.played], [['close', 2]]);
  });

  it('cuts before the work, in the middle of the request, and after the work', async (t) => {
    const { send, done, line } = await startScene(t);
    for (const [direction, afterBytes] of [
      ['up', 0],
      ['up', 600],
      ['down', 0],
    ] as const) {
      line.break({ fault: { kind: 'cut', direction, afterBytes }, path: '/cut' });
      await assert.rejects(send('/cut'));
      assert.equal(done.length, Number(direction === 'down'));
    }
  });

  it('forwards a number of bytes of the response, and resets or closes', async (t) => {
    const { line } = await startScene(t);
    const heard = async (isInOrder: boolean) => {
      line.break({ fault: { kind: 'cut', direction: 'down', afterBytes: 12, isInOrder }, path: '/half' });
      const socket = connect(Number(new URL(line.url).port), '127.0.0.1');
      socket.write('GET /half HTTP/1.1\r\nhost: x\r\n\r\n');
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('close', resolve));
      return Buffer.concat(chunks).toString();
    };
    const expected = 'HTTP/1.1 200';
    // A reset may overtake data that was sent before it.
    assert.ok(expected.startsWith(await heard(false)));
    assert.equal(await heard(true), expected);
  });

  it('becomes silent in the middle, with the connection open', async (t) => {
    const scene = await startScene(t);
    const { done, line } = scene;
    line.break({ fault: { kind: 'stall', direction: 'down', afterBytes: 30 }, path: '/stall' });
    await asksInVain(scene, '/stall', () => done.length === 1);
    line.break({ fault: { kind: 'stall', direction: 'up', afterBytes: 10 }, path: '/stall' });
    await asksInVain(scene, '/stall', () => line.played.get('stall') === 2);
    assert.deepEqual(done, ['/stall', '/later', '/later']);
    await until(
      () => line.connections,
      'nothing is left of what was stalled',
      (count) => count === 0,
    );
  });

  it('loses one end without notifying the other', async (t) => {
    const scene = await startScene(t);
    const { send, done, line } = scene;
    line.break({ fault: { kind: 'half-open', direction: 'up', afterBytes: 0 }, path: '/gone' });
    await asksInVain(scene, '/gone', () => line.played.get('half-open') === 1);
    assert.deepEqual(done, ['/later']);
    assert.equal(await send('/gone'), ANSWER);
  });

  it('is slow in one direction', async (t) => {
    const { send, line } = await startScene(t);
    line.break({ fault: { kind: 'slow', direction: 'down', bytesPerSecond: 400 }, path: '/slow' });
    const startedMs = performance.now();
    assert.equal(await send('/slow'), ANSWER);
    assert.ok(performance.now() - startedMs > 200, 'headers and body at 400 bytes per second');
    assert.equal(await send('/slow'), ANSWER);
    assert.equal(line.played.get('slow'), 1, 'and only once');
  });

  it('changes one byte', async (t) => {
    const { send, line } = await startScene(t);
    line.break({ fault: { kind: 'corrupt', direction: 'down', atByte: 1 }, path: '/a' });
    await assert.rejects(send());
    line.break({ fault: { kind: 'corrupt', direction: 'up', atByte: 6 }, path: '/a' });
    assert.equal(await send(), ANSWER);
  });

  it('applies faults by the path and number of a request, also on a reused connection', async (t) => {
    const { send, done, line } = await startScene(t);
    line.break({ fault: { kind: 'cut', direction: 'down', afterBytes: 0 }, path: '/b', skip: 1, times: 2 });
    assert.equal(await send('/b'), ANSWER);
    assert.equal(await send('/a'), ANSWER);
    await assert.rejects(send('/b'));
    assert.equal(await send('/a'), ANSWER);
    await assert.rejects(send('/b'));
    assert.equal(await send('/b'), ANSWER);
    assert.equal(done.length, 6);
  });

  it('works again when it is repaired: stalled connections are cut', async (t) => {
    const { send, line } = await startScene(t);
    line.break({ fault: { kind: 'stall', direction: 'down', afterBytes: 0 }, path: '/a', times: Infinity });
    const stalled = send();
    await until(
      () => line.played.get('stall'),
      'it is stalled',
      (count) => count === 1,
    );
    line.repair();
    await assert.rejects(stalled, (error: Error) => error.name !== 'TimeoutError');
    assert.equal(await send(), ANSWER);
  });
});
