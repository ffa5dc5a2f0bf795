import { CONTROL_PATH } from './base/endpoint-paths.js';
import { json } from './base/reply.js';
import { badRequest } from './wire/errors.js';

/** Tells whether a path belongs to the control API; all others belong to the service's API. */
export function isControl(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

/** Returns an error in the format of the API that was called. */
export function errorResponseAt(path: string, reason: string, status: number): Response {
  return isControl(path) ? json({ error: reason }, status) : badRequest(reason, status);
}

/**
 * Returns why the sender of a request is rejected, or `null`. A page of another site can make a browser send a request
 * here, though it cannot read the response. The browser then adds `Origin`; servers send none.
 */
export function foreignOrigin(request: Request, url: URL): string | null {
  const origin = request.headers.get('origin');
  // Behind a TLS proxy, the page has another scheme.
  if (origin === null || (URL.canParse(origin) && new URL(origin).host === url.host)) return null;
  return `Origin ${JSON.stringify(origin)} is not this sandbox. Use its own page at ${url.origin}${CONTROL_PATH}/, or call it from a server, which sends no Origin.`;
}
