/** Returns a merchant session, as the shop's server signed it for the person who is signed in there. */
export type SessionSource = () => Promise<string>;

/** The shop's server has no session for this person: they have to sign in there again. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** How long before its end a session is replaced by a new one. */
const RENEW_BEFORE_MS = 60_000;
const TIMEOUT_MS = 15_000;
const TOKEN = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** Returns a source that calls a URL of the shop: it sends a POST with the shop's cookies, and reads the token as text. */
export function sessionFrom(url: string): SessionSource {
  return async () => {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if ([401, 403].includes(response.status)) throw new SignedOutError('the shop has ended the session');
    if (!response.ok) throw new TypeError(`the session URL answered ${response.status}`);
    return (await response.text()).trim();
  };
}

/** Holds one session in memory, and replaces it before it ends. */
export class SessionToken {
  #token: Promise<string> | null = null;
  #renewAtMs = 0;

  /** @param nowMs a monotonic clock, because the device's time of day may be wrong */
  constructor(
    private readonly source: SessionSource,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** Returns the current session. Concurrent requests share one call of the source. @throws what the source throws */
  read(): Promise<string> {
    if (this.#token && this.nowMs() < this.#renewAtMs) return this.#token;
    // Until the lifetime is known, concurrent requests share this call.
    this.#renewAtMs = Infinity;
    const token = this.#fetch();
    this.#token = token;
    token.catch(() => this.drop(token));
    return token;
  }

  /** Drops a session that the proxy has rejected. */
  drop(token: Promise<string>): void {
    if (this.#token === token) this.#token = null;
  }

  async #fetch(): Promise<string> {
    const sentAtMs = this.nowMs();
    const token = await this.source();
    const [, payload] = TOKEN.exec(token) ?? [];
    if (payload === undefined) throw new SignedOutError('the session is not a signed token');
    this.#renewAtMs = sentAtMs + Math.max(lifetimeMs(payload) - RENEW_BEFORE_MS, 0);
    return token;
  }
}

/** Returns the lifetime of a token (RFC 7519). A token without one is used until the proxy rejects it. */
function lifetimeMs(payload: string): number {
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return Infinity;
    const [from, to] = ['iat', 'exp'].map((name): unknown => Reflect.get(claims, name));
    return typeof from === 'number' && typeof to === 'number' ? (to - from) * 1000 : Infinity;
  } catch {
    return Infinity;
  }
}
