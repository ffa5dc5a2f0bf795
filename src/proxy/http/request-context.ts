import { randomUUID } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';
import type { OtherFiles, OwnFiles } from '../elements/served-files.js';
import type { ResolvedOptions } from '../options/parse.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { StaffCalls } from '../upstream/service-connection.js';
import type { SolanaRpc } from '../upstream/solana-rpc.js';
import type { ProxyRequest, ProxyResponse } from './proxy-request.js';
import type { RateLimiter } from './rate-limiter.js';

/** Dependencies that all requests share. */
export interface HandlerDependencies {
  readonly settings: ResolvedOptions;
  readonly limiter: RateLimiter;
  /** The files that this version serves to pages. */
  readonly ownFiles: OwnFiles;
  /** Those of other versions. */
  readonly otherFiles: OtherFiles;
  /** The calls to the payment service for the shop's staff. */
  readonly staffService: StaffCalls;
  /** `null` without the option `solanaRpc`. */
  readonly solana: SolanaRpc | null;
  /** Opens the store on first use. @throws {ProblemError} `store_unavailable` */
  runtime(): Promise<ProxyRuntime>;
  metrics(): Promise<string>;
  /** Returns the client that the rate limits count; `null` if unknown. */
  clientOf(request: ProxyRequest): string | null;
}

const BROWSER = /[?&]browser=([\w-]{43})(?:&|$)/;

/** One request with everything that its handler needs. */
export class RequestContext {
  #requestId: string | undefined;
  #client: string | null | undefined;

  /** @param parameter the variable part of the path, such as the id of a checkout; empty if it has none */
  constructor(
    readonly proxy: HandlerDependencies,
    readonly request: ProxyRequest,
    readonly parameter: string,
  ) {}

  /** Generated lazily: most requests never need an id. */
  get requestId(): string {
    return (this.#requestId ??= randomUUID());
  }

  /** Determined lazily: a request that is refused before the limits needs none. */
  get client(): string | null {
    if (this.#client === undefined) this.#client = this.proxy.clientOf(this.request);
    return this.#client;
  }

  /**
   * The browser that sent the request: see `browserOfKey`. `null` without a valid one. Not parsed as a URL, which would cost more
   * than the response.
   */
  get browser(): string | null {
    return BROWSER.exec(this.request.url)?.[1] ?? null;
  }

  /** Returns the request for a resolver of the shop. @throws {ProblemError} `invalid_request` */
  createWebRequest(): Request {
    const request = this.request.toWebRequest();
    if (request) return request;
    throw new ProblemError(
      'invalid_request',
      'A request header is invalid. Check the headers that intermediaries add.',
    );
  }
}

export type RouteHandler = (context: RequestContext) => ProxyResponse | Promise<ProxyResponse>;
