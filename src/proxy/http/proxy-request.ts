import type { StreamedBody } from '../streams/stream.js';

/** A request as plain values. A Web request is created only for the shop's code: creating one costs more than a response. */
export interface ProxyRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  /** The peer of the connection, if known. */
  readonly clientAddress: string | undefined;
  /** @param name in lowercase */
  header(name: string): string | null;
  /** Returns the body, once. It is text if a framework has parsed it before. */
  body(): ReadableStream<Uint8Array> | string | null;
  /** Returns the request as a Web request, for the shop's resolvers; `null` if a header is invalid. */
  toWebRequest(): Request | null;
}

export interface ProxyResponse {
  readonly status: number;
  /** Names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer> | StreamedBody | null;
}

/** Answers a request. The adapters in `web.ts` and `node.ts` only convert requests and responses. */
export type Handler = (request: ProxyRequest) => Promise<ProxyResponse>;
