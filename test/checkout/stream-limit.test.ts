import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventSourceLike } from '../../src/checkout/event-stream.js';
import { limitStreams } from '../../src/checkout/stream-limit.js';
import type { Locks } from '../../src/checkout/stream-limit.js';
import { idle } from './fake-clock.js';

type Listener = Parameters<EventSourceLike['addEventListener']>[1];

/** The streams of all open tabs. */
const open = new Set<FakeSource>();

class FakeSource implements EventSourceLike {
  readonly listeners: [string, Listener][] = [];

  constructor(readonly url: string) {
    open.add(this);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.push([type, listener]);
  }

  close(): void {
    open.delete(this);
  }

  says(type: string, data?: string): void {
    for (const [heard, listener] of this.listeners) if (heard === type) listener({ data });
  }
}

/** The locks of an origin, with the features that `ifAvailable` needs. */
function locksOfOrigin(): Locks {
  const held = new Set<string>();
  const request = async (name: string, _: object, work: (lock: object | null) => unknown) => {
    if (held.has(name)) return work(null);
    held.add(name);
    await work({ name });
    return held.delete(name);
  };
  return { request: request as unknown as Locks['request'] };
}

/** A stream of one tab, and the messages that it has received. */
async function stream(locks: Locks) {
  const source = new (limitStreams(FakeSource, locks))('/pay/checkouts/1/events');
  const heard: unknown[] = [];
  source.addEventListener('checkout', ({ data }) => heard.push(data));
  source.addEventListener('error', () => heard.push('error'));
  await idle();
  return { source, heard };
}

test('all tabs of an origin have three streams; a fourth one has to poll', async () => {
  open.clear();
  const locks = locksOfOrigin();
  for (let tab = 1; tab <= 3; tab += 1) assert.deepEqual((await stream(locks)).heard, []);
  assert.equal(open.size, 3);
  assert.deepEqual((await stream(locks)).heard, ['error']);
  assert.equal(open.size, 3);
});

test('the slot of a closed stream goes to the next one', async () => {
  open.clear();
  const locks = locksOfOrigin();
  const [first] = [await stream(locks), await stream(locks), await stream(locks)];
  first.source.close();
  await idle();
  assert.deepEqual((await stream(locks)).heard, []);
  assert.equal(open.size, 3);
});

test('a stream with a slot reports the same as the real one', async () => {
  open.clear();
  const { heard } = await stream(locksOfOrigin());
  const [source] = open;
  source?.says('checkout', 'news');
  source?.says('error');
  assert.deepEqual(heard, ['news', 'error']);
  assert.equal(source?.url, '/pay/checkouts/1/events');
});

test('a stream that is closed before it has its slot never opens, and keeps no slot', async () => {
  open.clear();
  const locks = locksOfOrigin();
  for (let tab = 1; tab <= 4; tab += 1) new (limitStreams(FakeSource, locks))('/events').close();
  await idle();
  assert.equal(open.size, 0);
  assert.deepEqual((await stream(locks)).heard, []);
});

test('a stream that cannot even be created is an error, and keeps no slot once it is closed', async () => {
  const locks = locksOfOrigin();
  class Broken extends FakeSource {
    constructor(url: string) {
      super(url);
      throw new Error('no streams here');
    }
  }
  for (let tab = 1; tab <= 4; tab += 1) {
    const source = new (limitStreams(Broken, locks))('/events');
    let errors = 0;
    source.addEventListener('error', () => (errors += 1));
    await idle();
    assert.equal(errors, 1);
    source.close();
    await idle();
  }
  open.clear();
  assert.deepEqual((await stream(locks)).heard, []);
});

test('a page that may not count streams, such as a sandboxed frame, has its stream', async () => {
  open.clear();
  const refusing = { request: () => Promise.reject(new Error('SecurityError')) } as unknown as Locks;
  assert.deepEqual((await stream(refusing)).heard, []);
  assert.equal(open.size, 1);
});
