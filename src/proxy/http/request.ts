import { randomUUID } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';
import type { OtherFiles, OwnFiles } from '../elements/served-files.js';
import type { ResolvedOptions } from '../options/parse.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { StreamedBody } from '../streams/stream.js';
import type { StaffCalls } from '../upstream/service-connection.js';
import type { SolanaRpc } from '../upstream/solana-rpc.js';
import type { ClientScope, RateLimiter } from './rate-limiter.js';

/**
 * A request as plain values, from an adapter. A Web request is created only for the shop's code: creating one costs more than a
 * response.
 */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  /** The peer of the connection, if known. */
  readonly clientAddress: string | undefined;
  /** @param name in lowercase */
  header(name: string): string | null;
  /** Returns the body. Call it once. The body is text if a framework has parsed it. */
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

/** Handles a request. The adapters in `web.ts` and `node.ts` only convert requests and responses. */
export type Handler = (incoming: Incoming) => Promise<ProxyResponse>;

/** One method of one path, and how it is handled. `Route` adds its description. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Below the base path; also the label of its metrics. */
  readonly path: string;
  readonly handler: RouteHandler;
  /** The route also supports HEAD, without a body. */
  readonly hasHead?: true;
  /**
   * The sender of the request.
   *
   * - `page`: a page; its POST needs an allowed `Origin`
   * - `service`: the payment service, which sends no `Origin`
   * - `shop`: a server of the shop; requests from browsers are refused
   * - `operator`: monitoring; also served during shutdown
   * - `browser`: a file that a tag loads, or a page that a payer opens; also served during shutdown
   * - `staff`: a page of the staff, like `page`, or their server, which sends no `Origin`. The merchant session decides
   * - `staff-browser`: like `browser`, on the server for the staff
   */
  readonly caller: 'page' | 'service' | 'shop' | 'operator' | 'browser' | 'staff' | 'staff-browser';
  /** The rate limit that a request counts against; `null`: none, or the handler counts. */
  readonly limit: ClientScope | null;
  /** The handler logs nothing, and no log line needs the request id. Keeping the id costs a quarter of a read on Node 20. */
  readonly isSilent?: true;
}

/** The route that a request matches. */
export interface Match extends Pick<Endpoint, 'path' | 'caller'> {
  /** The route for the requested method; `undefined` if the path does not have it. */
  readonly route: Endpoint | undefined;
  readonly methods: readonly string[];
  /** The variable part of the path, such as the id of a checkout; empty if it has none. */
  readonly parameter: string;
}

export type RouteHandler = (request: ProxyRequest) => Promise<ProxyResponse>;

/** One concern of all requests. Calls `next`, or responds itself. It may throw or reject: `respondToProblems` then responds. */
export type Middleware = (request: ProxyRequest, next: RouteHandler) => Promise<ProxyResponse>;

/** Dependencies that all requests share. */
export interface HandlerDependencies {
  readonly settings: ResolvedOptions;
  readonly limiter: RateLimiter;
  /** The files that this version serves to pages. */
  readonly ownFiles: OwnFiles;
  /** The cached files of other versions. */
  readonly otherFiles: OtherFiles;
  /** The calls to the payment service for the shop's staff. */
  readonly staffService: StaffCalls;
  /** `null` without the option `solanaRpc`. */
  readonly solana: SolanaRpc | null;
  /** Opens the store on first use. @throws {ProblemError} `store_unavailable` */
  runtime(): Promise<ProxyRuntime>;
  metrics(): Promise<string>;
  /** Returns the client that the rate limits count; `null` if unknown. */
  clientOf(incoming: Incoming): string | null;
}

const BROWSER = /[?&]browser=([\w-]{43})(?:&|$)/;

/** One request with everything that its handler needs. */
export class ProxyRequest {
  readonly #incoming: Incoming;
  #requestId: string | undefined;
  #client: string | null | undefined;

  /** @param match `null` if the proxy does not serve the path */
  constructor(
    readonly proxy: HandlerDependencies,
    incoming: Incoming,
    readonly match: Match | null,
  ) {
    this.#incoming = incoming;
  }

  get method(): string {
    return this.#incoming.method;
  }

  get url(): string {
    return this.#incoming.url;
  }

  get path(): string {
    return this.#incoming.path;
  }

  /** Whether the request came over a connection, not from code in this process. */
  get hasPeer(): boolean {
    return this.#incoming.clientAddress !== undefined;
  }

  /** @param name in lowercase */
  header(name: string): string | null {
    return this.#incoming.header(name);
  }

  /** Returns the body. Call it once. The body is text if a framework has parsed it. */
  body(): ReadableStream<Uint8Array> | string | null {
    return this.#incoming.body();
  }

  /** The variable part of the path, such as the id of a checkout; empty if it has none. */
  get parameter(): string {
    return this.match?.parameter ?? '';
  }

  /** Generated lazily: most requests never need an id. */
  get requestId(): string {
    return (this.#requestId ??= randomUUID());
  }

  /** Determined lazily: a request that is refused before the rate limits needs no client. */
  get client(): string | null {
    if (this.#client === undefined) this.#client = this.proxy.clientOf(this.#incoming);
    return this.#client;
  }

  /**
   * The id of the browser that sent the request (see `browserOfKey`); `null` without a valid one. A regular expression reads it,
   * because parsing a URL would cost more than the response.
   */
  get browser(): string | null {
    return BROWSER.exec(this.url)?.[1] ?? null;
  }

  /** Returns the request for a resolver of the shop. @throws {ProblemError} `invalid_request` */
  toWebRequest(): Request {
    const request = this.#incoming.toWebRequest();
    if (request) return request;
    throw new ProblemError(
      'invalid_request',
      'A request header is invalid. Check the headers that intermediaries add.',
    );
  }
}
