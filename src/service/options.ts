export interface ServiceClientOptions {
  /** The service's base address: `https:`, or `http:` on this machine. */
  readonly url: string;
  /** The project's API key ("Authentication"). */
  readonly apiKey: string;
  /** The store identifier from the account. */
  readonly shopId: string;
  /** For tests, and for runtimes with a `fetch` of their own. */
  readonly fetch?: typeof fetch;
  /** For a whole call, from the connection to the last byte; 20 s unless set. */
  readonly timeoutMs?: number;
  /** More than this is no answer; 4 MiB unless set. */
  readonly maxResponseBytes?: number;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The base address without a slash at its end.
 * @throws {TypeError} when it is none, or would send the key unprotected
 */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const remedy = 'give the base address of the payment service';
  if (!url) throw new TypeError(`url is not an address: ${remedy}, such as https://pay.example`);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isSafe) {
    throw new TypeError(
      `url "${url.origin}" would send the key unprotected: use https:, or http: on localhost only`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(`url of "${url.origin}" holds more than host and path: ${remedy} alone`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Checked here, since an error of `fetch` about a forbidden character would quote the whole header.
 * @throws {TypeError} without the key in its message
 */
export function checkedKey(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError('apiKey is empty or holds a character that no key has: copy it again from the account');
}
