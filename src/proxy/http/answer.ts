/** A request, as far as most answers need it. */
export interface Asked {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Of the address. */
  readonly path: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** An answer before somebody makes a `Response` of it. */
export interface Answer {
  readonly status: number;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text goes out as UTF-8. */
  readonly body: string | ReadableStream<Uint8Array> | null;
}

export function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** Answers requests without a `Request` and a `Response` for each: what `fetch` does, for who writes bytes itself. */
export interface Directly {
  /** @param whole makes the `Request` where one is needed; `null` when it cannot be made */
  answer(
    asked: Asked,
    whole: () => Request | null,
    clientAddress: string | undefined,
  ): Answer | Promise<Answer>;
}

const DIRECT = new WeakMap<object, Directly>();

/** For a proxy of this package; `undefined` for anything else that has a `fetch`. */
export function directlyOf(proxy: object): Directly | undefined {
  return DIRECT.get(proxy);
}

/** The same proxy, whose `fetch` may be gone round from now on. */
export function withDirect<T extends object>(proxy: T, direct: Directly): T {
  DIRECT.set(proxy, direct);
  return proxy;
}
