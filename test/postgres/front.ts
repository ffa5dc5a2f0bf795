import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { close, INFO, portOf } from '../proxy/world.js';

type Answered = Readonly<Record<string, unknown>>;

/** A sandbox with thousands of invoices that are copies of one: it is asked for all but information. */
export interface Front {
  readonly url: string;
  /** How often it was asked for information. */
  readonly calls: () => number;
  /** When each invoice was asked about last. */
  readonly askedAtMs: ReadonlyMap<string, number>;
  /** From now on these are as the sandbox has that one, but for their id. */
  copy(of: string, ids: readonly string[]): Promise<void>;
}

/** Long enough for a process to be killed meanwhile. */
const ANSWER_MS = 100;

export async function startFront(t: TestContext, sandboxUrl: string): Promise<Front> {
  const copies = new Map<string, Answered>();
  const askedAtMs = new Map<string, number>();
  let calls = 0;
  const send = (path: string, body: string, headers: Headers) =>
    fetch(`${sandboxUrl}${path}`, { method: 'POST', body, headers });
  let known = new Headers();
  const informed = async (body: string): Promise<Response> => {
    calls += 1;
    const { uuids }: { readonly uuids: readonly string[] } = JSON.parse(body);
    for (const id of uuids) askedAtMs.set(id, performance.now());
    await pause(ANSWER_MS);
    const others = uuids.filter((id) => !copies.has(id));
    const found = others.length > 0 ? await infoOf(others) : [];
    return Response.json({
      status: 'success',
      result: [...found, ...uuids.flatMap((id) => copies.get(id) ?? [])],
    });
  };
  const infoOf = async (uuids: readonly string[]): Promise<readonly Answered[]> => {
    const answer = await send(INFO, JSON.stringify({ uuids }), known);
    const { result }: { readonly result: readonly Answered[] } = await answer.json();
    return result;
  };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await text(incoming);
      const path = incoming.url ?? '/';
      const { authorization = '' } = incoming.headers;
      known = new Headers({ authorization, 'content-type': 'application/json' });
      const answer = path === INFO ? await informed(body) : await send(path, body, known);
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
      outgoing.end(await answer.text());
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => close(server));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    calls: () => calls,
    askedAtMs,
    async copy(of, ids) {
      const [found] = await infoOf([of]);
      for (const uuid of ids) copies.set(uuid, { ...found, uuid });
    },
  };
}
