// Run by the bench as a process of its own: pages that hold an event stream each.
import { connect } from 'node:net';
import { answerParent } from './child-protocol.js';

const AT_ONCE = 100;
let events = 0;
let wanted = Infinity;
let onWanted = () => {};

/** Resolves with the first event. */
function open(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    socket.on('data', (bytes) => {
      if (!bytes.includes('event: checkout')) return;
      events += 1;
      resolve();
      if (events >= wanted) onWanted();
    });
  });
}

answerParent(
  {},
  {
    async open({ port, path, count }: { port: number; path: string; count: number }) {
      for (let opened = 0; opened < count; opened += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => open(port, path)));
    },
    /** Resolves when that many more events have arrived. */
    expect({ count }: { count: number }) {
      wanted = count;
      events = 0;
    },
    arrived() {
      if (events >= wanted) return {};
      return new Promise<void>((resolve) => (onWanted = resolve));
    },
  },
);
