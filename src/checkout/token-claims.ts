import { compareAmounts, isAmount } from '../payment/index.js';

/** Claims that differ each time the shop signs the same again (RFC 7519 §4.1). */
const TIMES: ReadonlySet<string> = new Set(['iat', 'exp', 'nbf', 'jti']);

/** Returns the `sub` of a JWT (RFC 7519 §4.1.2), which the server verifies; `null` for any other text. */
export function subjectOf(token: string): string | null {
  const subject = claimsOf(token).find(([name]) => name === 'sub')?.[1];
  return typeof subject === 'string' ? subject : null;
}

/** Returns whether two tokens state the same: they differ only in when they were signed, and until when they are valid. */
export function stateTheSame(a: string, b: string): boolean {
  return a === b || (subjectOf(a) !== null && statementOf(a) === statementOf(b));
}

/** Returns whether a token states another price than the order has. */
export function hasOtherPrice(
  token: string,
  { amount, currency }: { readonly amount: string; readonly currency: string },
): boolean {
  const claims = Object.fromEntries(claimsOf(token));
  const stated = claims['amount'];
  if (typeof stated !== 'string' || !isAmount(stated)) return false;
  return compareAmounts(stated, amount) !== 0 || claims['currency'] !== currency;
}

function statementOf(token: string): string {
  const claims = claimsOf(token).filter(([name]) => !TIMES.has(name));
  return JSON.stringify(claims.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function claimsOf(token: string): (readonly [string, unknown])[] {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null ? Object.entries(claims) : [];
  } catch {
    return [];
  }
}
