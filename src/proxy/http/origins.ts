import { isLoopback } from '../../service/options.js';
import { ProblemError } from '../base/problem-error.js';
import type { Middleware, ProxyRequest } from './request.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-max-age': '600',
} as const;

const VARY = { vary: 'Origin' } as const;

type CorsHeaders = Readonly<Record<string, string>> & { readonly vary: string };

/**
 * Decides which pages may use the proxy from a browser, and refuses the requests of all others.
 * @param listed the allowed origins. Default: the proxy's own host by `https:`, or by `http:` on loopback
 * @param publicUrl URL of the payment page, whose origin is always allowed
 */
export function originRules(listed: readonly string[] | undefined, publicUrl: string | undefined) {
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin;
  const isAllowed = (request: ProxyRequest): boolean => {
    const origin = originOf(request);
    if (origin === null) return false;
    if (origin === publicOrigin) return true;
    return listed ? listed.includes(origin) : isOwn(origin, request);
  };
  const corsHeaders = (request: ProxyRequest): CorsHeaders => {
    const origin = request.header('origin');
    if (origin === null || origin === 'null' || !isAllowed(request)) return VARY;
    return {
      ...VARY,
      'access-control-allow-origin': origin,
      // The shop's resolver may identify the payer by a cookie.
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'etag, retry-after, date',
      ...(request.method === 'OPTIONS' ? PREFLIGHT : {}),
    };
  };

  /** Adds the headers that let an allowed page read the response (Fetch standard, "CORS protocol"). */
  const cors: Middleware = async (request, next) => {
    const { status, headers, body } = await next(request);
    const added = corsHeaders(request);
    const vary = headers['vary'] === undefined ? {} : { vary: `${headers['vary']}, ${added.vary}` };
    return { status, headers: { ...headers, ...added, ...vary }, body };
  };

  /** Refuses the preflight of a page that may not use the proxy, and one without an origin. */
  const checkPreflight: Middleware = (request, next) => {
    if (request.method !== 'OPTIONS' || isAllowed(request)) return next(request);
    throw new ProblemError('origin_not_allowed');
  };

  /**
   * Refuses requests that change data and come from a page that may not use the proxy. Browsers always send the origin of a page:
   * routes for pages require it. The staff's servers send none: their session decides. Requests that only read are allowed.
   * Without the headers of `cors`, the browser hides the response from the page.
   */
  const checkOrigin: Middleware = (request, next) => {
    const caller = request.match?.caller;
    const isChecked = caller === 'page' || (caller === 'staff' && request.header('origin') !== null);
    if (!isChecked || SAFE_METHODS.has(request.method) || isAllowed(request)) return next(request);
    throw new ProblemError('origin_not_allowed', originRemedy(request));
  };

  return { cors, checkPreflight, checkOrigin };
}

/**
 * Returns the origin of the page. The form of a page with `Referrer-Policy: no-referrer` sends the origin `null` (Fetch standard,
 * "append a request Origin header"). `Sec-Fetch-Site` then shows whether the page has the proxy's own origin. A page cannot forge it.
 */
function originOf(request: ProxyRequest): string | null {
  const origin = request.header('origin');
  if (origin !== 'null' || request.header('sec-fetch-site') !== 'same-origin') return origin;
  const url = `https://${request.header('host') ?? new URL(request.url).host}`;
  if (!URL.canParse(url)) return origin;
  const { host, hostname } = new URL(url);
  return `${isLoopback(hostname) ? 'http' : 'https'}://${host}`;
}

/**
 * Returns whether the page comes from the proxy's own host. Compares the scheme of the page, not of the request: a load balancer
 * that terminates TLS forwards requests of an https page over http. Rejects a page without TLS, which an attacker may have
 * modified in transit or may serve from their own host name for this address. Pages on this machine are never in transit.
 */
function isOwn(origin: string, request: ProxyRequest): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  if (protocol !== 'https:' && !isLoopback(hostname)) return false;
  return host === (request.header('host') ?? new URL(request.url).host);
}

/** Refuses browser requests to routes for servers: they would use up the limit that all pages share (Fetch Metadata, W3C). */
export const refuseBrowsers: Middleware = (request, next) => {
  const isRefused =
    request.match?.caller === 'shop' &&
    (request.header('origin') !== null || request.header('sec-fetch-site') !== null);
  if (!isRefused) return next(request);
  const detail = "This path is for the shop's server. Call it without Origin and Sec-Fetch-Site.";
  throw new ProblemError('origin_not_allowed', detail);
};

/** Returns the problem detail for the developer, which the browser console shows. */
function originRemedy(request: ProxyRequest): string {
  const origin = request.header('origin')?.slice(0, 100);
  return origin === undefined
    ? 'The Origin header is missing. Send it with each POST, as browsers do.'
    : `${origin} is not allowed. Add it to CRYPTO_CHECKOUT_ORIGINS (in code: origins).`;
}
