import { isLoopback } from '../../service/options.js';
import type { ProxyRequest } from './proxy-request.js';

/** Which pages may use the proxy from a browser. */
export interface Origins {
  /** Is there an `Origin`, and may its page use this proxy? */
  isAllowed(request: ProxyRequest): boolean;
  /** The headers that let such a page read the answer (Fetch standard, "CORS protocol"). */
  corsHeaders(request: ProxyRequest): Readonly<Record<string, string>>;
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, if-none-match',
  'access-control-max-age': '600',
} as const;

const VARY = { vary: 'Origin' } as const;

/** @param listed the allowed origins; when there are none, the pages of the proxy's own host by `https:` */
export function createOrigins(listed: readonly string[] | undefined): Origins {
  const isAllowed = (request: ProxyRequest): boolean => {
    const origin = request.header('origin');
    if (origin === null) return false;
    return listed ? listed.includes(origin) : isOwn(origin, request);
  };
  return {
    isAllowed,
    corsHeaders(request) {
      const origin = request.header('origin');
      if (origin === null || !isAllowed(request)) return VARY;
      return {
        ...VARY,
        'access-control-allow-origin': origin,
        // A resolver may know the payer by a cookie.
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'etag, retry-after, date',
        ...(request.method === 'OPTIONS' ? PREFLIGHT : {}),
      };
    },
  };
}

/**
 * The page decides, not how the request came: a balancer that ends TLS asks by http for a page of https. A page without
 * TLS may have been written by anybody on its way, or by whoever has led a name of theirs to this address; on this machine
 * there is no such way.
 */
function isOwn(origin: string, request: ProxyRequest): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host, hostname } = new URL(origin);
  if (protocol !== 'https:' && !isLoopback(hostname)) return false;
  return host === (request.header('host') ?? new URL(request.url).host);
}

/** For the developer who sees it in the console of the browser. */
export function originRemedy(request: ProxyRequest): string {
  const origin = request.header('origin')?.slice(0, 100);
  return origin === undefined
    ? 'a POST needs an Origin header, as browsers send'
    : `${origin} is not allowed: add it to the option "origins" of the proxy`;
}
