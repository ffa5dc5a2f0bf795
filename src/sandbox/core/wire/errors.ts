import { json } from '../base/reply.js';

/** "Authentication": the body for an invalid token. Its HTTP status is not shown in the document. */
export function unauthorized(): Response {
  return json({ status: 'error', result: { authorization: 'Unauthorized: the token is not valid' } }, 401);
}

/** "Errors": the envelope, with the one error key that the document shows. */
export function badRequest(reason: string, status: number): Response {
  return json({ status: 'error', result: { 'Bad request': reason } }, status);
}

/** "Versioning": how the previous interface says no, with 401 for an incorrect key. */
export function previousVersionError(reason: string, status: number): Response {
  return json({ message: reason }, status);
}
