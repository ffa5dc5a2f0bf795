// Run by the bench as a process of its own: sends requests to a server, a number of them or for some time, over a few connections
// that stay open.
import { Agent, request } from 'node:http';
import { answerParent } from './child-protocol.js';

interface Load {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly bodies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
  /** After this time no further request is sent. */
  readonly forMs?: number;
  readonly connections: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function load({ connections, count, forMs = Infinity, ...one }: Load) {
  const endMs = performance.now() + forMs;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  let next = 0;
  let last: Answer | undefined;
  const work = async () => {
    for (let index = next++; index < count && performance.now() < endMs; index = next++) {
      last = await send(agent, one, index);
      statuses[last.status] = (statuses[last.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return { statuses, last };
}

function send(
  agent: Agent,
  { port, method, paths, bodies, headers }: Omit<Load, 'count' | 'forMs' | 'connections'>,
  index: number,
) {
  const path = paths[index % paths.length] ?? '/';
  const body = bodies[index % Math.max(1, bodies.length)];
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      const answer = () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: plain(incoming.headers), text });
      };
      // A stream does not end.
      const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') ?? false;
      incoming.once('data', () => isStream && incoming.once('close', answer).destroy());
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', answer);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const plain = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

answerParent({}, { load });
