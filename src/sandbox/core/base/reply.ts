import { stringify } from 'lossless-json';
import { CONTROL_PATH } from './endpoint-paths.js';

/** The response to a request, or a simulated connection failure. */
export type SandboxReply =
  | { readonly kind: 'response'; readonly response: Response }
  /** Resets the connection before the response. */
  | { readonly kind: 'reset' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'truncated'; readonly response: Response };

/** Returns a JSON response. Preserves all digits of amounts. */
export function json(value: object, status = 200): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(stringify(value) ?? '', { status, headers });
}

/** Returns the response to an invalid token. Service doc, "Authentication", shows its body, but not its HTTP status. */
export function unauthorized(): Response {
  return json({ status: 'error', result: { authorization: 'Unauthorized: the token is not valid' } }, 401);
}

/** Returns an error response. Service doc, "Errors", shows only this key. */
export function badRequest(reason: string, status: number): Response {
  return json({ status: 'error', result: { 'Bad request': reason } }, status);
}

/** Returns whether a path belongs to the control API; all others belong to the service's API. */
export function isControl(path: string): boolean {
  return path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`);
}

/** Returns an error in the format of the API that was called. */
export function errorResponseAt(path: string, reason: string, status: number): Response {
  return isControl(path) ? json({ error: reason }, status) : badRequest(reason, status);
}
