import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './http/answer.js';
import { directlyOf } from './http/answer.js';
import { empty, problem } from './http/http.js';
import type { CheckoutProxy } from './index.js';
import { takeStream } from './http/stream-body.js';
import { askedOf, bodyOf, Gone, hasBody, isReadBefore, toRequest } from './http/node-request.js';
import { pourInto } from './http/node-sink.js';

/** What `http.createServer`, Express and their kin take. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export interface NodeListenerOptions {
  /** A browser that has stopped reading is cut off after so long; 30 seconds unless set. */
  readonly slowReaderMs?: number;
}

/**
 * The proxy as a request listener of `node:http`. A browser that goes away ends its event stream; one that does not read
 * is cut off while a few kilobytes wait for it.
 *
 * Below a router that cuts off a prefix the whole path is taken from `originalUrl`, and a body that was parsed before
 * from `body`: both as Express leaves them. The deadlines for headers and requests are the server's own:
 * `headersTimeout` (60 s) and `requestTimeout` (300 s) of `node:http`; a body that is too slow is refused after 10 s.
 */
export function toNodeListener(
  proxy: Pick<CheckoutProxy, 'fetch'>,
  { slowReaderMs = 30_000 }: NodeListenerOptions = {},
): NodeListener {
  return (incoming, outgoing) => {
    const exchange = { incoming, outgoing, gone: new Gone(outgoing), slowReaderMs };
    const fail = () => void outgoing.destroy();
    try {
      const answer = ask(proxy, exchange);
      if (answer instanceof Promise) answer.then((known) => give(known, exchange)).catch(fail);
      else give(answer, exchange)?.catch(fail);
    } catch {
      fail();
    }
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly gone: Gone;
  readonly slowReaderMs: number;
}

/** At once where the whole answer is known. */
function give({ status, headers, body }: Answer, exchange: Exchange): Promise<void> | undefined {
  const { incoming, outgoing, gone, slowReaderMs } = exchange;
  // An upload that nobody has read to its end must not wait for somebody.
  const isUnread = !incoming.complete && hasBody(incoming);
  if (isUnread) outgoing.setHeader('connection', 'close');
  if (body === null || typeof body === 'string') {
    // Known at once, the length spares the marks of chunks.
    const sized = body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) };
    outgoing.writeHead(status, sized).end(body);
    // What nobody has touched is read to its end by itself.
    if (isUnread || incoming.readableFlowing !== null) incoming.resume();
    return undefined;
  }
  outgoing.writeHead(status, headers);
  const stream = takeStream(body);
  if (stream) {
    // What stays as long as the stream is to hold nothing of the request.
    gone.forget();
    pourInto(outgoing, stream, slowReaderMs);
    return undefined;
  }
  // A stream may be quiet for long; its reader is to know that it is there.
  if (headers['content-type']?.startsWith('text/event-stream')) outgoing.flushHeaders();
  return send(body, exchange).then(() => void incoming.resume());
}

function ask(proxy: Pick<CheckoutProxy, 'fetch'>, { incoming, gone }: Exchange): Answer | Promise<Answer> {
  const body = bodyOf(incoming);
  if (body === undefined && isReadBefore(incoming)) {
    const detail = 'the body was read before the proxy saw it: mount the proxy before what parses bodies';
    return problem('internal_error', crypto.randomUUID(), { detail });
  }
  const asked = askedOf(incoming);
  if (!asked) return empty(400);
  const clientAddress = incoming.socket.remoteAddress;
  const whole = () => toRequest(incoming, gone.signal, body);
  const direct = directlyOf(proxy);
  if (direct) return direct.answer(asked, whole, clientAddress);
  const request = whole();
  return request ? proxy.fetch(request, { clientAddress }).then(toAnswer) : empty(400);
}

function toAnswer({ status, headers, body }: Response): Answer {
  return { status, headers: Object.fromEntries(headers), body };
}

async function send(body: ReadableStream<Uint8Array>, exchange: Exchange): Promise<void> {
  const { outgoing } = exchange;
  const gone = exchange.gone.signal;
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  if (gone.aborted) stop();
  gone.addEventListener('abort', stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await drained(exchange, gone);
  }
  outgoing.end();
}

/** Resolves when there is room again, or nobody who reads. */
function drained({ outgoing, slowReaderMs }: Exchange, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(deadline);
      outgoing.off('drain', over);
      gone.removeEventListener('abort', over);
      resolve();
    };
    const deadline = setTimeout(() => outgoing.destroy(), slowReaderMs);
    outgoing.once('drain', over);
    gone.addEventListener('abort', over, { once: true });
    if (gone.aborted) over();
  });
}
