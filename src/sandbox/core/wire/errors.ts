import { json } from '../base/reply.js';

/** Service doc, "Authentication", shows the body for an invalid token, but not its HTTP status. */
export function unauthorized(): Response {
  return json({ status: 'error', result: { authorization: 'Unauthorized: the token is not valid' } }, 401);
}

/** Service doc, "Errors", shows this error key only. */
export function badRequest(reason: string, status: number): Response {
  return json({ status: 'error', result: { 'Bad request': reason } }, status);
}

/** Service doc, "Versioning". */
export function previousVersionError(reason: string, status: number): Response {
  return json({ message: reason }, status);
}
