/** A POST request. A transport must not follow redirects, which would send the key to another server. */
export interface TransportRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Aborts the request and the response. */
  readonly signal: AbortSignal;
}

export interface TransportResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The `Date` header (RFC 9110 §6.6.1). */
  readonly date: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Sends a request. @throws an error with Node's `code`, or with a cause that has it */
export type HttpTransport = (url: string, sending: TransportRequest) => Promise<TransportResponse>;

export function fetchTransport(fetch: typeof globalThis.fetch): HttpTransport {
  return async (url, { headers, body, signal }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      bytes: bytesOf(response.body),
    };
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
    // Not awaited: a stalled body must not delay the response.
    reader.cancel().catch(() => undefined);
  }
}

/** Parses `Retry-After`: seconds or a date (RFC 9110 §10.2.3). */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const waitMs = Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
