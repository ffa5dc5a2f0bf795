import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A line to a server, which the test can cut. */
export interface Relay {
  /** The same address through this line. */
  readonly url: string;
  /** Cuts connections, and refuses new ones. */
  cut(): void;
  /** Forwards that many more messages of the client; then it is as if its process had been killed. */
  cutAfter(messages: number): void;
  /** Connections stay open, and nothing is forwarded: as if a machine had vanished. */
  freeze(): void;
  open(): void;
  /** The number of connections. */
  readonly count: () => number;
}

export async function relayTo(t: TestContext, url: string): Promise<Relay> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let left = Infinity;
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const pair = [client, connect(Number(port), hostname)] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const [from, to] of [pair, [pair[1], pair[0]]] as const) {
      from.on('data', (chunk: Buffer) => state === 'open' && to.write(chunk));
      from.on('error', end).on('close', end);
    }
    client.on('data', () => {
      left -= 1;
      // Written data is on its way.
      if (left === 0) setImmediate(cut);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const cut = () => {
    state = 'cut';
    for (const pair of pairs) pair[0].destroy();
  };
  t.after(() => {
    cut();
    server.close();
  });
  const by = new URL(url);
  by.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: by.href,
    cut,
    cutAfter: (messages) => (left = messages),
    freeze: () => (state = 'frozen'),
    // Frozen data is lost: the machine that returns does not know it.
    open: () => {
      cut();
      left = Infinity;
      state = 'open';
    },
    count: () => pairs.size,
  };
}
