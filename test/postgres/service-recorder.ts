import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { INFO } from '../proxy/test-environment.js';
import { listen } from '../listen.js';

type Answered = Readonly<Record<string, unknown>>;

/** One request about an invoice. */
export interface RecordedRequest {
  readonly atMs: number;
  /** The name of the requesting process. */
  readonly by: string;
}

export interface Copy {
  readonly serviceId: string;
  readonly orderId: string;
}

/**
 * A sandbox with thousands of invoices that are copies of one: it handles all calls but information. Each process has a
 * path of its own, which identifies it.
 */
export interface Front {
  readonly urlFor: (process: string) => string;
  /** The number of information calls. */
  readonly calls: () => number;
  /** The last request about each invoice. */
  readonly requested: ReadonlyMap<string, RecordedRequest>;
  /** The ids in the pending calls of a process. */
  readonly waiting: (process: string) => readonly string[];
  /** The delay of a response: long enough for another process to send the same request, if nothing prevents that. */
  answerMs: number;
  /** The process that has to retry later. */
  refused: string | null;
  /** From now on these are copies of that one in the sandbox, except for their ids. */
  copy(of: string, copies: readonly Copy[]): Promise<void>;
}

export async function startFront(t: TestContext, sandboxUrl: string): Promise<Front> {
  const copies = new Map<string, Answered>();
  const requested = new Map<string, RecordedRequest>();
  const waiting = new Map<object, { readonly by: string; readonly uuids: readonly string[] }>();
  let calls = 0;
  const send = (path: string, body: string, headers: Headers) =>
    fetch(`${sandboxUrl}${path}`, { method: 'POST', body, headers });
  let known = new Headers();
  const informed = async (body: string, by: string): Promise<Response> => {
    calls += 1;
    if (by === front.refused) return new Response('later', { status: 503 });
    const { uuids }: { readonly uuids: readonly string[] } = JSON.parse(body);
    for (const id of uuids) requested.set(id, { atMs: performance.now(), by });
    const call = {};
    waiting.set(call, { by, uuids });
    await pause(front.answerMs);
    waiting.delete(call);
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
      const [, by = '', path = '/'] = /^\/([^/]+)(\/.*)$/.exec(incoming.url ?? '') ?? [];
      const { authorization = '' } = incoming.headers;
      known = new Headers({ authorization, 'content-type': 'application/json' });
      const answer = path === INFO ? await informed(body, by) : await send(path, body, known);
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
      outgoing.end(await answer.text());
    })().catch(() => outgoing.destroy());
  });
  const url = await listen(t, server);
  const front: Front = {
    urlFor: (process) => `${url}/${process}`,
    calls: () => calls,
    requested,
    waiting: (process) => [...waiting.values()].flatMap(({ by, uuids }) => (by === process ? uuids : [])),
    answerMs: 100,
    refused: null,
    async copy(of, created) {
      const [found] = await infoOf([of]);
      for (const { serviceId, orderId } of created)
        copies.set(serviceId, { ...found, uuid: serviceId, order_id: orderId });
    },
  };
  return front;
}
