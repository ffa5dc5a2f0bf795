import { randomUUID } from 'node:crypto';
import type { ResolvedOptions } from '../options/options.js';
import { ProblemError } from '../base/problem-error.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { Asked } from './answer.js';
import type { Exchange } from './exchange.js';
import type { Limits } from './limits.js';

export type IncomingOptions = Pick<Incoming, 'asked' | 'whole' | 'clientAddress'>;

/** A request on its way through the face. */
export class Incoming {
  #requestId: string | undefined;

  readonly asked: Asked;
  readonly whole: () => Request | null;
  readonly clientAddress: string | undefined;

  constructor({ asked, whole, clientAddress }: IncomingOptions) {
    this.asked = asked;
    this.whole = whole;
    this.clientAddress = clientAddress;
  }

  /** Made when somebody asks for it: most requests end without. */
  get requestId(): string {
    return (this.#requestId ??= randomUUID());
  }
}

/** What all requests share. */
export interface Face {
  readonly settings: ResolvedOptions;
  readonly limits: Limits;
  readonly opened: ProxyRuntime | undefined;
  running(): Promise<ProxyRuntime>;
  metrics(): Promise<string>;
}

/** What the handler of one request is given. */
export class Handling implements Exchange {
  constructor(
    private readonly face: Face,
    private readonly incoming: Incoming,
    readonly client: string | null,
  ) {}

  get asked(): Asked {
    return this.incoming.asked;
  }

  get settings(): ResolvedOptions {
    return this.face.settings;
  }

  get limits(): Limits {
    return this.face.limits;
  }

  get opened(): ProxyRuntime | undefined {
    return this.face.opened;
  }

  running(): Promise<ProxyRuntime> {
    return this.face.running();
  }

  metrics(): Promise<string> {
    return this.face.metrics();
  }

  whole(): Request {
    const request = this.incoming.whole();
    if (request) return request;
    throw new ProblemError('invalid_request', 'the request has a header that cannot be read');
  }
}
