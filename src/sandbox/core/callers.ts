import { CONTROL_PATH } from './base/endpoint-paths.js';
import { json } from './base/reply.js';
import { badRequest } from './wire/errors.js';

/** Says whether a path belongs to people and tests; all others are the service's own interface. */
export function isControl(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

/** Returns a refusal in the form of the interface that was called. */
export function errorResponseAt(path: string, reason: string, status: number): Response {
  return isControl(path) ? json({ error: reason }, status) : badRequest(reason, status);
}

/**
 * Returns why the sender of a request is refused, or `null`. A page of another site may make a browser send a request
 * here, though it cannot read the answer. A browser then says in `Origin` where it comes from; servers send none.
 */
export function foreignOrigin(request: Request, url: URL): string | null {
  const origin = request.headers.get('origin');
  // Behind something that ends TLS, the scheme of its own page is another one.
  if (origin === null || (URL.canParse(origin) && new URL(origin).host === url.host)) return null;
  return `Origin ${JSON.stringify(origin)} is not this sandbox. Use its own page at ${url.origin}${CONTROL_PATH}/, or call it from a server, which sends no Origin.`;
}
