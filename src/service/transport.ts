/** One POST. A redirect is not followed: it would carry the key to another place. */
export interface TransportRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Ends it, its answer too. */
  readonly signal: AbortSignal;
}

/** What comes back, its bytes still on their way. */
export interface TransportResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The time at the service (RFC 9110, section 6.6.1), as its `Date` header says. */
  readonly date: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The way of a request over the network. @throws what the way throws, with the `code`s of Node in it or its causes */
export type HttpTransport = (url: string, sending: TransportRequest) => Promise<TransportResponse>;

export function fetchTransport(fetch: typeof globalThis.fetch): HttpTransport {
  return async (url, { headers, body, signal }) => {
    const response = await fetch(url, {
      ...{ method: 'POST', headers, redirect: 'manual', signal },
      ...(body !== undefined && { body }),
    });
    const { status, headers: answered, body: stream } = response;
    const said = { retryAfter: answered.get('retry-after'), date: answered.get('date') };
    return { status, ...said, bytes: bytesOf(stream) };
  };
}

async function* bytesOf(stream: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  const reader = stream?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a body that hangs must not hold up the answer.
    reader.cancel().catch(() => undefined);
  }
}
